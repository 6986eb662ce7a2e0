#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "PixelRows.h"
#include "Reader.h"

enum {
  SOURCE_CAPACITY = 64 * 1024,
  // How many chunks libpng may keep; it stops when two are left.
  CHUNK_COUNT_LIMIT = READER_KEPT_LIMIT + 2,
  SIGNATURE = 8,
  SIGNATURE_AND_HEADER = SIGNATURE + 8 + 13 + 4,
  // Compressed bytes that may follow the last pixel; they can inflate to a thousand times as much.
  SURPLUS_LIMIT = 256 * 1024,
  // Bytes of pixels up to which an interlaced picture is assembled in memory.
  MEMORY_LIMIT = 64 << 20,
};

// The chunks of colours, density, EXIF and texts, kept unchanged: none is parsed, so libpng neither inflates a
// profile nor lets one change how it decodes, and cICP works with any version of libpng.
static const png_byte kept_chunks[] = "iCCP\0sRGB\0gAMA\0cHRM\0cICP\0pHYs\0eXIf\0tEXt\0zTXt\0iTXt\0acTL\0fcTL";
enum { KEPT_CHUNK_KINDS = sizeof(kept_chunks) / 5 };

/// The kind of kept chunk with this type, or -1.
static int kept_chunk_kind(const void *type) {
  for (int kind = 0; kind < KEPT_CHUNK_KINDS; kind++) {
    if (memcmp(kept_chunks + 5 * kind, type, 4) == 0) return kind;
  }
  return -1;
}

bool reader_is_kept_behind(const uint8_t *type) {
  // Of an animation only what precedes the picture says how many frames there are.
  return kept_chunk_kind(type) >= 0 && memcmp(type, "acTL", 4) != 0 && memcmp(type, "fcTL", 4) != 0;
}

static const char SURPLUS_MESSAGE[] = "surplus image data";
static const char END_MESSAGE[] = "the source ended";

static void copy_text(char *to, const char *from) {
  strncpy(to, from, READER_TEXT_CAPACITY - 1);
  to[READER_TEXT_CAPACITY - 1] = 0;
}

/// Whether libpng or zlib says that memory is missing, and not that a limit does not allow it.
static bool is_about_memory(const char *message) {
  static const char *const words[] = {"Out of memory", "Out of Memory", "out of memory", "nsufficient memory"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (strstr(message, words[i])) return true;
  }
  return false;
}

PNG_NORETURN static void on_error(png_structp png, png_const_charp message) {
  paint_png_reader *reader = png_get_error_ptr(png);
  if (reader->status == PAINT_PNG_OK) {
    reader->status = is_about_memory(message) ? PAINT_PNG_NO_MEMORY : PAINT_PNG_DAMAGED;
  }
  copy_text(reader->message, message);
  png_longjmp(png, 1);
}

/// Keeps a warning, once.
static void add_warning(paint_png_reader *reader, const char *text) {
  // A malicious file can cause a warning for each chunk.
  if (reader->warning_count == READER_WARNING_LIMIT) return;
  for (int i = 0; i < reader->warning_count; i++) {
    if (strcmp(reader->warnings[i], text) == 0) return;
  }
  copy_text(reader->warnings[reader->warning_count++], text);
}

void reader_warn(paint_png_reader *reader, const char *message) {
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
  char text[READER_TEXT_CAPACITY];
  if (exceeds_limit) {
    snprintf(text, sizeof text, "the %.4s chunk was dropped: it is too large, or there are too many", message);
  } else {
    snprintf(text, sizeof text, "libpng says \"%s\"", message);
  }
  add_warning(reader, text);
}

static void on_warning(png_structp png, png_const_charp message) {
  // libpng would leave out the chunk, and the picture would be another one.
  if (is_about_memory(message)) png_error(png, message);
  reader_warn(png_get_error_ptr(png), message);
}

paint_png_status reader_fail(paint_png_reader *reader, paint_png_status status) { return reader->status = status; }

paint_png_status reader_refuse(paint_png_reader *reader, const char *message) {
  copy_text(reader->message, message);
  return reader_fail(reader, PAINT_PNG_DAMAGED);
}

paint_png_status reader_fail_at_end(paint_png_reader *reader) {
  copy_text(reader->message, END_MESSAGE);
  return reader_fail(reader, reader->source.error_number != 0 ? PAINT_PNG_IO : PAINT_PNG_TRUNCATED);
}

bool reader_spend(paint_png_reader *reader, size_t count) {
  if (count > reader->pixel_budget) {
    reader_refuse(reader, SURPLUS_MESSAGE);
    return false;
  }
  reader->pixel_budget -= count;
  return true;
}

uint64_t reader_budget(const paint_png_reader *reader, bool is_last) {
  return is_last ? 2 * reader->file_row_bytes + SURPLUS_LIMIT : UINT64_MAX;
}

