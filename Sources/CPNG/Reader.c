#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "ByteSource.h"
#include "CPNG.h"
#include "PassSpool.h"

enum {
  SOURCE_CAPACITY = 64 * 1024,
  // What libpng may allocate for one chunk, and how many it may keep; it stops when two are left.
  CHUNK_BYTES_LIMIT = 2 << 20,
  CHUNK_COUNT_LIMIT = 64 + 2,
  WARNING_LIMIT = 8,
  TEXT_CAPACITY = 200,
  SIGNATURE = 8,
  SIGNATURE_AND_HEADER = SIGNATURE + 8 + 13 + 4,
  // Compressed bytes that may follow the last pixel; they can inflate to a thousand times as much.
  SURPLUS_LIMIT = 256 * 1024,
  // Bytes of pixels up to which an interlaced picture is assembled in memory.
  MEMORY_LIMIT = 64 << 20,
};

struct paint_png_reader {
  png_structp png;
  png_infop info;
  byte_source source;
  paint_png_status status;
  char message[TEXT_CAPACITY];
  char warnings[WARNING_LIMIT][TEXT_CAPACITY];
  int warning_count;
  uint32_t width, height;
  int bit_depth;
  int color_type;
  bool has_alpha;
  bool interlaced;
  // The position of on_read in the file, to distinguish pixel data from other data.
  uint32_t chunk_remaining;  // unread bytes of the current chunk, including its checksum
  bool in_pixels;            // that chunk is an IDAT
  uint64_t pixel_budget;     // bytes of IDAT that may still be read
  uint64_t file_row_bytes;   // a row before it becomes RGBA8
  uint8_t *rgb_row;          // space for a row of RGB8 that is expanded here, or NULL
  uint32_t next_row;
  uint32_t *band;  // the band passed last; for an interlaced picture all of it
  uint32_t band_rows;
  size_t mapped_bytes;  // of `band`, if it is a mapping
  uint64_t memory_limit;
  bool spooled;      // an interlaced picture whose passes go to a file
  bool spool_ready;  // all passes are in the file
  pass_spool spool;
  png_unknown_chunkp chunks;
  int chunk_count;
  unsigned wrong_checksums;  // a bit for each kind of kept chunk
  bool dropped_exif;         // an eXIf chunk is too large to be kept
};

// The chunks of colours, density, EXIF and texts, kept unchanged: none is parsed, so libpng neither inflates a
// profile nor lets one change how it decodes, and cICP works with any version of libpng.
static const png_byte kept_chunks[] = "iCCP\0sRGB\0gAMA\0cHRM\0cICP\0pHYs\0eXIf\0tEXt\0zTXt\0iTXt";
enum { KEPT_CHUNK_KINDS = sizeof(kept_chunks) / 5 };

/// The kind of kept chunk with this type, or -1.
static int kept_chunk_kind(const void *type) {
  for (int kind = 0; kind < KEPT_CHUNK_KINDS; kind++) {
    if (memcmp(kept_chunks + 5 * kind, type, 4) == 0) return kind;
  }
  return -1;
}

static const char SURPLUS_MESSAGE[] = "surplus image data";

static void copy_text(char *to, const char *from) {
  strncpy(to, from, TEXT_CAPACITY - 1);
  to[TEXT_CAPACITY - 1] = 0;
}

