#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "TIFFReader.h"

// MARK: The file

static tmsize_t read_file(thandle_t handle, void *bytes, tmsize_t count) {
  tiff_reader *state = (tiff_reader *)handle;
  if (count <= 0) return 0;
  size_t done = 0;
  if (!state->bytes) {
    done = cpl_source_read_at(state->source, state->place, bytes, (size_t)count);
  } else if (state->place < state->count) {
    const uint64_t left = state->count - state->place;
    done = left < (uint64_t)count ? (size_t)left : (size_t)count;
    memcpy(bytes, state->bytes + state->place, done);
  }
  if (done < (size_t)count) state->has_ended = true;
  state->place += done;
  return (tmsize_t)done;
}

static tmsize_t write_file(thandle_t handle, void *bytes, tmsize_t count) {
  (void)handle;
  (void)bytes;
  (void)count;
  return 0;
}

static toff_t file_size(thandle_t handle) {
  const tiff_reader *state = (const tiff_reader *)handle;
  return state->bytes ? state->count : cpl_source_size(state->source);
}

static toff_t seek_file(thandle_t handle, toff_t offset, int from) {
  tiff_reader *state = (tiff_reader *)handle;
  const uint64_t base = from == SEEK_CUR ? state->place : from == SEEK_END ? file_size(handle) : 0;
  return state->place = base + offset;
}

static int close_file(thandle_t handle) {
  (void)handle;
  return 0;
}

/// Keeps whether a message is about memory; formats it.
static void take_message(tiff_reader *state, char text[CPL_TEXT_CAPACITY], const char *format, va_list arguments) {
  vsnprintf(text, CPL_TEXT_CAPACITY, format, arguments);
  // After refusing what a damaged file states, the library also says that it is out of memory.
  if (strstr(text, "byte limit")) state->has_limited = true;
  if (!state->has_limited && cpl_tiff_lacks_memory(text)) state->lacks_memory = true;
}

static int on_error(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  (void)tiff;
  (void)module;
  tiff_reader *state = user;
  char text[CPL_TEXT_CAPACITY];
  take_message(state, text, format, arguments);
  // The first is the reason for those after it.
  if (!state->error[0]) cpl_quote(state->error, "libtiff", text);
  return 1;
}

/// Whether a warning says that pixels are missing or wrong: all of those do that come while pixels are decoded, except these.
static bool is_about_pixels(const char *text) {
  static const char *const harmless[] = {
    // The file is of an old or rare kind, which is read as it was meant.
    "Old-style LZW", "old-style JPEG", "Auto-correct", "Decompressor will try",
    // libjpeg's: values of its header that change no pixel.
    "JFIF revision", "Adobe color transform",
  };
  for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
    if (strstr(text, harmless[i])) return false;
  }
  return true;
}

static int on_warning(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  (void)tiff;
  (void)module;
  tiff_reader *state = user;
  char text[CPL_TEXT_CAPACITY];
  take_message(state, text, format, arguments);
  // The decoders of fax, PackBits and JPEG only warn about damage, and go on with pixels that they make up.
  if (state->is_decoding && !state->error[0] && is_about_pixels(text)) cpl_quote(state->error, "libtiff", text);
  return 1;
}

void tiff_forget_error(tiff_reader *state) {
  state->error[0] = 0;
  state->has_ended = false;
  state->has_limited = false;
}

cpl_status tiff_system_failure(const cpl_reader *reader) {
  const tiff_reader *state = reader->state;
  if (reader->source->error_number) return CPL_IO;
  return state->lacks_memory ? CPL_NO_MEMORY : CPL_OK;
}

cpl_status tiff_failure(const cpl_reader *reader) {
  const tiff_reader *state = reader->state;
  const cpl_status status = tiff_system_failure(reader);
  if (status != CPL_OK) return status;
  if (state->has_ended) return CPL_TRUNCATED;
  // Deflate, for one, fails without a word if it has no memory.
  const cpl_header *header = &reader->header;
  return cpl_lacks_memory(reader, header->at_once > 0 ? header->at_once : header->width) ? CPL_NO_MEMORY : CPL_DAMAGED;
}

