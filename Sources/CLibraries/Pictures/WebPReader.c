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
  uint32_t frames;    // that are whole
  size_t chunks_end;  // of the last whole chunk
  uint8_t *cut;       // an animation without the rest after that, or its first frame as a picture
  WebPDecoderConfig config;
  WebPIDecoder *decoder;
  WebPAnimDecoder *animation;
} webp_state;

static void find_chunks(cpl_reader *reader) {
  webp_state *state = reader->state;
  cpl_header *header = &reader->header;
  size_t place = WEBP_HEADER;
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
    } else if (webp_is(&chunk, "ANMF") && state->frames < FRAME_LIMIT) {
      state->frames++;
    }
  }
  // A file of one chunk may do without the outer format. Some programs count a last odd byte that they do not write.
  const bool is_framed = state->count >= WEBP_HEADER && memcmp(state->bytes, "RIFF", 4) == 0;
  state->chunks_end = place;
  state->is_whole = !is_framed || (uint64_t)place + 1 >= (uint64_t)webp_number(state->bytes + 4) + 8;
}

/// Whether the header states that there is EXIF, which follows the pixels.
static bool states_exif(const webp_state *state) {
  enum { FLAGS = WEBP_HEADER + WEBP_CHUNK_HEADER, EXIF = 8 };
  return state->count > FLAGS && memcmp(state->bytes + WEBP_HEADER, "VP8X", 4) == 0 && state->bytes[FLAGS] & EXIF;
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
  // A first frame that is cut off may have some rows.
  if (state->is_animated) header->pages = state->frames > 0 ? state->frames : 1;
  if (state->is_animated && state->frames == 0 && state->is_whole)
    return cpl_fail(reader, CPL_DAMAGED, "the animation has no frame");
  if (reader->reading.page >= header->pages)
    return state->is_whole ? cpl_fail(reader, CPL_NO_PAGE, "") : cpl_fail_without_page(reader, "frame");
  if (!state->is_whole && !header->exif && states_exif(state))
    cpl_copy_text(reader->warning, "the EXIF of the WebP, which may state an orientation, is missing");
  return CPL_OK;
}

/// The rows that a decoder has finished.
static uint32_t finished_rows(WebPIDecoder *decoder) {
  int rows = 0;
  return cpl_webp.WebPIDecGetRGB(decoder, &rows, NULL, NULL, NULL) && rows > 0 ? (uint32_t)rows : 0;
}

static WebPIDecoder *restart(webp_state *state) {
  if (state->decoder) cpl_webp.WebPIDelete(state->decoder);
  return state->decoder = cpl_webp.WebPIDecode(NULL, 0, &state->config);
}

/// Makes pixels opaque if their file states no alpha: a lossless one has samples of alpha all the same.
static void ignore_alpha(const WebPDecoderConfig *config, uint32_t *pixels, size_t count) {
  if (config->input.has_alpha) return;
  // The bytes of a pixel are red, green, blue and alpha on every machine.
  for (size_t i = 0; i < count; i++) ((uint8_t *)(pixels + i))[3] = 255;
}