static void on_read(png_structp png, png_bytep bytes, size_t count) {
  paint_png_reader *reader = png_get_io_ptr(png);
  if (!byte_source_read(&reader->source, bytes, count)) {
    reader_fail_at_end(reader);
    png_error(png, END_MESSAGE);
  }
  if (reader->chunk_remaining == 0) {
    // libpng reads a chunk's length and type together, and rejects a length over 31 bits.
    if (count < 8) return;
    reader->chunk_remaining = (png_get_uint_32(bytes) & PNG_UINT_31_MAX) + 4;
    reader->in_pixels = memcmp(bytes + 4, "IDAT", 4) == 0;
    if (reader->is_behind_unknown && reader_is_kept_behind(bytes + 4))
      add_warning(reader, "texts and EXIF after the pixels were not kept, because the picture is not in a file");
    return;
  }
  bool is_data = reader->chunk_remaining > 4;
  reader->chunk_remaining -= count < reader->chunk_remaining ? (uint32_t)count : reader->chunk_remaining;
  if (!reader->in_pixels || !is_data) return;
  if (!reader_spend(reader, count)) png_error(png, SURPLUS_MESSAGE);
}

void reader_read_row(paint_png_reader *reader, uint32_t *pixels, bool is_last) {
  reader->pixel_budget = reader_budget(reader, is_last);
  png_read_row(reader->png, (png_bytep)pixels, NULL);
  reader->pixel_budget = UINT64_MAX;
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
  reader_free_chunks_behind(reader);
  free(reader->source.buffer);
  pixel_rows_destroy(reader->rows);
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

paint_png_status paint_png_reader_read_header(paint_png_reader *reader, uint32_t side_limit) {
  if (reader->status != PAINT_PNG_OK) return reader->status;
  if (!sides_are_in(reader, side_limit)) return reader_fail(reader, PAINT_PNG_TOO_WIDE);
  if (!byte_source_peek(&reader->source, SIGNATURE) && reader->source.error_number == 0) {
    copy_text(reader->message, "Not a PNG file");
    return reader_fail(reader, PAINT_PNG_DAMAGED);
  }
  if (begins_with_another_chunk(reader)) {
    copy_text(reader->message, "missing IHDR");
    return reader_fail(reader, PAINT_PNG_DAMAGED);
  }
  png_structp png = reader->png;
  png_infop info = reader->info;
  if (setjmp(png_jmpbuf(png))) return reader->status;

  png_set_user_limits(png, side_limit, side_limit);
  png_set_chunk_malloc_max(png, READER_CHUNK_BYTES_LIMIT);
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
  // libpng need not keep those after the pixels, too.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, kept_chunks, KEPT_CHUNK_KINDS);
  return reader_find_chunks_behind(reader);
}

paint_png_status paint_png_reader_start(paint_png_reader *reader, uint32_t side_limit, uint64_t interlaced_limit) {
  if (paint_png_reader_read_header(reader, side_limit) != PAINT_PNG_OK) return reader->status;
  png_structp png = reader->png;
  png_infop info = reader->info;
  if (setjmp(png_jmpbuf(png))) return reader->status;

  uint64_t bytes = (uint64_t)reader->width * reader->height * 4;
  if (reader->interlaced && bytes > interlaced_limit) return reader_fail(reader, PAINT_PNG_INTERLACED_TOO_LARGE);

  if (pixel_rows_can_read(reader)) {
    // libpng need not read the chunks of pixels: at the end it continues behind those read here.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, (png_const_bytep) "IDAT", 1);
    return pixel_rows_start(reader);
  }
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  reader->spool.width = reader->width;
  reader->spool.height = reader->height;
  // Otherwise the rows of each pass come separately, one pass after the other.
  reader->spooled = reader->interlaced && bytes > reader->memory_limit;
  if (!reader->spooled) png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != (size_t)reader->width * 4) png_error(png, "rows are not RGBA8");
  return PAINT_PNG_OK;
}

/// Reads the next rows into the band, with libpng or from a file of passes.
static paint_png_status read_rows(paint_png_reader *reader, uint32_t rows) {
  if (setjmp(png_jmpbuf(reader->png))) return reader->status;
  for (uint32_t y = 0; y < rows; y++) {
    uint32_t *row = reader->band + (size_t)y * reader->width;
    const uint32_t number = reader->next_row + y;
    reader->rows_read = number;
    if (!reader->spooled) {
      reader_read_row(reader, row, number == reader->height - 1);
    } else if (reader_assemble_row(reader, number, row) != PAINT_PNG_OK) {
      return reader->status;
    }
  }
  reader->rows_read = reader->next_row + rows;
  return PAINT_PNG_OK;
}

/// Goes on behind damage of a picture without passes; false unless it may, and a row is there.
static bool accept_damage(paint_png_reader *reader) {
  const bool is_damage = reader->status == PAINT_PNG_TRUNCATED || reader->status == PAINT_PNG_DAMAGED;
  if (!reader->accepts_missing || reader->interlaced || !is_damage || !paint_png_reader_has_pixels(reader)) return false;
  reader->damage = reader->status;
  reader->status = PAINT_PNG_OK;
  return true;
}

/// Makes the rows of the band transparent that are behind the damage.
static void clear_missing(paint_png_reader *reader, uint32_t rows) {
  const uint32_t complete = paint_png_reader_complete_rows(reader);
  const uint32_t first = complete > reader->next_row ? complete - reader->next_row : 0;
  if (first < rows) memset(reader->band + (size_t)first * reader->width, 0, (size_t)(rows - first) * reader->width * 4);
}

