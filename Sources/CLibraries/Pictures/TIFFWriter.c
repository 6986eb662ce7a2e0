#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Libraries.h"
#include "Reader.h"
#include "Writer.h"

typedef struct {
  TIFF *tiff;
  cpl_output *output;
  char error[CPL_TEXT_CAPACITY];
  uint8_t *row;
} tiff_state;

static tmsize_t read_file(thandle_t handle, void *bytes, tmsize_t count) {
  tiff_state *state = (tiff_state *)handle;
  cpl_output *output = state->output;
  if (count <= 0 || output->place >= output->count) return 0;
  const size_t left = output->count - output->place;
  const size_t part = left < (size_t)count ? left : (size_t)count;
  memcpy(bytes, output->bytes + output->place, part);
  output->place += part;
  return (tmsize_t)part;
}

static tmsize_t write_file(thandle_t handle, void *bytes, tmsize_t count) {
  tiff_state *state = (tiff_state *)handle;
  return count > 0 && cpl_output_write(state->output, bytes, (size_t)count) ? count : 0;
}

static toff_t seek_file(thandle_t handle, toff_t offset, int from) {
  tiff_state *state = (tiff_state *)handle;
  const uint64_t base = from == SEEK_CUR ? state->output->place : from == SEEK_END ? state->output->count : 0;
  return state->output->place = (size_t)(base + offset);
}

static int close_file(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t file_size(thandle_t handle) { return ((tiff_state *)handle)->output->count; }

static int on_error(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  (void)tiff;
  (void)module;
  tiff_state *state = user;
  if (!state->error[0]) vsnprintf(state->error, sizeof state->error, format, arguments);
  return 1;
}

static int on_warning(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  (void)tiff;
  (void)module;
  tiff_state *state = user;
  char text[CPL_TEXT_CAPACITY];
  vsnprintf(text, sizeof text, format, arguments);
  // Something would be missing in the file.
  if (!state->error[0] && cpl_tiff_lacks_memory(text)) memcpy(state->error, text, sizeof text);
  return 1;
}

static bool set_density(TIFF *tiff, const cpl_density *density) {
  const uint16_t unit = density->unit == CPL_PER_INCH         ? RESUNIT_INCH
                        : density->unit == CPL_PER_CENTIMETRE ? RESUNIT_CENTIMETER
                                                              : RESUNIT_NONE;
  return density->unit == CPL_NO_DENSITY ||
         (cpl_tiff.TIFFSetField(tiff, TIFFTAG_XRESOLUTION, density->x) && cpl_tiff.TIFFSetField(tiff, TIFFTAG_YRESOLUTION, density->y) &&
          cpl_tiff.TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, unit));
}

/// The error of libtiff, which has only texts.
static cpl_status failure(cpl_writer *writer) {
  const tiff_state *state = writer->state;
  return cpl_writer_fail(writer, cpl_tiff_lacks_memory(state->error) ? CPL_NO_MEMORY : CPL_UNSUPPORTED, state->error);
}

static int samples_of(const cpl_writing *writing) { return (writing->is_gray ? 1 : 3) + (writing->is_opaque ? 0 : 1); }

static cpl_status start_tiff(cpl_writer *writer) {
  tiff_state *state = writer->state;
  const tiff_table *lib = &cpl_tiff;
  const cpl_writing *writing = &writer->writing;
  state->output = &writer->output;
  TIFFOpenOptions *options = lib->TIFFOpenOptionsAlloc();
  if (!options) return cpl_writer_fail(writer, CPL_NO_MEMORY, "");
  lib->TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, state);
  lib->TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, state);
  TIFF *tiff = state->tiff = lib->TIFFClientOpenExt(
    "picture", writing->is_big_endian ? "wb" : "wl", state, read_file, write_file, seek_file, close_file, file_size, NULL, NULL, options);
  lib->TIFFOpenOptionsFree(options);
  if (!tiff) return failure(writer);
  const int samples = samples_of(writing);
  state->row = malloc((size_t)writing->width * 4);
  if (!state->row) return cpl_writer_fail(writer, CPL_NO_MEMORY, "");
  bool is_done = lib->TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, writing->width) &&
                 lib->TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, writing->height) &&
                 lib->TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8) && lib->TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, samples) &&
                 lib->TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, writing->is_gray ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB) &&
                 lib->TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
                 lib->TIFFSetField(tiff, TIFFTAG_COMPRESSION, writing->uses_lzw ? COMPRESSION_LZW : COMPRESSION_ADOBE_DEFLATE) &&
                 lib->TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
  if (is_done && !writing->is_opaque) {
    const uint16_t types[1] = {EXTRASAMPLE_UNASSALPHA};
    is_done = lib->TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, types);
  }
  if (is_done && writing->profile_count > 0)
    is_done = lib->TIFFSetField(tiff, TIFFTAG_ICCPROFILE, (uint32_t)writing->profile_count, writing->profile);
  if (is_done && writing->xmp_count > 0)
    is_done = lib->TIFFSetField(tiff, TIFFTAG_XMLPACKET, (uint32_t)writing->xmp_count, writing->xmp);
  // Most programs write no tag for a picture that is upright.
  if (is_done && writing->orientation > 1)
    is_done = lib->TIFFSetField(tiff, TIFFTAG_ORIENTATION, (int)writing->orientation);
  is_done = is_done && set_density(tiff, &writing->density);
  // Strips of about 64 KiB.
  const uint32_t rows = 65536 / (writing->width * (uint32_t)samples);
  is_done = is_done && lib->TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, rows > 0 ? rows : 1);
  return is_done ? CPL_OK : failure(writer);
}

static cpl_status write_tiff(cpl_writer *writer, const uint32_t *pixels, uint32_t rows) {
  tiff_state *state = writer->state;
  const cpl_writing *writing = &writer->writing;
  const size_t width = writing->width;
  for (uint32_t i = 0; i < rows; i++) {
    const uint8_t *from = (const uint8_t *)(pixels + i * width);
    if (writing->is_gray) {
      // Red and alpha, or red alone.
      const size_t samples = (size_t)samples_of(writing);
      for (size_t x = 0; x < width; x++) {
        state->row[samples * x] = from[4 * x];
        if (samples == 2) state->row[2 * x + 1] = from[4 * x + 3];
      }
    } else if (writing->is_opaque) {
      for (size_t x = 0; x < width; x++) memcpy(state->row + 3 * x, from + 4 * x, 3);
    } else {
      // The predictor works in the row that it is given.
      memcpy(state->row, from, width * 4);
    }
    if (cpl_tiff.TIFFWriteScanline(state->tiff, state->row, writer->next_row + i, 0) < 0)
      return failure(writer);
  }
  return CPL_OK;
}

static cpl_status finish_tiff(cpl_writer *writer) {
  tiff_state *state = writer->state;
  if (!cpl_tiff.TIFFFlush(state->tiff)) return failure(writer);
  cpl_tiff.TIFFClose(state->tiff);
  state->tiff = NULL;
  return state->error[0] ? failure(writer) : CPL_OK;
}

static void close_tiff(void *pointer) {
  tiff_state *state = pointer;
  if (state->tiff) cpl_tiff.TIFFClose(state->tiff);
  free(state->row);
}

cpl_writer *cpl_tiff_writer(cpl_writing writing) {
  static const cpl_encoder encoder = {start_tiff, write_tiff, finish_tiff, close_tiff, .is_streamed = false};
  return cpl_writer_create(&encoder, sizeof(tiff_state), writing);
}
