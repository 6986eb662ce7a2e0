#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "TIFFReader.h"

enum {
  SMALL_TILE = 1 << 20,
  // How many bytes are decoded to find a readable row, and how many strips or tiles, at most.
  SEARCHED_BYTES = 1 << 30,
  SEARCHED_BLOCKS = 100000,
};

cpl_status tiff_begin(cpl_reader *reader) {
  tiff_reader *state = reader->state;
  const tiff_table *lib = &cpl_tiff;
  const uint64_t width = reader->header.width;
  uint64_t plane = 0, row = 0, block = 0;
  switch (state->way) {
    case BY_ROW: plane = row = lib->TIFFScanlineSize64(state->tiff); break;
    case BY_STRIP:
      plane = lib->TIFFStripSize64(state->tiff);
      row = lib->TIFFScanlineSize64(state->tiff);
      block = width * state->block_height;
      break;
    case BY_TILE:
      plane = lib->TIFFTileSize64(state->tiff);
      row = lib->TIFFTileRowSize64(state->tiff);
      block = width * state->block_height;
      break;
    default: block = width * state->block_height; break;
  }
  const tiff_samples *samples = &state->samples;
  const bool is_own = state->way <= BY_TILE;
  const uint64_t planes = samples->is_separate ? (uint64_t)samples->colors + (samples->alpha ? 1 : 0) : 1;
  const uint64_t row_pixels = state->way == BY_TILE ? state->block_width : width;
  const uint64_t row_samples = row_pixels * (samples->is_separate ? 1 : samples->samples);
  // A picture of subsampled colours, for one, has rows of another length than its samples need.
  if (is_own && (row < (row_samples * samples->bits + 7) / 8 || plane < row || plane > SIZE_MAX / 8))
    return cpl_fail(reader, CPL_UNSUPPORTED, "its samples are laid out in an unknown way");
  const uint64_t limit = reader->reading.pixel_limit;
  const bool is_tiled = state->way == BY_TILE || state->way == BY_CONVERTED_TILE;
  const uint64_t tile_pixels = is_tiled ? (uint64_t)state->block_width * state->block_height : 0;
  const uint64_t tile = state->way == BY_CONVERTED_TILE ? tile_pixels : 0;
  // Tiles of small pictures may be larger than these. Pixels have up to 16 bytes if there are samples that are not needed.
  const uint64_t most = limit > SMALL_TILE ? limit : SMALL_TILE;
  if (block > most || tile_pixels > most || (is_own && plane * planes / 16 > most))
    return cpl_fail(reader, CPL_TOO_LARGE, "its strips or tiles are larger than the picture may be");
  state->plane_bytes = (size_t)plane;
  state->row_bytes = (size_t)row;
  if (is_own) {
    state->raw = calloc((size_t)planes, (size_t)plane);
    if (!state->raw) return CPL_NO_MEMORY;
  }
  if (tile) {
    state->tile = calloc((size_t)tile, 4);
    if (!state->tile) return CPL_NO_MEMORY;
  }
  if (block) {
    state->block = calloc((size_t)block, 4);
    if (!state->block) return CPL_NO_MEMORY;
  }
  return CPL_OK;
}

/// Whether a strip or tile can be read after those with `row`, of which none can.
///
/// Conversions of the library are not tried.
static bool has_readable_rows(const cpl_reader *reader, uint32_t row) {
  const tiff_reader *state = reader->state;
  TIFF *tiff = state->tiff;
  uint64_t bytes = 0, blocks = 0;
  for (uint64_t first = row; first < reader->header.height; first += state->block_height - first % state->block_height) {
    const uint32_t y = (uint32_t)first, width = state->way == BY_TILE ? reader->header.width : 1;
    for (uint64_t x = 0; x < width; x += state->way == BY_TILE ? state->block_width : 1) {
      bytes += state->plane_bytes;
      blocks++;
      if (bytes > SEARCHED_BYTES || blocks > SEARCHED_BLOCKS) return false;
      switch (state->way) {
        case BY_ROW:
          if (cpl_tiff.TIFFReadScanline(tiff, state->raw, y, 0) >= 0) return true;
          break;
        case BY_STRIP:
          if (cpl_tiff.TIFFReadEncodedStrip(
                tiff, cpl_tiff.TIFFComputeStrip(tiff, y, 0), state->raw, (tmsize_t)state->row_bytes) >= 0)
            return true;
          break;
        case BY_TILE:
          if (cpl_tiff.TIFFReadTile(tiff, state->raw, (uint32_t)x, y, 0, 0) >= 0) return true;
          break;
        default: return true;
      }
    }
  }
  return false;
}