static cpl_status open_file(cpl_reader *reader) {
  tiff_reader *state = reader->state;
  const tiff_table *lib = &cpl_tiff;
  state->source = reader->source;
  if (!cpl_source_is_random(reader->source)) {
    size_t count = 0;
    const cpl_status status = cpl_source_all(reader->source, CPL_FILE_LIMIT, &state->bytes, &count);
    if (status != CPL_OK) return cpl_fail(reader, status, "a TIFF from a pipe has at most 1 GiB");
    state->count = count;
  }
  TIFFOpenOptions *options = lib->TIFFOpenOptionsAlloc();
  if (!options) return CPL_NO_MEMORY;
  // What one strip of 16-bit pixels takes.
  const uint64_t most = reader->reading.pixel_limit * 8 + (16 << 20);
  lib->TIFFOpenOptionsSetMaxSingleMemAlloc(options, most > INT64_MAX ? INT64_MAX : (tmsize_t)most);
  lib->TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, state);
  lib->TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, state);
  state->tiff = lib->TIFFClientOpenExt(
    "picture", "rm", state, read_file, write_file, seek_file, close_file, file_size, NULL, NULL, options);
  lib->TIFFOpenOptionsFree(options);
  if (state->tiff) return CPL_OK;
  const cpl_status status = tiff_failure(reader);
  return cpl_fail(
    reader, status, status == CPL_TRUNCATED ? "the file ends before the directory that says what is in it" : state->error);
}

// MARK: The header

static uint16_t field16(const tiff_reader *state, uint32_t tag, uint16_t otherwise) {
  uint16_t value = otherwise;
  return cpl_tiff.TIFFGetFieldDefaulted(state->tiff, tag, &value) ? value : otherwise;
}

static int color_of(uint16_t photometric) {
  switch (photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_LOGL: return CPL_GREY;
    case PHOTOMETRIC_PALETTE: return CPL_PALETTE;
    case PHOTOMETRIC_SEPARATED: return CPL_CMYK;
    case PHOTOMETRIC_YCBCR: return CPL_YCBCR;
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB:
    case PHOTOMETRIC_ITULAB:
    case PHOTOMETRIC_LOGLUV: return CPL_LAB;
    default: return CPL_RGB;
  }
}

static uint16_t colors_of(int color) { return color == CPL_GREY || color == CPL_PALETTE ? 1 : color == CPL_CMYK ? 4 : 3; }

static void find_density(cpl_header *header, const tiff_reader *state) {
  float x = 0, y = 0;
  if (!cpl_tiff.TIFFGetField(state->tiff, TIFFTAG_XRESOLUTION, &x) || !cpl_tiff.TIFFGetField(state->tiff, TIFFTAG_YRESOLUTION, &y))
    return;
  // Also false for what is no number.
  if (!(x > 0 && y > 0)) return;
  switch (field16(state, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH)) {
    case RESUNIT_INCH: header->density = (cpl_density){CPL_PER_INCH, x, y}; break;
    case RESUNIT_CENTIMETER: header->density = (cpl_density){CPL_PER_CENTIMETRE, x, y}; break;
    default:
      if (x != y) header->density = (cpl_density){CPL_RATIO, x, y};
  }
}

