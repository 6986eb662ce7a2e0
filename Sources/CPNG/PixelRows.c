#include "PixelRows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RowUnfilter.h"

// Reads the IDAT chunks and their rows as libpng 1.6 does with its sequential interface, in the same pieces and in the same
// order, so that each damaged file fails at the same row with the same message. libpng reads what is before the first
// chunk's data, and what follows the chunk in which the pixels end.

enum {
  // How much of a chunk libpng passes to zlib at once, and skips at once.
  PIECE = PNG_IDAT_READ_SIZE,
  SKIP = PNG_INFLATE_BUF_SIZE,
  // Bytes of output into which libpng inflates what follows the last row.
  SURPLUS_PART = PNG_INFLATE_BUF_SIZE,
  DEFLATE_STORED = 32566,
};

static const uint8_t IDAT[4] = {'I', 'D', 'A', 'T'};

bool pixel_rows_can_read(const paint_png_reader *reader) {
  return !reader->only_libpng && !reader->interlaced && reader->bit_depth == 8;
}

static uint32_t pixel(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha) {
  const uint8_t bytes[4] = {(uint8_t)red, (uint8_t)green, (uint8_t)blue, (uint8_t)alpha};
  uint32_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

/// The pixels of samples, and the transparent colour.
static void read_colors(paint_png_reader *reader, pixel_rows *rows) {
  png_bytep alphas = NULL;
  png_color_16p key = NULL;
  int alpha_count = 0;
  const bool has_transparency = png_get_tRNS(reader->png, reader->info, &alphas, &alpha_count, &key) != 0;
  // Of a colour with more bits than the samples have, libpng compares the low ones.
  if (reader->color_type == PNG_COLOR_TYPE_GRAY || reader->color_type == PNG_COLOR_TYPE_GRAY_ALPHA) {
    for (uint32_t i = 0; i < 256; i++) rows->palette[i] = pixel(i, i, i, 255);
    if (has_transparency && key) rows->palette[key->gray & 255] &= pixel(255, 255, 255, 0);
  } else if (reader->color_type == PNG_COLOR_TYPE_RGB) {
    rows->has_key = has_transparency && key;
    if (rows->has_key) rows->key = pixel(key->red, key->green, key->blue, 255);
  } else if (reader->color_type == PNG_COLOR_TYPE_PALETTE) {
    png_colorp colors = NULL;
    int count = 0;
    png_get_PLTE(reader->png, reader->info, &colors, &count);
    // A sample without a colour is black.
    for (int i = 0; i < 256; i++) {
      const png_color color = i < count ? colors[i] : (png_color){0, 0, 0};
      const bool has_alpha = has_transparency && alphas && i < alpha_count;
      rows->palette[i] = pixel(color.red, color.green, color.blue, has_alpha ? alphas[i] : 255);
    }
  }
}

paint_png_status pixel_rows_start(paint_png_reader *reader) {
  static const uint8_t bytes_of_type[] = {1, 0, 3, 1, 2, 0, 4};
  pixel_rows *rows = calloc(1, sizeof *rows);
  if (!rows) return reader_fail(reader, PAINT_PNG_NO_MEMORY);
  reader->rows = rows;
  rows->pixel_bytes = bytes_of_type[reader->color_type];
  rows->row_bytes = 1 + rows->pixel_bytes * reader->width;
  rows->chunk_left = reader->chunk_remaining - 4;
  rows->crc = (uint32_t)crc32(0, IDAT, sizeof IDAT);
  rows->above = calloc(reader->width, sizeof *rows->above);
  for (int i = 0; i < 2 && rows->pixel_bytes <= 2; i++) {
    rows->samples[i] = calloc(reader->width, rows->pixel_bytes);
    if (!rows->samples[i]) return reader_fail(reader, PAINT_PNG_NO_MEMORY);
  }
  const size_t part = rows->row_bytes > SURPLUS_PART ? rows->row_bytes : SURPLUS_PART;
  if (!rows->above || !inflater_open(&rows->stream, part)) return reader_fail(reader, PAINT_PNG_NO_MEMORY);
  read_colors(reader, rows);
  return PAINT_PNG_OK;
}

void pixel_rows_destroy(pixel_rows *rows) {
  if (!rows) return;
  inflater_close(&rows->stream);
  free(rows->above);
  free(rows->samples[0]);
  free(rows->samples[1]);
  free(rows->ahead[0]);
  free(rows->ahead[1]);
  free(rows);
}

/// Skips what is left of the chunk, and compares its checksum.
static paint_png_status finish_chunk(paint_png_reader *reader) {
  pixel_rows *rows = reader->rows;
  uint8_t skipped[SKIP], checksum[4];
  while (rows->chunk_left > 0) {
    const uint32_t count = rows->chunk_left < SKIP ? rows->chunk_left : SKIP;
    if (!byte_source_read(&reader->source, skipped, count)) return reader_fail_at_end(reader);
    if (!reader_spend(reader, count)) return reader->status;
    rows->crc = (uint32_t)crc32(rows->crc, skipped, count);
    rows->chunk_left -= count;
  }
  if (!byte_source_read(&reader->source, checksum, sizeof checksum)) return reader_fail_at_end(reader);
  if (png_get_uint_32(checksum) != rows->crc) return reader_refuse(reader, "IDAT: CRC error");
  return PAINT_PNG_OK;
}

static bool is_letter(uint8_t byte) { return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z'); }

/// The longest IDAT chunk that libpng finds plausible, or what it may allocate if that is more.
static uint64_t longest_chunk(const paint_png_reader *reader) {
  const uint64_t row = reader->rows->row_bytes, height = reader->height;
  uint64_t limit = PNG_UINT_31_MAX;
  if (height <= UINT32_MAX / row) limit = height * row;
  limit += 6 + 5 * (limit / (row > DEFLATE_STORED ? DEFLATE_STORED : row) + 1);
  if (limit > PNG_UINT_31_MAX) limit = PNG_UINT_31_MAX;
  return limit > READER_CHUNK_BYTES_LIMIT ? limit : READER_CHUNK_BYTES_LIMIT;
}

/// Reads the header of the next chunk, which must be an IDAT.
static paint_png_status begin_chunk(paint_png_reader *reader) {
  pixel_rows *rows = reader->rows;
  uint8_t header[8];
  char message[64];
  if (!byte_source_read(&reader->source, header, sizeof header)) return reader_fail_at_end(reader);
  const uint32_t length = png_get_uint_32(header);
  const uint8_t *type = header + 4;
  if (length > PNG_UINT_31_MAX) return reader_refuse(reader, "PNG unsigned integer out of range");
  char name[4 * 4 + 1];
  size_t filled = 0;
  bool is_valid = true;
  for (int i = 0; i < 4; i++) {
    is_valid = is_valid && is_letter(type[i]);
    filled += (size_t)snprintf(name + filled, sizeof name - filled, is_letter(type[i]) ? "%c" : "[%02X]", type[i]);
  }
  if (!is_valid) {
    snprintf(message, sizeof message, "%s: invalid chunk type", name);
    return reader_refuse(reader, message);
  }
  const bool is_pixels = memcmp(type, IDAT, sizeof IDAT) == 0;
  if (length > (is_pixels ? longest_chunk(reader) : READER_CHUNK_BYTES_LIMIT)) {
    snprintf(message, sizeof message, "%s: chunk data is too large", name);
    reader_warn(reader, message);
  }
  if (!is_pixels) return reader_refuse(reader, "Not enough image data");
  rows->chunk_left = length;
  rows->crc = (uint32_t)crc32(0, IDAT, sizeof IDAT);
  return PAINT_PNG_OK;
}

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

/// Counts the complete rows of what was not inflated yet and of the beginning of a piece that the source ends within. The
/// reader has failed, and reads nothing any more.
static void count_cut_rows(paint_png_reader *reader, size_t count) {
  pixel_rows *rows = reader->rows;
  inflater *stream = &rows->stream;
  stream->in = reader->source.buffer + reader->source.start;
  stream->in_end = stream->in + count;
  rows->piece_start = inflater_produced(stream);
  while (rows->inflated + rows->cut_rows < reader->height) {
    inflater_make_room(stream, rows->row_bytes);
    const uint64_t call_start = later(rows->row_start, rows->piece_start);
    if (inflater_run(stream, rows->row_bytes, 0, call_start) == INFLATE_FAILED) return;
    if (inflater_available(stream) < rows->row_bytes || stream->taken[0] >= FILTER_COUNT) return;
    stream->taken += rows->row_bytes;
    rows->row_start += rows->row_bytes;
    rows->cut_rows++;
  }
}

/// Gives the inflater the next piece of input.
static paint_png_status load_next_piece(paint_png_reader *reader) {
  pixel_rows *rows = reader->rows;
  while (rows->chunk_left == 0) {
    if (finish_chunk(reader) != PAINT_PNG_OK || begin_chunk(reader) != PAINT_PNG_OK) return reader->status;
  }
  uint32_t count = rows->chunk_left < PIECE ? rows->chunk_left : PIECE;
  byte_source *source = &reader->source;
  // The piece stays in the source's buffer, where nothing is loaded before all of it is consumed.
  if (!byte_source_peek(source, count)) {
    const size_t rest = source->error_number == 0 ? source->end - source->start : 0;
    // libpng does without a piece that is not whole. So do readers that accept no damage, which only count its rows.
    if (rest == 0 || !reader->accepts_missing) return reader_fail_at_end(reader);
    count = (uint32_t)rest;
  }
  if (!reader_spend(reader, count)) return reader->status;
  const uint8_t *piece = source->buffer + source->start;
  source->start += count;
  rows->crc = (uint32_t)crc32(rows->crc, piece, count);
  rows->chunk_left -= count;
  rows->stream.in = piece;
  rows->stream.in_end = piece + count;
  rows->piece_start = inflater_produced(&rows->stream);
  return PAINT_PNG_OK;
}

/// Gives the inflater more input, if it has consumed the last piece.
static paint_png_status load_piece(paint_png_reader *reader) {
  pixel_rows *rows = reader->rows;
  if (rows->stream.in != rows->stream.in_end || load_next_piece(reader) == PAINT_PNG_OK) return PAINT_PNG_OK;
  if (reader->status != PAINT_PNG_TRUNCATED) return reader->status;
  if (!reader->accepts_missing) {
    const bool is_within_chunk = rows->chunk_left > 0;
    count_cut_rows(reader, is_within_chunk ? reader->source.end - reader->source.start : 0);
  } else if (rows->drained < inflater_produced(&rows->stream)) {
    // Of the last piece some bits and matches may not be inflated yet.
    rows->drained = inflater_produced(&rows->stream);
    reader->status = PAINT_PNG_OK;
  }
  return reader->status;
}

/// Notes the end of the stream, and whether there are compressed bytes behind it.
static void note_end(paint_png_reader *reader) {
  pixel_rows *rows = reader->rows;
  rows->is_ended = true;
  if (rows->stream.in != rows->stream.in_end || rows->chunk_left > 0) {
    reader_warn(reader, "IDAT: Extra compressed data");
  }
}

/// "IDAT: " and the inflater's message.
static void describe(const inflater *stream, char message[READER_TEXT_CAPACITY]) {
  snprintf(message, READER_TEXT_CAPACITY, "IDAT: %s", stream->message);
}

/// Inflates at least the next row.
static paint_png_status inflate_row(paint_png_reader *reader) {
  pixel_rows *rows = reader->rows;
  inflater *stream = &rows->stream;
  // Not what follows the last row: libpng inflates it in parts of another size.
  const uint64_t ahead = (uint64_t)rows->row_bytes * (reader->height - 1) - rows->row_start;
  inflater_make_room(stream, rows->row_bytes);
  while (inflater_available(stream) <= rows->row_bytes) {
    // A row that was inflated ahead needs no more input, only what follows it without any space.
    const bool is_complete = inflater_available(stream) == rows->row_bytes;
    if (!is_complete && load_piece(reader) != PAINT_PNG_OK) return reader->status;
    const uint64_t call_start = later(rows->row_start, rows->piece_start);
    const inflate_result result = inflater_run(stream, rows->row_bytes, ahead, call_start);
    if (result == INFLATE_FAILED) {
      char message[READER_TEXT_CAPACITY];
      describe(stream, message);
      return reader_refuse(reader, message);
    }
    if (result == INFLATE_ENDED) {
      note_end(reader);
      if (inflater_available(stream) < rows->row_bytes) return reader_refuse(reader, "Not enough image data");
      return PAINT_PNG_OK;
    }
    if (inflater_available(stream) == rows->row_bytes) return PAINT_PNG_OK;
  }
  return PAINT_PNG_OK;
}

/// Inflates what follows the last row, into nowhere, and reads to the end of the present chunk.
static paint_png_status finish_pixels(paint_png_reader *reader) {
  pixel_rows *rows = reader->rows;
  inflater *stream = &rows->stream;
  uint64_t surplus = 0;
  while (!rows->is_ended) {
    if (load_piece(reader) != PAINT_PNG_OK) return reader->status;
    inflater_make_room(stream, SURPLUS_PART);
    const inflate_result result = inflater_run(stream, SURPLUS_PART, 0, inflater_produced(stream));
    surplus += inflater_available(stream);
    stream->taken = stream->out;
    if (result == INFLATE_FAILED) {
      char message[READER_TEXT_CAPACITY];
      describe(stream, message);
      reader_warn(reader, message);
      break;
    }
    if (result == INFLATE_ENDED) {
      note_end(reader);
      if (surplus > 0) reader_warn(reader, "IDAT: Too much image data");
    } else if (surplus == 0) {
      // The end of the stream may still be missing, which libpng accepts.
      break;
    }
  }
  return finish_chunk(reader);
}

/// Inflates the next row, which is then at the stream's `taken`.
static paint_png_status next_row(paint_png_reader *reader) {
  pixel_rows *rows = reader->rows;
  reader->pixel_budget = reader_budget(reader, rows->inflated == reader->height - 1);
  if (inflate_row(reader) != PAINT_PNG_OK) return reader->status;
  if (rows->stream.taken[0] >= FILTER_COUNT) return reader_refuse(reader, "bad adaptive filter value");
  return PAINT_PNG_OK;
}

/// Goes on behind the row that was inflated, after the last one to the end of the pixels.
static paint_png_status leave_row(paint_png_reader *reader) {
  pixel_rows *rows = reader->rows;
  rows->stream.taken += rows->row_bytes;
  rows->row_start += rows->row_bytes;
  rows->inflated++;
  if (rows->inflated == reader->height) {
    if (finish_pixels(reader) != PAINT_PNG_OK) return reader->status;
    // libpng reads the next chunk's header.
    reader->chunk_remaining = 0;
  }
  reader->pixel_budget = UINT64_MAX;
  return PAINT_PNG_OK;
}

/// Undoes the filter of a row, which begins with the filter's number, and makes pixels of it.
static void make_pixels(paint_png_reader *reader, const uint8_t *inflated, const uint32_t *above, uint32_t *pixels) {
  pixel_rows *rows = reader->rows;
  const row_filter filter = (row_filter)inflated[0];
  const uint8_t *filtered = inflated + 1;
  const uint32_t width = reader->width;
  if (rows->pixel_bytes > 2) {
    row_unfilter_pixels(filter, rows->pixel_bytes == 3, filtered, above, width, pixels);
  } else {
    uint8_t *row = rows->samples[1];
    row_unfilter_bytes(filter, filtered, rows->samples[0], rows->row_bytes - 1, rows->pixel_bytes, row);
    rows->samples[1] = rows->samples[0];
    rows->samples[0] = row;
    if (rows->pixel_bytes == 1) {
      for (uint32_t x = 0; x < width; x++) pixels[x] = rows->palette[row[x]];
    } else {
      for (uint32_t x = 0; x < width; x++) pixels[x] = pixel(row[2 * x], row[2 * x], row[2 * x], row[2 * x + 1]);
    }
  }
  if (!rows->has_key) return;
  // Of RGB the next row needs no alpha, and a row that is RGBA has no such colour.
  const uint32_t clear = pixel(255, 255, 255, 0);
  for (uint32_t x = 0; x < width; x++) pixels[x] &= pixels[x] == rows->key ? clear : UINT32_MAX;
}

/// Makes the pixels of a row of the band.
static void make_row(paint_png_reader *reader, const uint8_t *inflated, uint32_t y) {
  uint32_t *pixels = reader->band + (size_t)y * reader->width;
  make_pixels(reader, inflated, y == 0 ? reader->rows->above : pixels - reader->width, pixels);
}

/// Keeps the band's last row for the next band.
static void keep_above(paint_png_reader *reader, uint32_t count) {
  const size_t width = reader->width;
  memcpy(reader->rows->above, reader->band + (count - 1) * width, width * sizeof *reader->band);
}

paint_png_status pixel_rows_read(paint_png_reader *reader, uint32_t count) {
  for (uint32_t y = 0; y < count; y++) {
    if (next_row(reader) != PAINT_PNG_OK) return reader->status;
    make_row(reader, reader->rows->stream.taken, y);
    if (leave_row(reader) != PAINT_PNG_OK) return reader->status;
  }
  if (count > 0) keep_above(reader, count);
  return PAINT_PNG_OK;
}

bool pixel_rows_prepare_ahead(paint_png_reader *reader, uint32_t count) {
  pixel_rows *rows = reader->rows;
  rows->ahead_rows = count;
  for (int i = 0; i < 2; i++) {
    // One byte behind a row of RGB is read, and not used.
    rows->ahead[i] = malloc(rows->row_bytes * count + 1);
    if (!rows->ahead[i]) return false;
  }
  return true;
}

/// Where bands alternate, so that one can be made into pixels while the next one is inflated.
static uint8_t *ahead(const pixel_rows *rows, uint32_t row) { return rows->ahead[row / rows->ahead_rows % 2]; }

paint_png_status pixel_rows_inflate(paint_png_reader *reader, uint32_t count) {
  pixel_rows *rows = reader->rows;
  uint8_t *band = ahead(rows, rows->inflated);
  for (uint32_t y = 0; y < count; y++) {
    if (next_row(reader) != PAINT_PNG_OK) return reader->status;
    memcpy(band + y * rows->row_bytes, rows->stream.taken, rows->row_bytes);
    if (leave_row(reader) != PAINT_PNG_OK) return reader->status;
  }
  return PAINT_PNG_OK;
}

void pixel_rows_make(paint_png_reader *reader, uint32_t count) {
  const uint8_t *band = ahead(reader->rows, reader->next_row);
  for (uint32_t y = 0; y < count; y++) make_row(reader, band + y * reader->rows->row_bytes, y);
  if (count > 0) keep_above(reader, count);
}