/// Notes that rows from `row` on could not be read; `to` is the first that may be there again.
static cpl_status skip_rows(cpl_reader *reader, uint32_t row, uint32_t to) {
  tiff_reader *state = reader->state;
  const cpl_status status = tiff_failure(reader);
  state->blank_to = to;
  if (status == CPL_IO || status == CPL_NO_MEMORY) return cpl_fail(reader, status, state->error);
  if (status == CPL_DAMAGED && reader->damage == CPL_OK && !state->has_pixels) {
    char error[CPL_TEXT_CAPACITY];
    memcpy(error, state->error, sizeof error);
    const bool is_readable = has_readable_rows(reader, row);
    memcpy(state->error, error, sizeof error);
    if (!is_readable) return cpl_fail(reader, reader->damage = status, error);
  }
  return cpl_damage(reader, status, row, status == CPL_TRUNCATED ? "" : state->error);
}

/// Notes damage that the library only told about, from the row `row` on: it has made up pixels for it.
static cpl_status note_made_up(cpl_reader *reader, uint32_t row) {
  const tiff_reader *state = reader->state;
  if (!state->error[0]) return CPL_OK;
  const cpl_status status = tiff_system_failure(reader);
  if (status != CPL_OK) return cpl_fail(reader, status, state->error);
  return cpl_damage(reader, CPL_DAMAGED, row, state->error);
}

static cpl_status read_row(cpl_reader *reader, uint32_t row, uint32_t *pixels) {
  tiff_reader *state = reader->state;
  if (row >= state->blank_to) {
    tiff_forget_error(state);
    if (cpl_tiff.TIFFReadScanline(state->tiff, state->raw, row, 0) >= 0) {
      const uint8_t *planes[1] = {state->raw};
      tiff_convert(&state->samples, planes, reader->header.width, pixels);
      state->has_pixels = true;
      return note_made_up(reader, row);
    }
    const uint64_t next = ((uint64_t)row / state->block_height + 1) * state->block_height;
    const cpl_status status = skip_rows(reader, row, next > UINT32_MAX ? UINT32_MAX : (uint32_t)next);
    if (status != CPL_OK) return status;
  }
  memset(pixels, 0, (size_t)reader->header.width * 4);
  return CPL_OK;
}

static uint16_t plane_count(const tiff_samples *samples) {
  return samples->is_separate ? (uint16_t)(samples->colors + (samples->alpha ? 1 : 0)) : 1;
}

/// The sample that a plane has.
static uint16_t sample_of(const tiff_samples *samples, uint16_t plane) {
  return plane < samples->colors ? plane : samples->alpha;
}

/// Converts rows of the planes into the block, at a column.
static void convert_block(cpl_reader *reader, uint32_t rows, uint32_t column, uint32_t columns) {
  tiff_reader *state = reader->state;
  const uint16_t count = plane_count(&state->samples);
  for (uint32_t y = 0; y < rows; y++) {
    const uint8_t *planes[TIFF_COLORS_LIMIT];
    for (uint16_t i = 0; i < count; i++) planes[i] = state->raw + i * state->plane_bytes + y * state->row_bytes;
    tiff_convert(&state->samples, planes, columns, state->block + (size_t)y * reader->header.width + column);
  }
}