static void find_alpha(tiff_reader *state) {
  uint16_t count = 0, *types = NULL;
  tiff_samples *samples = &state->samples;
  if (!cpl_tiff.TIFFGetFieldDefaulted(state->tiff, TIFFTAG_EXTRASAMPLES, &count, &types)) count = 0;
  for (uint16_t i = 0; i < count && samples->colors + i < samples->samples; i++) {
    if (types[i] != EXTRASAMPLE_ASSOCALPHA && types[i] != EXTRASAMPLE_UNASSALPHA) continue;
    samples->alpha = (uint16_t)(samples->colors + i);
    samples->is_associated = types[i] == EXTRASAMPLE_ASSOCALPHA;
    return;
  }
  // What a further sample means need not be stated. libvips, ImageMagick and GraphicsMagick take it for alpha. Of grey
  // with several, they are more likely bands of a sensor.
  const bool is_single = samples->samples == samples->colors + 1;
  if (samples->samples > samples->colors && (samples->colors > 1 || is_single)) samples->alpha = samples->colors;
}

/// The kind of colours where the file does not state it: white is 0 in a fax.
static uint16_t usual_photometric(uint16_t samples, uint16_t compression) {
  if (samples >= 3) return PHOTOMETRIC_RGB;
  switch (compression) {
    case COMPRESSION_CCITTRLE:
    case COMPRESSION_CCITTRLEW:
    case COMPRESSION_CCITTFAX3:
    case COMPRESSION_CCITTFAX4: return PHOTOMETRIC_MINISWHITE;
    default: return PHOTOMETRIC_MINISBLACK;
  }
}

static bool take_palette(tiff_reader *state) {
  uint16_t *red, *green, *blue;
  tiff_samples *samples = &state->samples;
  if (samples->bits > 8) return false;
  if (!cpl_tiff.TIFFGetField(state->tiff, TIFFTAG_COLORMAP, &red, &green, &blue)) return false;
  const size_t count = (size_t)1 << samples->bits;
  // The library states colours also where it had no memory to keep them.
  if (red && green && blue) samples->red = calloc(count, 3);
  if (!samples->red) {
    state->lacks_memory = true;
    return false;
  }
  samples->green = samples->red + count;
  samples->blue = samples->green + count;
  // Some old programs wrote colours of 8 bits, and not of 16.
  bool is_wide = false;
  for (size_t i = 0; i < count; i++) is_wide |= red[i] > 255 || green[i] > 255 || blue[i] > 255;
  for (size_t i = 0; i < count; i++) {
    samples->red[i] = (uint8_t)(is_wide ? red[i] >> 8 : red[i]);
    samples->green[i] = (uint8_t)(is_wide ? green[i] >> 8 : green[i]);
    samples->blue[i] = (uint8_t)(is_wide ? blue[i] >> 8 : blue[i]);
  }
  return true;
}

/// Whether this file converts the samples, and not the library.
static bool is_known(const tiff_reader *state) {
  const tiff_samples *samples = &state->samples;
  const uint16_t bits = samples->bits;
  if (samples->samples < samples->colors) return false;
  const bool is_readable = samples->kind == CPL_FLOAT ? bits == 16 || bits == 24 || bits == 32 || bits == 64 : bits >= 1 && bits <= 32;
  switch (samples->photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_RGB: return is_readable;
    case PHOTOMETRIC_PALETTE: return samples->red && samples->kind == CPL_UNSIGNED;
    case PHOTOMETRIC_SEPARATED: return is_readable && field16(state, TIFFTAG_INKSET, INKSET_CMYK) == INKSET_CMYK;
    default: return false;
  }
}