PNG_NORETURN static void on_error(png_structp png, png_const_charp message) {
  paint_png_reader *reader = png_get_error_ptr(png);
  if (reader->status == PAINT_PNG_OK) {
    reader->status = strcmp(message, "Out of memory") == 0 ? PAINT_PNG_NO_MEMORY : PAINT_PNG_DAMAGED;
  }
  copy_text(reader->message, message);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  paint_png_reader *reader = png_get_error_ptr(png);
  bool exceeds_limit = false;
  if (strlen(message) > 6 && message[4] == ':') {
    int kind = kept_chunk_kind(message);
    if (kind >= 0 && strcmp(message + 4, ": CRC error") == 0) {
      reader->wrong_checksums |= 1u << kind;
      return;
    }
    bool too_large = strcmp(message + 4, ": chunk data is too large") == 0 ||
                     strcmp(message + 4, ": unknown chunk exceeds memory limits") == 0;
    if (too_large && memcmp(message, "eXIf", 4) == 0) {
      reader->dropped_exif = true;
      return;
    }
    // A type with a lower-case first letter is ancillary: such a chunk is skipped anyway, unless it is kept.
    bool skipped = message[0] >= 'a' && message[0] <= 'z' && kind < 0;
    if (skipped && too_large) return;
    exceeds_limit = kind >= 0 && (too_large || strcmp(message + 4, ": no space in chunk cache") == 0);
  }
  char text[TEXT_CAPACITY];
  if (exceeds_limit) {
    snprintf(text, sizeof text, "the %.4s chunk was dropped: it is too large, or there are too many", message);
  } else {
    snprintf(text, sizeof text, "libpng says \"%s\"", message);
  }
  // A malicious file can cause a warning for each chunk.
  if (reader->warning_count == WARNING_LIMIT) return;
  for (int i = 0; i < reader->warning_count; i++) {
    if (strcmp(reader->warnings[i], text) == 0) return;
  }
  copy_text(reader->warnings[reader->warning_count++], text);
}

static void on_read(png_structp png, png_bytep bytes, size_t count) {
  paint_png_reader *reader = png_get_io_ptr(png);
  if (!byte_source_read(&reader->source, bytes, count)) {
    reader->status = reader->source.error_number != 0 ? PAINT_PNG_IO : PAINT_PNG_TRUNCATED;
    png_error(png, "the source ended");
  }
  if (reader->chunk_remaining == 0) {
    // libpng reads a chunk's length and type together, and rejects a length over 31 bits.
    if (count < 8) return;
    reader->chunk_remaining = (png_get_uint_32(bytes) & PNG_UINT_31_MAX) + 4;
    reader->in_pixels = memcmp(bytes + 4, "IDAT", 4) == 0;
    return;
  }
  bool is_data = reader->chunk_remaining > 4;
  reader->chunk_remaining -= count < reader->chunk_remaining ? (uint32_t)count : reader->chunk_remaining;
  if (!reader->in_pixels || !is_data) return;
  if (count > reader->pixel_budget) png_error(png, SURPLUS_MESSAGE);
  reader->pixel_budget -= count;
}

/// Makes opaque pixels of RGB8.
static void expand_rgb(const uint8_t *rgb, uint32_t *pixels, uint32_t count) {
  uint8_t *bytes = (uint8_t *)pixels;
  for (uint32_t x = 0; x < count; x++) {
    bytes[4 * x] = rgb[3 * x];
    bytes[4 * x + 1] = rgb[3 * x + 1];
    bytes[4 * x + 2] = rgb[3 * x + 2];
    bytes[4 * x + 3] = 0xff;
  }
}

/// Reads a row into `pixels`. After the last row, libpng reads to the end of the compressed data and discards what it
/// inflates; so the cost of that is limited.
static void read_row(paint_png_reader *reader, uint32_t *pixels, bool is_last) {
  reader->pixel_budget = is_last ? 2 * reader->file_row_bytes + SURPLUS_LIMIT : UINT64_MAX;
  png_read_row(reader->png, reader->rgb_row ? reader->rgb_row : (png_bytep)pixels, NULL);
  reader->pixel_budget = UINT64_MAX;
  if (reader->rgb_row) expand_rgb(reader->rgb_row, pixels, reader->width);
}

static paint_png_reader *create(bool is_memory, int fd, const uint8_t *bytes, size_t capacity) {
  paint_png_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->spool.fd = -1;
  reader->memory_limit = MEMORY_LIMIT;
  reader->source.is_memory = is_memory;
  reader->source.fd = fd;
  reader->source.capacity = capacity;
  reader->source.buffer = malloc(capacity ? capacity : 1);
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->source.buffer || !reader->info) {
    paint_png_reader_destroy(reader);
    return NULL;
  }
  if (bytes) {
    memcpy(reader->source.buffer, bytes, capacity);
    reader->source.end = capacity;
  }
  reader->chunk_remaining = SIGNATURE;
  reader->pixel_budget = UINT64_MAX;
  png_set_read_fn(reader->png, reader, on_read);
  return reader;
}

