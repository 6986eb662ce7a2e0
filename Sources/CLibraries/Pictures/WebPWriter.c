#include <stdlib.h>
#include <string.h>

#include "Libraries.h"
#include "WebPChunks.h"
#include "Writer.h"

typedef struct {
  WebPPicture picture;
  bool has_picture;
} webp_state;

static int take_bytes(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
  return cpl_output_write(picture->custom_ptr, bytes, count);
}

static cpl_status start_webp(cpl_writer *writer) {
  if (writer->writing.width > WEBP_MAX_DIMENSION || writer->writing.height > WEBP_MAX_DIMENSION)
    return cpl_writer_fail(writer, CPL_TOO_LARGE, "a side of a WebP has at most 16,383 pixels");
  return cpl_collect_start(writer);
}

static bool append_chunk(cpl_output *output, const char *type, const uint8_t *bytes, size_t count) {
  const uint8_t length[4] = {(uint8_t)count, (uint8_t)(count >> 8), (uint8_t)(count >> 16), (uint8_t)(count >> 24)};
  return cpl_output_write(output, type, 4) && cpl_output_write(output, length, 4) &&
         cpl_output_write(output, bytes, count) && (count % 2 == 0 || cpl_output_write(output, "", 1));
}

static bool append_optional(cpl_output *output, const char *type, const uint8_t *bytes, size_t count) {
  return count == 0 || append_chunk(output, type, bytes, count);
}

static void put_number(uint8_t *to, uint32_t number, int bytes) {
  for (int i = 0; i < bytes; i++) to[i] = (uint8_t)(number >> (8 * i));
}

/// Puts the encoder's chunks into a file of the extended format, which can have a profile, EXIF and XMP.
static bool add_metadata(cpl_writer *writer) {
  const cpl_writing *writing = &writer->writing;
  const cpl_output encoded = writer->output;
  uint8_t features[10] = {0};
  if (writing->profile_count > 0) features[0] |= 0x20;
  if (writing->exif_count > 0) features[0] |= 0x08;
  if (writing->xmp_count > 0) features[0] |= 0x04;
  put_number(features + 4, writing->width - 1, 3);
  put_number(features + 7, writing->height - 1, 3);
  size_t place = WEBP_HEADER;
  webp_chunk chunk;
  while (webp_next_chunk(encoded.bytes, encoded.count, &place, &chunk)) {
    const bool has_alpha = webp_is(&chunk, "ALPH") || (webp_is(&chunk, "VP8L") && chunk.count > 4 && chunk.bytes[4] & 0x10);
    if (has_alpha) features[0] |= 0x10;
  }
  cpl_output output = {0};
  bool is_done = cpl_output_write(&output, "RIFF\0\0\0\0WEBP", WEBP_HEADER) &&
                 append_chunk(&output, "VP8X", features, sizeof features) &&
                 append_optional(&output, "ICCP", writing->profile, writing->profile_count);
  place = WEBP_HEADER;
  while (is_done && webp_next_chunk(encoded.bytes, encoded.count, &place, &chunk)) {
    if (!webp_is(&chunk, "VP8X")) is_done = append_chunk(&output, (const char *)chunk.type, chunk.bytes, chunk.count);
  }
  is_done = is_done && append_optional(&output, "EXIF", writing->exif, writing->exif_count) &&
            append_optional(&output, "XMP ", writing->xmp, writing->xmp_count);
  if (!is_done) {
    free(output.bytes);
    return false;
  }
  put_number(output.bytes + 4, (uint32_t)(output.count - 8), 4);
  free(encoded.bytes);
  writer->output = output;
  return true;
}

static cpl_status finish_webp(cpl_writer *writer) {
  const webp_table *webp = &cpl_webp;
  const cpl_writing *writing = &writer->writing;
  webp_state *state = writer->state;
  WebPPicture *picture = &state->picture;
  WebPConfig config;
  if (!webp->WebPConfigInitInternal(&config, WEBP_PRESET_DEFAULT, (float)writing->quality, WEBP_ENCODER_ABI_VERSION) ||
      !webp->WebPPictureInitInternal(picture, WEBP_ENCODER_ABI_VERSION))
    return cpl_writer_fail(writer, CPL_UNSUPPORTED, "libwebp has another version than this program was built for");
  state->has_picture = true;
  config.thread_level = writing->threads > 1;
  config.lossless = writing->is_lossless;
  // Colours under alpha 0 are kept where every other sample is.
  config.exact = writing->is_lossless;
  if (!webp->WebPValidateConfig(&config)) return cpl_writer_fail(writer, CPL_UNSUPPORTED, "an option is out of range");
  picture->use_argb = writing->is_lossless;
  picture->width = (int)writing->width;
  picture->height = (int)writing->height;
  picture->writer = take_bytes;
  picture->custom_ptr = &writer->output;
  if (!webp->WebPPictureImportRGBA(picture, (const uint8_t *)writer->pixels, (int)writing->width * 4))
    return cpl_writer_fail(writer, CPL_NO_MEMORY, "");
  free(writer->pixels);
  writer->pixels = NULL;
  if (!webp->WebPEncode(&config, picture)) {
    switch (picture->error_code) {
      case VP8_ENC_ERROR_OUT_OF_MEMORY:
      case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
      case VP8_ENC_ERROR_BAD_WRITE:
      // It states no reason if it cannot start a thread.
      case VP8_ENC_OK: return cpl_writer_fail(writer, CPL_NO_MEMORY, "");
      case VP8_ENC_ERROR_PARTITION0_OVERFLOW:
      case VP8_ENC_ERROR_PARTITION_OVERFLOW:
      case VP8_ENC_ERROR_FILE_TOO_BIG:
        return cpl_writer_fail(writer, CPL_TOO_LARGE, "the picture is too large for a WebP of this quality");
      default: return cpl_writer_fail(writer, CPL_UNSUPPORTED, "libwebp refused the picture");
    }
  }
  const bool is_extended = writing->profile_count > 0 || writing->exif_count > 0 || writing->xmp_count > 0;
  if (is_extended && !add_metadata(writer)) return cpl_writer_fail(writer, CPL_NO_MEMORY, "");
  return CPL_OK;
}

static void close_webp(void *pointer) {
  webp_state *state = pointer;
  if (state->has_picture) cpl_webp.WebPPictureFree(&state->picture);
}

cpl_writer *cpl_webp_writer(cpl_writing writing) {
  static const cpl_encoder encoder = {start_webp, cpl_collect_rows, finish_webp, close_webp, .is_streamed = false};
  return cpl_writer_create(&encoder, sizeof(webp_state), writing);
}