static cpl_status choose_way(cpl_reader *reader) {
  tiff_reader *state = reader->state;
  const tiff_table *lib = &cpl_tiff;
  const bool is_tiled = lib->TIFFIsTiled(state->tiff);
  // The library converts unsigned samples alone.
  if (!is_known(state) && state->samples.kind != CPL_UNSIGNED)
    return cpl_fail(
      reader, CPL_UNSUPPORTED,
      state->samples.kind == CPL_FLOAT ? "its floating-point samples have an unusual size or meaning"
                                       : "its signed samples have an unusual size or meaning");
  if (is_known(state)) {
    state->way = is_tiled ? BY_TILE : state->samples.is_separate ? BY_STRIP : BY_ROW;
  } else {
    char text[1024] = "";
    if (!lib->TIFFRGBAImageOK(state->tiff, text)) return cpl_fail_quoting(reader, CPL_UNSUPPORTED, "libtiff", text);
    state->way = is_tiled ? BY_CONVERTED_TILE : BY_CONVERTED_STRIP;
    // The library multiplies colours by every alpha.
    state->is_converted_straight = state->samples.alpha > 0;
  }
  uint32_t rows = 0;
  if (is_tiled) {
    if (!lib->TIFFGetField(state->tiff, TIFFTAG_TILEWIDTH, &state->block_width) ||
        !lib->TIFFGetField(state->tiff, TIFFTAG_TILELENGTH, &rows) || state->block_width == 0 || rows == 0)
      return cpl_fail(reader, CPL_DAMAGED, "its tiles have no size");
  } else if (!lib->TIFFGetFieldDefaulted(state->tiff, TIFFTAG_ROWSPERSTRIP, &rows) || rows == 0) {
    return cpl_fail(reader, CPL_DAMAGED, "its strips have no rows");
  }
  // Strips may say that they have more rows than the picture; tiles are always whole.
  state->block_height = !is_tiled && rows > reader->header.height ? reader->header.height : rows;
  if (state->way != BY_ROW) {
    const uint32_t height = rows < reader->header.height ? rows : reader->header.height;
    reader->header.at_once = (uint64_t)reader->header.width * height;
  }
  return CPL_OK;
}

/// Copies bytes of the file as if nothing had been read; returns how many there are.
static size_t read_at(tiff_reader *state, uint64_t place, uint8_t *bytes, size_t count) {
  const uint64_t old_place = state->place;
  const bool had_ended = state->has_ended;
  state->place = place;
  const size_t done = (size_t)read_file((thandle_t)state, bytes, (tmsize_t)count);
  state->place = old_place;
  state->has_ended = had_ended;
  return done;
}

/// The number of some bytes in the file, in its byte order; 0 if they are not all there.
static uint64_t number_at(tiff_reader *state, uint64_t place, size_t count) {
  uint8_t bytes[8];
  const bool is_there = count <= sizeof bytes && read_at(state, place, bytes, count) == count;
  const bool is_big_endian = cpl_tiff.TIFFIsBigEndian(state->tiff) != 0;
  uint64_t number = 0;
  for (size_t i = 0; is_there && i < count; i++) number |= (uint64_t)bytes[i] << 8 * (is_big_endian ? count - 1 - i : i);
  return number;
}

/// The kind of colours as the current directory states it: the library makes a palette of 8 bits without its colours grey.
static uint16_t stated_photometric(tiff_reader *state) {
  const uint64_t directory = cpl_tiff.TIFFCurrentDirOffset(state->tiff);
  const bool is_big = number_at(state, 2, 2) == 43;
  const uint64_t count = number_at(state, directory, is_big ? 8 : 2);
  uint64_t entry = directory + (is_big ? 8 : 2);
  for (uint64_t i = 0; i < count && i < UINT16_MAX; i++, entry += is_big ? 20 : 12) {
    if (number_at(state, entry, 2) == TIFFTAG_PHOTOMETRIC) return (uint16_t)number_at(state, entry + (is_big ? 12 : 8), 2);
  }
  return 0;
}

/// The strips or tiles of the current page.
static uint32_t block_count(const tiff_reader *state) {
  const tiff_table *lib = &cpl_tiff;
  return lib->TIFFIsTiled(state->tiff) ? lib->TIFFNumberOfTiles(state->tiff) : lib->TIFFNumberOfStrips(state->tiff);
}