static bool read_strip(cpl_reader *reader, uint32_t first, uint32_t rows) {
  tiff_reader *state = reader->state;
  const uint16_t count = plane_count(&state->samples);
  for (uint16_t i = 0; i < count; i++) {
    const uint32_t strip = cpl_tiff.TIFFComputeStrip(state->tiff, first, sample_of(&state->samples, i));
    uint8_t *plane = state->raw + i * state->plane_bytes;
    if (cpl_tiff.TIFFReadEncodedStrip(state->tiff, strip, plane, (tmsize_t)(rows * state->row_bytes)) < 0) return false;
  }
  convert_block(reader, rows, 0, reader->header.width);
  return state->has_pixels = true;
}

static bool read_tiles(cpl_reader *reader, uint32_t first, uint32_t rows) {
  tiff_reader *state = reader->state;
  const uint16_t count = plane_count(&state->samples);
  const uint32_t width = reader->header.width;
  bool is_whole = true, has_ended = false;
  for (uint64_t column = 0; column < width; column += state->block_width) {
    bool is_read = true;
    for (uint16_t i = 0; i < count && is_read; i++) {
      uint8_t *plane = state->raw + i * state->plane_bytes;
      is_read = cpl_tiff.TIFFReadTile(
                  state->tiff, plane, (uint32_t)column, first, 0, sample_of(&state->samples, i)) >= 0;
    }
    const uint32_t columns = width - column < state->block_width ? width - (uint32_t)column : state->block_width;
    if (is_read) convert_block(reader, rows, (uint32_t)column, columns);
    state->has_pixels |= is_read;
    // Only the first failure counts, as for a reading that ends with it.
    if (is_whole && !is_read) has_ended = state->has_ended;
    is_whole &= is_read;
    if (!is_whole && !reader->reading.is_lenient) return false;
  }
  if (!is_whole) state->has_ended = has_ended;
  return is_whole;
}

/// Strips and tiles that the library converts come with their last row first.
static bool read_converted_strip(cpl_reader *reader, uint32_t first, uint32_t rows) {
  tiff_reader *state = reader->state;
  const size_t width = reader->header.width;
  if (!cpl_tiff.TIFFReadRGBAStripExt(state->tiff, first, state->block, !reader->reading.is_lenient)) return false;
  for (uint32_t y = 0; y < rows / 2; y++) {
    uint32_t *upper = state->block + y * width, *lower = state->block + (rows - 1 - y) * width;
    for (size_t x = 0; x < width; x++) {
      const uint32_t pixel = upper[x];
      upper[x] = lower[x];
      lower[x] = pixel;
    }
  }
  return true;
}

static bool read_converted_tiles(cpl_reader *reader, uint32_t first, uint32_t rows) {
  tiff_reader *state = reader->state;
  const uint32_t width = reader->header.width, edge = state->block_width;
  bool is_whole = true;
  for (uint64_t column = 0; column < width; column += edge) {
    const uint32_t columns = width - column < edge ? width - (uint32_t)column : edge;
    if (!cpl_tiff.TIFFReadRGBATileExt(
          state->tiff, (uint32_t)column, first, state->tile, !reader->reading.is_lenient)) {
      is_whole = false;
      if (!reader->reading.is_lenient) return false;
      continue;
    }
    for (uint32_t y = 0; y < rows; y++)
      memcpy(
        state->block + (size_t)y * width + column, state->tile + (size_t)(state->block_height - 1 - y) * edge,
        (size_t)columns * 4);
  }
  return is_whole;
}