paint_png_reader *paint_png_reader_create_fd(int fd) { return create(false, fd, NULL, SOURCE_CAPACITY); }

paint_png_reader *paint_png_reader_create_bytes(const uint8_t *bytes, size_t count) {
  return create(true, -1, count ? bytes : NULL, count);
}

void paint_png_reader_destroy(paint_png_reader *reader) {
  if (!reader) return;
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  pass_spool_close(&reader->spool);
  free(reader->source.buffer);
  free(reader->rgb_row);
  if (reader->mapped_bytes) {
    munmap(reader->band, reader->mapped_bytes);
  } else {
    free(reader->band);
  }
  free(reader);
}

/// Reads the sides before libpng, whose error would not contain them; true unless both were read and one is too long.
static bool sides_are_in(paint_png_reader *reader, uint32_t limit) {
  static const uint8_t begin[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D', 'R'};
  byte_source *source = &reader->source;
  if (!byte_source_peek(source, SIGNATURE_AND_HEADER)) return true;
  const uint8_t *bytes = source->buffer + source->start;
  if (memcmp(bytes, begin, sizeof begin) != 0) return true;
  if (crc32(0, bytes + 12, 4 + 13) != png_get_uint_32(bytes + 29)) return true;
  reader->width = png_get_uint_32(bytes + 16);
  reader->height = png_get_uint_32(bytes + 20);
  if (reader->width > PNG_UINT_31_MAX || reader->height > PNG_UINT_31_MAX) return true;
  return reader->width <= limit && reader->height <= limit;
}

/// Whether the first chunk is not the header, which libpng accepts for chunks that it skips.
static bool begins_with_another_chunk(paint_png_reader *reader) {
  static const uint8_t signature[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
  byte_source *source = &reader->source;
  if (!byte_source_peek(source, SIGNATURE + 8)) return false;
  const uint8_t *bytes = source->buffer + source->start;
  return memcmp(bytes, signature, SIGNATURE) == 0 && memcmp(bytes + SIGNATURE + 4, "IHDR", 4) != 0;
}

static paint_png_status fail(paint_png_reader *reader, paint_png_status status) { return reader->status = status; }

paint_png_status paint_png_reader_read_header(paint_png_reader *reader, uint32_t side_limit) {
  if (reader->status != PAINT_PNG_OK) return reader->status;
  if (!sides_are_in(reader, side_limit)) return fail(reader, PAINT_PNG_TOO_WIDE);
  if (!byte_source_peek(&reader->source, SIGNATURE) && reader->source.error_number == 0) {
    copy_text(reader->message, "Not a PNG file");
    return fail(reader, PAINT_PNG_DAMAGED);
  }
  if (begins_with_another_chunk(reader)) {
    copy_text(reader->message, "missing IHDR");
    return fail(reader, PAINT_PNG_DAMAGED);
  }
  png_structp png = reader->png;
  png_infop info = reader->info;
  if (setjmp(png_jmpbuf(png))) return reader->status;

  png_set_user_limits(png, side_limit, side_limit);
  png_set_chunk_malloc_max(png, CHUNK_BYTES_LIMIT);
  png_set_chunk_cache_max(png, CHUNK_COUNT_LIMIT);
  // -1: every ancillary chunk, so what is not needed is skipped, neither kept nor inflated.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, kept_chunks, KEPT_CHUNK_KINDS);
  png_read_info(png, info);

  reader->width = png_get_image_width(png, info);
  reader->height = png_get_image_height(png, info);
  reader->bit_depth = png_get_bit_depth(png, info);
  reader->color_type = png_get_color_type(png, info);
  reader->has_alpha = (reader->color_type & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, info, PNG_INFO_tRNS);
  reader->interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
  reader->file_row_bytes = png_get_rowbytes(png, info);
  reader->chunk_count = png_get_unknown_chunks(png, info, &reader->chunks);
  // Chunks after the pixels do not affect them.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, kept_chunks, KEPT_CHUNK_KINDS);
  return PAINT_PNG_OK;
}

paint_png_status paint_png_reader_start(paint_png_reader *reader, uint32_t side_limit, uint64_t interlaced_limit) {
  if (paint_png_reader_read_header(reader, side_limit) != PAINT_PNG_OK) return reader->status;
  png_structp png = reader->png;
  png_infop info = reader->info;
  if (setjmp(png_jmpbuf(png))) return reader->status;

  uint64_t bytes = (uint64_t)reader->width * reader->height * 4;
  if (reader->interlaced && bytes > interlaced_limit) return fail(reader, PAINT_PNG_INTERLACED_TOO_LARGE);

  // The most frequent type is expanded here, because libpng's transformations take longer than its filters.
  if (reader->color_type == PNG_COLOR_TYPE_RGB && reader->bit_depth == 8 && !reader->has_alpha && !reader->interlaced) {
    reader->rgb_row = malloc((size_t)reader->width * 3);
    if (!reader->rgb_row) return fail(reader, PAINT_PNG_NO_MEMORY);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != (size_t)reader->width * 3) png_error(png, "rows are not RGB8");
    return PAINT_PNG_OK;
  }
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  // Otherwise the rows of each pass come separately, one pass after the other.
  reader->spooled = reader->interlaced && bytes > reader->memory_limit;
  if (!reader->spooled) png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != (size_t)reader->width * 4) png_error(png, "rows are not RGBA8");
  return PAINT_PNG_OK;
}