/// Whether the file ends before the last byte that the current page states of its pixels.
static bool is_page_cut(const tiff_reader *state) {
  const tiff_table *lib = &cpl_tiff;
  const uint64_t end = file_size((thandle_t)state);
  const uint32_t count = block_count(state);
  // The table of places is as long as the file makes it; a longer one has zeros, which are not behind the end.
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t place = lib->TIFFGetStrileOffset(state->tiff, i), bytes = lib->TIFFGetStrileByteCount(state->tiff, i);
    if (place == 0 && bytes == 0) return false;
    if (place > end || bytes > end - place) return true;
  }
  return false;
}

/// Whether the file ends within a page, as far as that is known after a look at some pages.
static bool is_any_page_cut(tiff_reader *state, uint32_t pages) {
  // A small file may have very many pages, which share a long table of places.
  enum { PAGES = 1000, BLOCKS = 1 << 20 };
  uint64_t blocks = 0;
  if (!cpl_tiff.TIFFSetDirectory(state->tiff, 0)) return false;
  for (uint32_t page = 0; page < pages && page < PAGES; page++) {
    if ((blocks += block_count(state)) > BLOCKS) return false;
    if (is_page_cut(state)) return true;
    if (page + 1 < pages && !cpl_tiff.TIFFReadDirectory(state->tiff)) return state->has_ended;
  }
  return false;
}

uint64_t cpl_tiff_directory(const cpl_reader *reader) { return cpl_tiff.TIFFCurrentDirOffset(((tiff_reader *)reader->state)->tiff); }

size_t cpl_tiff_read_at(cpl_reader *reader, uint64_t place, uint8_t *bytes, size_t count) {
  return read_at(reader->state, place, bytes, count);
}