/// Decodes the strip or the row of tiles with the row `row`.
static cpl_status read_block(cpl_reader *reader, uint32_t row) {
  tiff_reader *state = reader->state;
  const uint32_t first = row / state->block_height * state->block_height;
  const uint32_t left = reader->header.height - first;
  const uint32_t rows = left < state->block_height ? left : state->block_height;
  const size_t pixels = (size_t)rows * reader->header.width;
  // The first one is zero: its pages cost memory only when they are written.
  if (state->block_rows > 0) memset(state->block, 0, pixels * 4);
  state->block_first = first;
  state->block_rows = rows;
  tiff_forget_error(state);
  bool is_whole;
  switch (state->way) {
    case BY_STRIP: is_whole = read_strip(reader, first, rows); break;
    case BY_TILE: is_whole = read_tiles(reader, first, rows); break;
    case BY_CONVERTED_STRIP: is_whole = read_converted_strip(reader, first, rows); break;
    default: is_whole = read_converted_tiles(reader, first, rows); break;
  }
  if (state->is_converted_straight) tiff_make_straight(state->block, pixels);
  // A lenient conversion, and some decoders, report what they passed over by a message alone.
  return is_whole ? note_made_up(reader, first) : skip_rows(reader, first, first);
}

static cpl_status decode_row(cpl_reader *reader, uint32_t row, uint32_t *pixels) {
  tiff_reader *state = reader->state;
  const size_t width = reader->header.width;
  state->is_decoding = true;
  cpl_status status = CPL_OK;
  if (state->way == BY_ROW) {
    status = read_row(reader, row, pixels);
  } else {
    if (state->block_rows == 0 || row >= state->block_first + state->block_rows) status = read_block(reader, row);
    if (status == CPL_OK) memcpy(pixels, state->block + (row - state->block_first) * width, width * 4);
  }
  state->is_decoding = false;
  return status;
}

/// Finds the least and the greatest of the picture's floating-point numbers, by reading all of it.
///
/// Damage is met again, and reported, when the pixels are read.
static cpl_status measure(cpl_reader *reader) {
  tiff_reader *state = reader->state;
  const cpl_reader old = *reader;
  reader->reading.is_lenient = true;
  state->samples.is_measured = true;
  state->samples.low = INFINITY;
  state->samples.high = -INFINITY;
  cpl_status status = CPL_OK;
  for (uint32_t row = 0; row < reader->header.height && status == CPL_OK; row++)
    status = decode_row(reader, row, state->band);
  state->samples.is_measured = false;
  state->samples.not_numbers = 0;
  if (status == CPL_IO || status == CPL_NO_MEMORY) return status;
  *reader = old;
  state->blank_to = state->block_first = state->block_rows = 0;
  state->has_pixels = false;
  if (state->block) memset(state->block, 0, (size_t)state->block_height * reader->header.width * 4);
  return CPL_OK;
}

/// Determines which floating-point numbers become 0 and 255.
static cpl_status find_range(cpl_reader *reader) {
  tiff_samples *samples = &((tiff_reader *)reader->state)->samples;
  samples->low = reader->reading.low;
  samples->high = reader->reading.high;
  if (!(samples->low < samples->high)) {
    const cpl_status status = measure(reader);
    if (status != CPL_OK) return status;
    reader->header.least = samples->low;
    reader->header.greatest = samples->high;
    // One number alone has no range, and neither has a picture without numbers.
    if (!(samples->low < samples->high)) {
      samples->low = 0;
      samples->high = 1;
    }
  } else {
    reader->header.least = samples->low;
    reader->header.greatest = samples->high;
  }
  reader->header.low = samples->low;
  reader->header.high = samples->high;
  return CPL_OK;
}

cpl_status tiff_read(cpl_reader *reader, uint32_t rows, const uint32_t **pixels) {
  tiff_reader *state = reader->state;
  const size_t width = reader->header.width;
  if (!state->band) {
    state->band = malloc(rows * width * 4);
    if (!state->band) return CPL_NO_MEMORY;
    const cpl_status status = state->samples.kind == CPL_FLOAT ? find_range(reader) : CPL_OK;
    if (status != CPL_OK) return status;
  }
  for (uint32_t i = 0; i < rows; i++) {
    const cpl_status status = decode_row(reader, reader->next_row + i, state->band + i * width);
    if (status != CPL_OK) return status;
  }
  reader->header.not_numbers = state->samples.not_numbers;
  *pixels = state->band;
  return CPL_OK;
}