/// Reads all passes of an interlaced picture into a mapping, whose pages only need memory when they are written: a
/// short file that claims to be large stays cheap.
static paint_png_status read_interlaced(paint_png_reader *reader) {
  size_t bytes = (size_t)reader->width * reader->height * 4;
  void *pixels = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pixels == MAP_FAILED) return fail(reader, PAINT_PNG_NO_MEMORY);
  reader->band = pixels;
  reader->mapped_bytes = bytes;
  if (setjmp(png_jmpbuf(reader->png))) return reader->status;
  for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
    for (uint32_t y = 0; y < reader->height; y++) {
      bool is_last = pass == PNG_INTERLACE_ADAM7_PASSES - 1 && y == reader->height - 1;
      read_row(reader, reader->band + (size_t)y * reader->width, is_last);
    }
  }
  return PAINT_PNG_OK;
}

static paint_png_status fail_to_spool(paint_png_reader *reader) {
  reader->source.error_number = reader->spool.error_number;
  return fail(reader, reader->spool.error_number == ENOMEM ? PAINT_PNG_NO_MEMORY : PAINT_PNG_IO);
}

/// Reads all passes of an interlaced picture into a temporary file, from which its rows are then assembled.
static paint_png_status spool_passes(paint_png_reader *reader) {
  pass_spool *spool = &reader->spool;
  if (!pass_spool_open(spool, reader->width, reader->height)) return fail_to_spool(reader);
  int last = PAINT_PASSES - 1;
  while (last > 0 && (pass_columns(spool, last) == 0 || pass_rows(spool, last) == 0)) last--;
  if (setjmp(png_jmpbuf(reader->png))) return reader->status;
  for (int pass = 0; pass <= last; pass++) {
    const uint32_t columns = pass_columns(spool, pass);
    // libpng leaves out passes without pixels.
    const uint32_t rows = columns == 0 ? 0 : pass_rows(spool, pass);
    for (uint32_t y = 0; y < rows; y++) {
      // The row has space for a whole row of the picture, because libpng writes that much.
      read_row(reader, reader->band, pass == last && y == rows - 1);
      if (!pass_spool_append(spool, reader->band, columns)) return fail_to_spool(reader);
    }
  }
  if (!pass_spool_flush(spool)) return fail_to_spool(reader);
  reader->spool_ready = true;
  return PAINT_PNG_OK;
}

