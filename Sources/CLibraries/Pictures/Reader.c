#include "Reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cpl_reader *cpl_reader_create(const cpl_format *format, size_t state_size, cpl_source *source, cpl_reading reading) {
  cpl_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->state = calloc(1, state_size);
  if (!reader->state) {
    free(reader);
    return NULL;
  }
  reader->format = format;
  reader->source = source;
  reader->reading = reading;
  reader->header = (cpl_header){.depth = 8, .channels = 3, .color = CPL_RGB, .pages = 1};
  return reader;
}

void cpl_reader_destroy(cpl_reader *reader) {
  if (!reader) return;
  reader->format->close(reader->state);
  free(reader->state);
  free(reader->pixels);
  free(reader);
}

void cpl_copy_text(char *to, const char *from) {
  size_t i = 0;
  for (; from[i] && i < CPL_TEXT_CAPACITY - 1; i++) {
    const unsigned char letter = (unsigned char)from[i];
    to[i] = letter < 32 || letter > 126 ? '?' : from[i];
  }
  to[i] = 0;
}

void cpl_quote(char *to, const char *library, const char *words) {
  char text[CPL_TEXT_CAPACITY];
  // Some sentences have a full stop or an end of line, others none.
  size_t count = strlen(words);
  while (count > 0 && (words[count - 1] == '.' || words[count - 1] == '\n' || words[count - 1] == ' ')) count--;
  const int room = CPL_TEXT_CAPACITY - 32;
  snprintf(text, sizeof text, "%s reports \"%.*s\"", library, count < (size_t)room ? (int)count : room, words);
  // Quotes within the quotes.
  const size_t first = strlen(library) + strlen(" reports \"");
  for (size_t i = first; text[i] && text[i + 1]; i++) {
    if (text[i] == '"') text[i] = '\'';
  }
  cpl_copy_text(to, count > 0 ? text : "");
}

void cpl_take_exif(cpl_header *header, const uint8_t *bytes, size_t count) {
  static const uint8_t name[6] = "Exif";
  if (count > sizeof name && memcmp(bytes, name, sizeof name) == 0) {
    bytes += sizeof name;
    count -= sizeof name;
  }
  if (count == 0) return;
  header->exif = bytes;
  header->exif_count = count;
}

cpl_status cpl_fail(cpl_reader *reader, cpl_status status, const char *message) {
  cpl_copy_text(reader->message, message);
  return reader->status = status;
}

cpl_status cpl_fail_quoting(cpl_reader *reader, cpl_status status, const char *library, const char *words) {
  cpl_quote(reader->message, library, status == CPL_TRUNCATED ? "" : words);
  return reader->status = status;
}

cpl_status cpl_damage(cpl_reader *reader, cpl_status status, uint32_t good_rows, const char *message) {
  if (reader->damage == CPL_OK) {
    reader->damage = status;
    reader->good_rows = good_rows < reader->header.height ? good_rows : reader->header.height;
    cpl_copy_text(reader->message, message);
    // Behind the end of a file is nothing to be lenient for.
    reader->is_acceptable = status != CPL_TRUNCATED || reader->good_rows > 0;
  }
  return reader->reading.is_lenient && reader->is_acceptable ? CPL_OK : (reader->status = reader->damage);
}

cpl_status cpl_fail_without_page(cpl_reader *reader, const char *noun) {
  char text[CPL_TEXT_CAPACITY];
  snprintf(text, sizeof text, "the file ends before its %s %" PRIu64 " is complete", noun, (uint64_t)reader->reading.page + 1);
  return cpl_fail(reader, CPL_TRUNCATED, text);
}

cpl_status cpl_source_failure(const cpl_source *source) { return source->error_number ? CPL_IO : CPL_TRUNCATED; }

uint64_t cpl_plausible_pixels(uint64_t stated) {
  // Encoders add a block at each side, and cells of a grid may be larger than what is shown of them.
  return stated * 4 + (1 << 20);
}