static cpl_status read_header(cpl_reader *reader) {
  tiff_reader *state = reader->state;
  const tiff_table *lib = &cpl_tiff;
  cpl_header *header = &reader->header;
  tiff_samples *samples = &state->samples;
  cpl_status status = open_file(reader);
  if (status != CPL_OK) return status;
  bool lacks_values = state->has_ended;
  tiff_forget_error(state);
  header->pages = (uint32_t)lib->TIFFNumberOfDirectories(state->tiff);
  state->is_cut = state->has_ended;
  if (header->pages == 0) header->pages = 1;
  if (reader->reading.page >= header->pages)
    return state->is_cut ? cpl_fail_without_page(reader, "page") : cpl_fail(reader, CPL_NO_PAGE, "");
  if (header->pages > 1 && is_any_page_cut(state, header->pages)) state->is_cut = true;
  tiff_forget_error(state);
  if (header->pages > 1 && !lib->TIFFSetDirectory(state->tiff, (tdir_t)reader->reading.page))
    return cpl_fail(reader, tiff_failure(reader), state->error);
  // The library passes over values that it cannot read, such as a profile at the end of the file.
  state->lacks_values = header->pages > 1 ? state->has_ended : lacks_values;
  if (!lib->TIFFGetField(state->tiff, TIFFTAG_IMAGEWIDTH, &header->width) ||
      !lib->TIFFGetField(state->tiff, TIFFTAG_IMAGELENGTH, &header->height) || header->width == 0 || header->height == 0)
    return cpl_fail(reader, CPL_DAMAGED, "the picture has no size");
  header->full_width = header->width;
  header->full_height = header->height;
  samples->bits = field16(state, TIFFTAG_BITSPERSAMPLE, 1);
  samples->samples = field16(state, TIFFTAG_SAMPLESPERPIXEL, 1);
  const uint16_t compression = field16(state, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  samples->photometric = field16(state, TIFFTAG_PHOTOMETRIC, usual_photometric(samples->samples, compression));
  header->color = color_of(samples->photometric);
  header->is_white_least = samples->photometric == PHOTOMETRIC_MINISWHITE;
  samples->colors = colors_of(header->color);
  find_alpha(state);
  header->depth = samples->bits;
  header->channels = samples->samples;
  header->has_alpha = samples->alpha > 0;
  const uint16_t format = field16(state, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
  const bool is_logarithmic = samples->photometric == PHOTOMETRIC_LOGL || samples->photometric == PHOTOMETRIC_LOGLUV;
  if (format == SAMPLEFORMAT_COMPLEXINT || format == SAMPLEFORMAT_COMPLEXIEEEFP)
    return cpl_fail(reader, CPL_UNSUPPORTED, "its samples are complex numbers");
  if (!is_logarithmic && format == SAMPLEFORMAT_IEEEFP) samples->kind = CPL_FLOAT;
  if (!is_logarithmic && format == SAMPLEFORMAT_INT) samples->kind = CPL_SIGNED;
  header->sample_kind = samples->kind;
  if (samples->photometric == PHOTOMETRIC_YCBCR && compression == COMPRESSION_JPEG &&
      field16(state, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_CONTIG) {
    lib->TIFFSetField(state->tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    samples->photometric = PHOTOMETRIC_RGB;
  }
  samples->is_separate = samples->samples > 1 && field16(state, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_SEPARATE;
  const bool has_palette = samples->photometric == PHOTOMETRIC_PALETTE && take_palette(state);
  const bool needs_palette = samples->photometric == PHOTOMETRIC_PALETTE ||
    (samples->photometric == PHOTOMETRIC_MINISBLACK && stated_photometric(state) == PHOTOMETRIC_PALETTE);
  // Its colours are values that may be behind the end of the file.
  if (needs_palette && !has_palette)
    return cpl_fail(
      reader, state->lacks_values ? CPL_TRUNCATED : CPL_DAMAGED, "it has no palette, but its pixels need one");
  uint16_t orientation = 0;
  if (lib->TIFFGetField(state->tiff, TIFFTAG_ORIENTATION, &orientation) && orientation <= 8) header->orientation = orientation;
  // Rows come as they are stored, also those that the library converts.
  lib->TIFFSetField(state->tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  uint32_t count = 0;
  void *profile = NULL;
  if (lib->TIFFGetField(state->tiff, TIFFTAG_ICCPROFILE, &count, &profile) && profile && count > 0) {
    header->profile = profile;
    header->profile_count = count;
  }
  void *xmp = NULL;
  if (lib->TIFFGetField(state->tiff, TIFFTAG_XMLPACKET, &count, &xmp) && xmp && count > 0) {
    header->xmp = xmp;
    header->xmp_count = count;
  }
  find_density(header, state);
  header->is_streamed = true;
  status = choose_way(reader);
  tiff_forget_error(state);
  return status;
}

static cpl_status open_tiff(cpl_reader *reader) {
  const cpl_status status = read_header(reader), failure = tiff_system_failure(reader);
  return failure == CPL_OK ? status : cpl_fail(reader, failure, "");
}

static cpl_status finish_tiff(cpl_reader *reader) {
  const tiff_reader *state = reader->state;
  const cpl_status failure = tiff_system_failure(reader);
  if (failure != CPL_OK) return cpl_fail(reader, failure, "");
  if (reader->damage != CPL_OK) return CPL_OK;
  // All pixels are there. Another page may only state more bytes than it has, and a value a wrong place.
  if (state->lacks_values) {
    cpl_copy_text(reader->warning, "values at the end of the TIFF are missing");
  } else if (state->is_cut) {
    cpl_copy_text(reader->warning, "the TIFF states data behind its end, so other pages may be cut off");
  }
  return CPL_OK;
}

static void close_tiff(void *pointer) {
  tiff_reader *state = pointer;
  if (state->tiff) cpl_tiff.TIFFClose(state->tiff);
  free(state->samples.red);
  free(state->raw);
  free(state->block);
  free(state->tile);
  free(state->band);
}

cpl_reader *cpl_tiff_reader(cpl_source *source, cpl_reading reading) {
  static const cpl_format format = {open_tiff, tiff_begin, tiff_read, finish_tiff, close_tiff};
  return cpl_reader_create(&format, sizeof(tiff_reader), source, reading);
}