paint_png_status paint_png_reader_read_band(paint_png_reader *reader, uint32_t rows, const uint32_t **pixels) {
  if (reader->status != PAINT_PNG_OK) return reader->status;
  const bool in_memory = reader->interlaced && !reader->spooled;
  if (!reader->band && in_memory && read_interlaced(reader) != PAINT_PNG_OK) return reader->status;
  if (!reader->band) {
    reader->band = malloc((size_t)reader->width * rows * 4);
    if (!reader->band) return fail(reader, PAINT_PNG_NO_MEMORY);
    reader->band_rows = rows;
  }
  if (rows > reader->height - reader->next_row || (!in_memory && rows > reader->band_rows)) {
    copy_text(reader->message, "more rows requested than the picture has");
    return fail(reader, PAINT_PNG_DAMAGED);
  }
  if (reader->spooled) {
    if (!reader->spool_ready && spool_passes(reader) != PAINT_PNG_OK) return reader->status;
    for (uint32_t y = 0; y < rows; y++) {
      uint32_t *row = reader->band + (size_t)y * reader->width;
      if (!pass_spool_read(&reader->spool, reader->next_row + y, row)) return fail_to_spool(reader);
    }
    *pixels = reader->band;
    reader->next_row += rows;
    return PAINT_PNG_OK;
  }
  if (setjmp(png_jmpbuf(reader->png))) return reader->status;
  if (in_memory) {
    *pixels = reader->band + (size_t)reader->next_row * reader->width;
  } else {
    for (uint32_t y = 0; y < rows; y++) {
      read_row(reader, reader->band + (size_t)y * reader->width, reader->next_row + y == reader->height - 1);
    }
    *pixels = reader->band;
  }
  reader->next_row += rows;
  return PAINT_PNG_OK;
}

paint_png_status paint_png_reader_finish(paint_png_reader *reader) {
  if (reader->status != PAINT_PNG_OK) return reader->status;
  if (setjmp(png_jmpbuf(reader->png))) return reader->status;
  png_read_end(reader->png, NULL);
  return PAINT_PNG_OK;
}

bool paint_png_reader_spool_failed(const paint_png_reader *reader) { return reader->spool.error_number != 0; }

void paint_png_reader_limit_memory(paint_png_reader *reader, uint64_t bytes) { reader->memory_limit = bytes; }

uint32_t paint_png_reader_width(const paint_png_reader *reader) { return reader->width; }
uint32_t paint_png_reader_height(const paint_png_reader *reader) { return reader->height; }
int paint_png_reader_bit_depth(const paint_png_reader *reader) { return reader->bit_depth; }
int paint_png_reader_color_type(const paint_png_reader *reader) { return reader->color_type; }
bool paint_png_reader_has_alpha(const paint_png_reader *reader) { return reader->has_alpha; }
int paint_png_reader_errno(const paint_png_reader *reader) { return reader->source.error_number; }
const char *paint_png_reader_message(const paint_png_reader *reader) { return reader->message; }
int paint_png_reader_warning_count(const paint_png_reader *reader) { return reader->warning_count; }
const char *paint_png_reader_warning(const paint_png_reader *reader, int index) { return reader->warnings[index]; }
bool paint_png_reader_dropped_exif(const paint_png_reader *reader) { return reader->dropped_exif; }
int paint_png_reader_chunk_count(const paint_png_reader *reader) { return reader->chunk_count; }

paint_png_chunk paint_png_reader_chunk(const paint_png_reader *reader, int index) {
  const png_unknown_chunk *chunk = &reader->chunks[index];
  paint_png_chunk kept = {
    .bytes = chunk->data, .count = chunk->size, .after_palette = (chunk->location & PNG_HAVE_PLTE) != 0};
  memcpy(kept.type, chunk->name, 4);
  kept.wrong_checksum = (reader->wrong_checksums >> kept_chunk_kind(chunk->name) & 1) != 0;
  return kept;
}