bool cpl_lacks_memory(const cpl_reader *reader, uint64_t pixels) {
  // Two pictures of RGBA, or one in planes of 16 bits.
  return cpl_has_no_memory(pixels, 8, reader->reading.threads);
}

bool cpl_has_no_memory(uint64_t pixels, uint32_t bytes_per_pixel, uint32_t workers) {
  enum { THREAD = 8 << 20 };
  const uint64_t threads = (uint64_t)workers + 1;
  if (pixels > SIZE_MAX / 2 / bytes_per_pixel || threads > SIZE_MAX / 2 / THREAD) return true;
  // volatile: a compiler may leave out memory that is not used. Nothing is written, so it costs no pages.
  void *volatile memory = malloc((size_t)(pixels * bytes_per_pixel + threads * THREAD));
  const bool is_missing = memory == NULL;
  free(memory);
  return is_missing;
}

bool cpl_allocate_pixels(cpl_reader *reader, uint32_t width, uint32_t height) {
  const uint64_t count = (uint64_t)width * height;
  if (count > SIZE_MAX / 4) return false;
  // calloc: pages cost memory only when they are written.
  reader->pixels = calloc((size_t)count, 4);
  return reader->pixels != NULL;
}

cpl_status cpl_reader_open(cpl_reader *reader) {
  if (reader->status != CPL_OK) return reader->status;
  const cpl_status status = reader->format->open(reader);
  if (status != CPL_OK) return reader->status = status;
  cpl_header *header = &reader->header;
  if (header->width == 0 || header->height == 0) return cpl_fail(reader, CPL_DAMAGED, "the picture has no pixels");
  if (!header->is_streamed && header->at_once == 0)
    header->at_once = (uint64_t)header->full_width * header->full_height;
  return CPL_OK;
}

const cpl_header *cpl_reader_header(const cpl_reader *reader) { return &reader->header; }

cpl_status cpl_reader_reduce(cpl_reader *reader, uint32_t width, uint32_t height) {
  if (reader->status != CPL_OK || reader->has_begun || !reader->format->reduce || width == 0 || height == 0)
    return reader->status;
  return reader->status = reader->format->reduce(reader, width, height);
}

cpl_status cpl_reader_read(cpl_reader *reader, uint32_t rows, const uint32_t **pixels) {
  *pixels = NULL;
  if (reader->status != CPL_OK) return reader->status;
  if (rows == 0 || rows > reader->header.height - reader->next_row) return CPL_DAMAGED;
  if (!reader->has_begun) {
    reader->has_begun = true;
    if (reader->header.at_once > reader->reading.pixel_limit) return cpl_fail(reader, CPL_TOO_LARGE, "");
    const cpl_status status = reader->format->begin ? reader->format->begin(reader) : CPL_OK;
    if (status != CPL_OK) return reader->status = status;
  }
  const cpl_status status = reader->format->read(reader, rows, pixels);
  if (status != CPL_OK) return reader->status = status;
  reader->next_row += rows;
  return CPL_OK;
}

cpl_status cpl_read_from_memory(cpl_reader *reader, uint32_t rows, const uint32_t **pixels) {
  (void)rows;
  *pixels = (reader->lent_pixels ? reader->lent_pixels : reader->pixels) + (size_t)reader->next_row * reader->header.width;
  return CPL_OK;
}

cpl_status cpl_reader_finish(cpl_reader *reader) {
  if (reader->status != CPL_OK || !reader->format->finish) return reader->status;
  return reader->status = reader->format->finish(reader);
}

const char *cpl_reader_message(const cpl_reader *reader) { return reader->message; }
cpl_status cpl_reader_damage(const cpl_reader *reader) { return reader->damage; }
bool cpl_reader_is_acceptable(const cpl_reader *reader) { return reader->is_acceptable; }
uint32_t cpl_reader_good_rows(const cpl_reader *reader) { return reader->good_rows; }
bool cpl_reader_has_spread_rows(const cpl_reader *reader) { return reader->has_spread_rows; }
const char *cpl_reader_warning(const cpl_reader *reader) { return reader->warning; }