/// Decodes a file of one picture; `rows` are finished, and the pixels below them are transparent unless all are.
///
/// The incremental decoder tells how far a truncated file goes. Where it meets damage it forgets its rows, so the damage is
/// looked for, and the file decoded up to there.
static VP8StatusCode decode(
  cpl_reader *reader, const uint8_t *bytes, size_t count, uint32_t *pixels, uint32_t width, uint32_t height,
  uint32_t *rows) {
  webp_state *state = reader->state;
  const webp_table *webp = &cpl_webp;
  WebPDecoderConfig *config = &state->config;
  if (!webp->WebPInitDecoderConfigInternal(config, WEBP_DECODER_ABI_VERSION)) return VP8_STATUS_UNSUPPORTED_FEATURE;
  if (webp->WebPGetFeaturesInternal(bytes, count, &config->input, WEBP_DECODER_ABI_VERSION) != VP8_STATUS_OK)
    config->input.has_alpha = 1;
  config->options.use_threads = reader->reading.threads > 1;
  config->output.colorspace = MODE_RGBA;
  config->output.is_external_memory = 1;
  config->output.u.RGBA.rgba = (uint8_t *)pixels;
  config->output.u.RGBA.stride = (int)width * 4;
  config->output.u.RGBA.size = (size_t)width * height * 4;
  if (!restart(state)) return VP8_STATUS_OUT_OF_MEMORY;
  const VP8StatusCode code = webp->WebPIUpdate(state->decoder, bytes, count);
  if (code == VP8_STATUS_OK) {
    *rows = height;
    ignore_alpha(config, pixels, (size_t)width * height);
    return code;
  }
  *rows = finished_rows(state->decoder);
  // The library also gives other reasons, if alpha cannot be decoded or a frame cannot be set up.
  const bool is_short = code == VP8_STATUS_SUSPENDED || code == VP8_STATUS_NOT_ENOUGH_DATA;
  if (!is_short && cpl_lacks_memory(reader, (uint64_t)width * height)) return VP8_STATUS_OUT_OF_MEMORY;
  if (code == VP8_STATUS_BITSTREAM_ERROR) {
    // With `good` bytes there is no error yet, with `bad` ones there is.
    size_t good = 0, bad = count;
    while (bad - good > count / 1024 + 1) {
      const size_t middle = good + (bad - good) / 2;
      if (!restart(state)) return VP8_STATUS_OUT_OF_MEMORY;
      if (webp->WebPIUpdate(state->decoder, bytes, middle) == VP8_STATUS_SUSPENDED) {
        good = middle;
      } else {
        bad = middle;
      }
    }
    if (!restart(state)) return VP8_STATUS_OUT_OF_MEMORY;
    if (webp->WebPIUpdate(state->decoder, bytes, good) == VP8_STATUS_SUSPENDED) *rows = finished_rows(state->decoder);
  }
  ignore_alpha(config, pixels, (size_t)*rows * width);
  // Rows behind the last finished one may be half done.
  memset(pixels + (size_t)*rows * width, 0, (size_t)(height - *rows) * width * 4);
  return code;
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

/// The number of three bytes.
static uint32_t number24(const uint8_t *bytes) { return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16; }

/// Decodes as much as there is of an animation's first frame, which is cut off, and puts it on the picture.
static cpl_status begin_cut_frame(cpl_reader *reader) {
  enum { FRAME_HEADER = 16, SIZE_CHUNK = WEBP_CHUNK_HEADER + 10 };
  webp_state *state = reader->state;
  const uint32_t width = reader->header.width, height = reader->header.height;
  const size_t start = state->chunks_end + WEBP_CHUNK_HEADER + FRAME_HEADER;
  if (state->count <= start || memcmp(state->bytes + state->chunks_end, "ANMF", 4) != 0)
    return cpl_damage(reader, CPL_TRUNCATED, 0, "");
  const uint8_t *frame = state->bytes + start - FRAME_HEADER;
  const uint32_t left = number24(frame) * 2, top = number24(frame + 3) * 2;
  const uint32_t columns = number24(frame + 6) + 1, rows = number24(frame + 9) + 1;
  if (left > width || columns > width - left || top > height || rows > height - top)
    return cpl_fail(reader, CPL_DAMAGED, "its first frame is larger than the picture");
  // As a file of one picture: with its size, in front of the chunks of alpha and colours.
  const uint32_t stated = webp_number(frame - 4);
  const size_t left_over = state->count - start, before = WEBP_HEADER + SIZE_CHUNK;
  uint8_t *file = state->cut = calloc(before + left_over, 1);
  uint32_t *pixels = calloc((size_t)columns * rows, 4);
  if (!file || !pixels) {
    free(pixels);
    return CPL_NO_MEMORY;
  }
  const uint32_t rest = (stated < FRAME_HEADER ? 0 : stated - FRAME_HEADER) + (uint32_t)before - 8;
  memcpy(file, "RIFF", 4);
  memcpy(file + 8, "WEBPVP8X\x0a", 9);
  for (int i = 0; i < 4; i++) file[4 + i] = (uint8_t)(rest >> 8 * i);
  const bool has_alpha = left_over >= 4 && memcmp(state->bytes + start, "ALPH", 4) == 0;
  file[20] = has_alpha ? 0x10 : 0;
  memcpy(file + 24, frame + 6, 6);
  memcpy(file + before, state->bytes + start, left_over);
  uint32_t done = 0;
  const VP8StatusCode code = decode(reader, file, before + left_over, pixels, columns, rows, &done);
  for (uint32_t y = 0; y < done; y++)
    memcpy(reader->pixels + (size_t)(top + y) * width + left, pixels + (size_t)y * columns, (size_t)columns * 4);
  free(pixels);
  if (code == VP8_STATUS_OUT_OF_MEMORY) return CPL_NO_MEMORY;
  // The rows above a frame are transparent.
  return cpl_damage(reader, CPL_TRUNCATED, done > 0 ? top + done : 0, "");
}

/// Fails because a frame cannot be decoded, for which the library gives no reason.
static cpl_status fail_animation(cpl_reader *reader, cpl_status status, const char *message) {
  const cpl_header *header = &reader->header;
  if (cpl_lacks_memory(reader, (uint64_t)header->width * header->height)) return cpl_fail(reader, CPL_NO_MEMORY, "");
  return cpl_fail(reader, status, message);
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
  // The library refuses the same bytes again, and says nothing about memory.
  if (!state->animation) state->animation = webp->WebPAnimDecoderNewInternal(&data, &options, WEBP_DEMUX_ABI_VERSION);
  WebPAnimInfo info;
  if (!state->animation || !webp->WebPAnimDecoderGetInfo(state->animation, &info) ||
      info.canvas_width != reader->header.width || info.canvas_height != reader->header.height)
    return fail_animation(reader, state->is_whole ? CPL_DAMAGED : CPL_TRUNCATED, "the animation cannot be decoded");
  uint8_t *pixels = NULL;
  int time;
  for (uint32_t page = 0; page <= reader->reading.page; page++) {
    if (!webp->WebPAnimDecoderGetNext(state->animation, &pixels, &time)) {
      pixels = NULL;
      break;
    }
  }
  if (!pixels) return fail_animation(reader, CPL_DAMAGED, "the frame cannot be decoded");
  // They stay until the next frame.
  reader->lent_pixels = (const uint32_t *)pixels;
  if (state->is_whole) return CPL_OK;
  return cpl_damage(reader, CPL_TRUNCATED, reader->header.height, "the file ends before all of its frames");
}

static cpl_status begin_webp(cpl_reader *reader) {
  webp_state *state = reader->state;
  if (state->is_animated && state->frames > 0) return begin_animation(reader);
  if (!cpl_allocate_pixels(reader, reader->header.width, reader->header.height)) return CPL_NO_MEMORY;
  if (state->is_animated) return begin_cut_frame(reader);
  static const char cut_message[] = "its compressed pixels end too early";
  uint32_t rows = 0;
  const VP8StatusCode code = decode(
    reader, state->bytes, state->count, reader->pixels, reader->header.width, reader->header.height, &rows);
  switch (code) {
    // Chunks behind the pixels, such as the one with the orientation, may be missing.
    case VP8_STATUS_OK:
      if (state->is_whole) return CPL_OK;
      return cpl_damage(reader, CPL_TRUNCATED, reader->header.height, "the file ends behind its pixels");
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA:
      if (!state->is_whole) return cpl_damage(reader, CPL_TRUNCATED, rows, "");
      return rows > 0 ? cpl_damage(reader, CPL_DAMAGED, rows, cut_message) : cpl_fail(reader, CPL_DAMAGED, cut_message);
    case VP8_STATUS_OUT_OF_MEMORY: return CPL_NO_MEMORY;
    case VP8_STATUS_UNSUPPORTED_FEATURE: return cpl_fail(reader, CPL_UNSUPPORTED, "libwebp does not support it");
    default: break;
  }
  static const char message[] = "its compressed pixels cannot be decoded";
  // Without a row there is nothing to be lenient for.
  return rows > 0 ? cpl_damage(reader, CPL_DAMAGED, rows, message) : cpl_fail(reader, CPL_DAMAGED, message);
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