static bool allocate_band(paint_png_reader *reader, uint32_t rows) {
  reader->band = malloc((size_t)reader->width * rows * 4);
  reader->band_rows = rows;
  return reader->band != NULL;
}

paint_png_status paint_png_reader_read_band(paint_png_reader *reader, uint32_t rows, const uint32_t **pixels) {
  if (reader->status != PAINT_PNG_OK) return reader->status;
  const bool in_memory = reader->interlaced && !reader->spooled;
  if (!reader->band && in_memory && reader_read_passes(reader) != PAINT_PNG_OK) return reader->status;
  if (!reader->band && !allocate_band(reader, rows)) return reader_fail(reader, PAINT_PNG_NO_MEMORY);
  if (rows > reader->height - reader->next_row || (!in_memory && rows > reader->band_rows)) {
    copy_text(reader->message, "more rows requested than the picture has");
    return reader_fail(reader, PAINT_PNG_DAMAGED);
  }
  if (reader->spooled && reader_read_passes(reader) != PAINT_PNG_OK) return reader->status;
  *pixels = in_memory ? reader->band + (size_t)reader->next_row * reader->width : reader->band;
  if (!in_memory) {
    const bool is_behind = reader->damage != PAINT_PNG_OK && !reader->interlaced;
    paint_png_status status = PAINT_PNG_OK;
    if (!is_behind) status = reader->rows ? pixel_rows_read(reader, rows) : read_rows(reader, rows);
    if (status != PAINT_PNG_OK && !accept_damage(reader)) return status;
    if (is_behind || status != PAINT_PNG_OK) clear_missing(reader, rows);
  }
  reader->next_row += rows;
  return PAINT_PNG_OK;
}

bool reader_is_at_hand(paint_png_reader *reader) {
  byte_source *source = &reader->source;
  if (source->is_memory) return true;
  struct stat status;
  if (fstat(source->fd, &status) == 0) return S_ISREG(status.st_mode);
  source->error_number = errno;
  return false;
}

bool paint_png_reader_prepare_ahead(paint_png_reader *reader, uint32_t rows) {
  // A band whose end is missing is only made by `paint_png_reader_read_band`.
  return reader->rows && !reader->accepts_missing && reader->next_row == 0 && !reader->band && reader_is_at_hand(reader) &&
         allocate_band(reader, rows) && pixel_rows_prepare_ahead(reader, rows);
}

void paint_png_reader_inflate_band(paint_png_reader *reader) {
  if (reader->status != PAINT_PNG_OK) return;
  const uint32_t left = reader->height - reader->rows->inflated;
  pixel_rows_inflate(reader, left < reader->band_rows ? left : reader->band_rows);
}

paint_png_status paint_png_reader_status(const paint_png_reader *reader) { return reader->status; }

const uint32_t *paint_png_reader_make_band(paint_png_reader *reader) {
  const uint32_t left = reader->height - reader->next_row;
  const uint32_t rows = left < reader->band_rows ? left : reader->band_rows;
  pixel_rows_make(reader, rows);
  reader->next_row += rows;
  return reader->band;
}

paint_png_status paint_png_reader_finish(paint_png_reader *reader) {
  if (reader->status != PAINT_PNG_OK) return reader->status;
  if (reader->damage != PAINT_PNG_OK) return PAINT_PNG_OK;
  if (setjmp(png_jmpbuf(reader->png))) return reader->status;
  png_read_end(reader->png, NULL);
  return PAINT_PNG_OK;
}

bool paint_png_reader_spool_failed(const paint_png_reader *reader) { return reader->spool.error_number != 0; }

void paint_png_reader_limit_memory(paint_png_reader *reader, uint64_t bytes) { reader->memory_limit = bytes; }
void paint_png_reader_fail_read(paint_png_reader *reader, uint64_t number) { reader->source.reads_to_failure = number; }
void paint_png_reader_use_libpng(paint_png_reader *reader) { reader->only_libpng = true; }

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
bool paint_png_reader_is_interlaced(const paint_png_reader *reader) { return reader->interlaced; }
paint_png_status paint_png_reader_damage(const paint_png_reader *reader) { return reader->damage; }
void paint_png_reader_accept_missing(paint_png_reader *reader) { reader->accepts_missing = true; }

int paint_png_reader_chunk_count(const paint_png_reader *reader) { return reader->chunk_count + reader->behind_count; }

paint_png_chunk paint_png_reader_chunk(const paint_png_reader *reader, int index) {
  if (index >= reader->chunk_count) return reader->behind[index - reader->chunk_count];
  const png_unknown_chunk *chunk = &reader->chunks[index];
  paint_png_chunk kept = {
    .bytes = chunk->data, .count = chunk->size, .after_palette = (chunk->location & PNG_HAVE_PLTE) != 0};
  memcpy(kept.type, chunk->name, 4);
  kept.wrong_checksum = (reader->wrong_checksums >> kept_chunk_kind(chunk->name) & 1) != 0;
  return kept;
}
