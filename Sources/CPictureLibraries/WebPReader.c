#include <stdlib.h>
#include <string.h>

#include "Libraries.h"
#include "Reader.h"
#include "WebPChunks.h"

enum { FRAME_LIMIT = 100000 };

typedef struct {
  const uint8_t *bytes;
  size_t count;
  bool is_animated;
  bool is_whole;      // all chunks that the file states are there
  size_t chunks_end;  // of the last whole chunk
  uint8_t *cut;       // an animation without the rest after that
  WebPDecoderConfig config;
  WebPIDecoder *decoder;
  WebPAnimDecoder *animation;
} webp_state;

static void find_chunks(cpl_reader *reader) {
  webp_state *state = reader->state;
  cpl_header *header = &reader->header;
  size_t place = WEBP_HEADER;
  uint32_t frames = 0;
  webp_chunk chunk;
  while (webp_next_chunk(state->bytes, state->count, &place, &chunk)) {
    if (webp_is(&chunk, "ICCP") && !header->profile && chunk.count > 0) {
      header->profile = chunk.bytes;
      header->profile_count = chunk.count;
    } else if (webp_is(&chunk, "EXIF") && !header->exif && chunk.count > 0) {
      // Some programs keep the name that precedes it in a JPEG.
      const size_t skipped = chunk.count > 6 && memcmp(chunk.bytes, "Exif\0", 6) == 0 ? 6 : 0;
      header->exif = chunk.bytes + skipped;
      header->exif_count = chunk.count - skipped;
    } else if (webp_is(&chunk, "XMP ") && !header->xmp && chunk.count > 0) {
      header->xmp = chunk.bytes;
      header->xmp_count = chunk.count;
    } else if (webp_is(&chunk, "ANMF") && frames < FRAME_LIMIT) {
      frames++;
    }
  }
  if (state->is_animated) header->pages = frames;
  // A file of one chunk may do without the outer format. Some programs count a last odd byte that they do not write.
  const bool is_framed = state->count >= WEBP_HEADER && memcmp(state->bytes, "RIFF", 4) == 0;
  state->chunks_end = place;
  state->is_whole = !is_framed || (uint64_t)place + 1 >= (uint64_t)webp_number(state->bytes + 4) + 8;
}

static cpl_status open_webp(cpl_reader *reader) {
  webp_state *state = reader->state;
  cpl_status status = cpl_source_all(reader->source, CPL_FILE_LIMIT, &state->bytes, &state->count);
  if (status != CPL_OK) return cpl_fail(reader, status, "a WebP file has at most 1 GiB");
  WebPBitstreamFeatures features;
  switch (cpl_webp.WebPGetFeaturesInternal(state->bytes, state->count, &features, WEBP_DECODER_ABI_VERSION)) {
    case VP8_STATUS_OK: break;
    case VP8_STATUS_NOT_ENOUGH_DATA: return cpl_fail(reader, CPL_TRUNCATED, "");
    case VP8_STATUS_OUT_OF_MEMORY: return cpl_fail(reader, CPL_NO_MEMORY, "");
    default: return cpl_fail(reader, CPL_DAMAGED, "its header is wrong");
  }
  cpl_header *header = &reader->header;
  header->width = header->full_width = (uint32_t)features.width;
  header->height = header->full_height = (uint32_t)features.height;
  header->has_alpha = features.has_alpha;
  header->channels = features.has_alpha ? 4 : 3;
  // 2: lossless, which stores red, green and blue.
  header->color = features.format == 1 ? CPL_YCBCR : CPL_RGB;
  state->is_animated = features.has_animation;
  find_chunks(reader);
  if (header->pages == 0) return cpl_fail(reader, CPL_TRUNCATED, "it has no frame");
  if (reader->reading.page >= header->pages) return cpl_fail(reader, CPL_NO_PAGE, "");
  return CPL_OK;
}

/// The file up to its last whole chunk, as if it ended there: the library takes no animation that is cut off.
static bool cut_animation(webp_state *state, WebPData *data) {
  // Chunks have an even length.
  const size_t count = state->chunks_end + (state->chunks_end & 1);
  state->cut = calloc(count, 1);
  if (!state->cut) return false;
  memcpy(state->cut, state->bytes, state->chunks_end);
  const uint32_t rest = (uint32_t)(count - 8);
  for (int i = 0; i < 4; i++) state->cut[4 + i] = (uint8_t)(rest >> 8 * i);
  *data = (WebPData){state->cut, count};
  return true;
}

