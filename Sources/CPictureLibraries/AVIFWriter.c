#include <stdlib.h>

#include "Libraries.h"
#include "Writer.h"

typedef struct {
  avifImage *image;
  avifEncoder *encoder;
  avifRWData file;
} avif_state;

static cpl_status failure(cpl_writer *writer, avifResult result) {
  const bool is_memory = result == AVIF_RESULT_OUT_OF_MEMORY;
  return cpl_writer_fail(writer, is_memory ? CPL_NO_MEMORY : CPL_UNSUPPORTED, cpl_avif.avifResultToString(result));
}

static avifPixelFormat format_of(const cpl_writing *writing) {
  if (writing->subsampling_x == 1) return AVIF_PIXEL_FORMAT_YUV444;
  return writing->subsampling_y == 1 ? AVIF_PIXEL_FORMAT_YUV422 : AVIF_PIXEL_FORMAT_YUV420;
}

static bool is_opaque(const cpl_writer *writer) {
  const size_t count = (size_t)writer->writing.width * writer->writing.height;
  for (size_t i = 0; i < count; i++) {
    if (writer->pixels[i] < 0xff000000u) return false;
  }
  return true;
}

// Before libavif 1.0 these functions had no result; they ended the program without memory.
#if AVIF_VERSION_MAJOR >= 1
#define RESULT_OF(call) (call)
#else
#define RESULT_OF(call) ((call), AVIF_RESULT_OK)
#endif

static avifResult set_metadata(avifImage *image, const cpl_writing *writing) {
  const avif_table *avif = &cpl_avif;
  avifResult result = AVIF_RESULT_OK;
  if (writing->profile_count > 0)
    result = RESULT_OF(avif->avifImageSetProfileICC(image, writing->profile, writing->profile_count));
  // Also sets the orientation that EXIF states.
  if (result == AVIF_RESULT_OK && writing->exif_count > 0)
    result = RESULT_OF(avif->avifImageSetMetadataExif(image, writing->exif, writing->exif_count));
  if (result == AVIF_RESULT_OK && writing->xmp_count > 0)
    result = RESULT_OF(avif->avifImageSetMetadataXMP(image, writing->xmp, writing->xmp_count));
  return result;
}

static cpl_status finish_avif(cpl_writer *writer) {
  const avif_table *avif = &cpl_avif;
  const cpl_writing *writing = &writer->writing;
  avif_state *state = writer->state;
  avifImage *image = state->image = avif->avifImageCreate(writing->width, writing->height, 8, format_of(writing));
  avifEncoder *encoder = state->encoder = avif->avifEncoderCreate();
  if (!image || !encoder) return cpl_writer_fail(writer, CPL_NO_MEMORY, "");
  image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT709;
  image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
  image->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_BT601;
  avifResult result = set_metadata(image, writing);
  if (result != AVIF_RESULT_OK) return failure(writer, result);
  avifRGBImage rgb;
  avif->avifRGBImageSetDefaults(&rgb, image);
  rgb.depth = 8;
  rgb.format = AVIF_RGB_FORMAT_RGBA;
  rgb.ignoreAlpha = is_opaque(writer);
  rgb.pixels = (uint8_t *)writer->pixels;
  rgb.rowBytes = writing->width * 4;
  result = avif->avifImageRGBToYUV(image, &rgb);
  if (result != AVIF_RESULT_OK) return failure(writer, result);
  encoder->maxThreads = (int)writing->threads;
  encoder->speed = 6;
  // As avifenc turns quality into quantizers.
#if AVIF_VERSION_MAJOR >= 1
  encoder->quality = writing->quality;
  encoder->qualityAlpha = 100;
#else
  encoder->minQuantizer = encoder->maxQuantizer = ((100 - writing->quality) * 63 + 50) / 100;
  encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
#endif
  result = avif->avifEncoderWrite(encoder, image, &state->file);
  if (result != AVIF_RESULT_OK) return failure(writer, result);
  return cpl_output_write(&writer->output, state->file.data, state->file.size) ? CPL_OK
                                                                               : cpl_writer_fail(writer, CPL_NO_MEMORY, "");
}

static void close_avif(void *pointer) {
  avif_state *state = pointer;
  if (state->file.data) cpl_avif.avifRWDataFree(&state->file);
  if (state->encoder) cpl_avif.avifEncoderDestroy(state->encoder);
  if (state->image) cpl_avif.avifImageDestroy(state->image);
}

cpl_writer *cpl_avif_writer(cpl_writing writing) {
  static const cpl_encoder encoder = {cpl_collect_start, cpl_collect_rows, finish_avif, close_avif, .is_streamed = false};
  return cpl_writer_create(&encoder, sizeof(avif_state), writing);
}