static cpl_status begin_animation(cpl_reader *reader) {
  webp_state *state = reader->state;
  const webp_animation_table *webp = &cpl_webp_animation;
  WebPAnimDecoderOptions options;
  if (cpl_load(CPL_WEBP_ANIMATION) != CPL_LOADED)
    return cpl_fail(reader, CPL_NO_LIBRARY, "");
  if (!webp->WebPAnimDecoderOptionsInitInternal(&options, WEBP_DEMUX_ABI_VERSION))
    return cpl_fail(reader, CPL_UNSUPPORTED, "libwebpdemux has another version than this program was built for");
  options.color_mode = MODE_RGBA;
  options.use_threads = reader->reading.threads > 1;
  WebPData data = {state->bytes, state->count};
  if (!state->is_whole && !cut_animation(state, &data)) return CPL_NO_MEMORY;
  state->animation = webp->WebPAnimDecoderNewInternal(&data, &options, WEBP_DEMUX_ABI_VERSION);
  WebPAnimInfo info;
  if (!state->animation || !webp->WebPAnimDecoderGetInfo(state->animation, &info) ||
      info.canvas_width != reader->header.width || info.canvas_height != reader->header.height)
    return cpl_fail(reader, state->is_whole ? CPL_DAMAGED : CPL_TRUNCATED, "the animation cannot be decoded");
  uint8_t *pixels = NULL;
  int time;
  for (uint32_t page = 0; page <= reader->reading.page; page++) {
    if (!webp->WebPAnimDecoderGetNext(state->animation, &pixels, &time)) {
      pixels = NULL;
      break;
    }
  }
  if (!pixels) return cpl_fail(reader, CPL_DAMAGED, "the frame cannot be decoded");
  memcpy(reader->pixels, pixels, (size_t)info.canvas_width * info.canvas_height * 4);
  return state->is_whole ? CPL_OK : cpl_damage(reader, CPL_TRUNCATED, reader->header.height, "");
}

static cpl_status begin_webp(cpl_reader *reader) {
  webp_state *state = reader->state;
  const webp_table *webp = &cpl_webp;
  if (!cpl_allocate_pixels(reader)) return CPL_NO_MEMORY;
  if (state->is_animated) return begin_animation(reader);
  const int stride = (int)reader->header.width * 4;
  WebPDecoderConfig *config = &state->config;
  if (!webp->WebPInitDecoderConfigInternal(config, WEBP_DECODER_ABI_VERSION))
    return cpl_fail(reader, CPL_UNSUPPORTED, "libwebp has another version than this program was built for");
  config->options.use_threads = reader->reading.threads > 1;
  config->output.colorspace = MODE_RGBA;
  config->output.is_external_memory = 1;
  config->output.u.RGBA.rgba = (uint8_t *)reader->pixels;
  config->output.u.RGBA.stride = stride;
  config->output.u.RGBA.size = (size_t)stride * reader->header.height;
  // The incremental decoder tells how far a truncated file goes.
  state->decoder = webp->WebPIDecode(NULL, 0, config);
  if (!state->decoder) return CPL_NO_MEMORY;
  const VP8StatusCode code = webp->WebPIUpdate(state->decoder, state->bytes, state->count);
  // Chunks behind the pixels, such as the one with the orientation, may be missing.
  if (code == VP8_STATUS_OK)
    return state->is_whole ? CPL_OK : cpl_damage(reader, CPL_TRUNCATED, reader->header.height, "");
  int rows = 0;
  if (!webp->WebPIDecGetRGB(state->decoder, &rows, NULL, NULL, NULL)) rows = 0;
  // Rows behind the last whole one may be half done.
  memset(reader->pixels + (size_t)rows * reader->header.width, 0, (reader->header.height - (size_t)rows) * (size_t)stride);
  switch (code) {
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: return cpl_damage(reader, CPL_TRUNCATED, (uint32_t)rows, "");
    case VP8_STATUS_OUT_OF_MEMORY: return CPL_NO_MEMORY;
    case VP8_STATUS_UNSUPPORTED_FEATURE: return cpl_fail(reader, CPL_UNSUPPORTED, "libwebp does not support it");
    default: break;
  }
  static const char message[] = "its compressed pixels cannot be decoded";
  // Without a row there is nothing to be lenient for.
  return rows > 0 ? cpl_damage(reader, CPL_DAMAGED, (uint32_t)rows, message) : cpl_fail(reader, CPL_DAMAGED, message);
}

static void close_webp(void *pointer) {
  webp_state *state = pointer;
  if (state->decoder) cpl_webp.WebPIDelete(state->decoder);
  if (state->animation) cpl_webp_animation.WebPAnimDecoderDelete(state->animation);
  free(state->cut);
}

cpl_reader *cpl_webp_reader(cpl_source *source, cpl_reading reading) {
  static const cpl_format format = {open_webp, begin_webp, cpl_read_from_memory, NULL, close_webp};
  return cpl_reader_create(&format, sizeof(webp_state), source, reading);
}
