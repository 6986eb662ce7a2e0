#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "Reader.h"

// Finds the kept chunks behind the pixels before those are read, because the orientation and the texts are needed first. Only
// the chunks' lengths and types are read, and the content of those that are kept; reading the pixels later judges the file.

enum {
  // Chunks of pixels are often 8 KiB long: a larger window would read most of the file.
  WINDOW = 4096,
  HEAD = 8,
};

/// A part of the source that was read without moving its position.
typedef struct {
  byte_source *source;
  uint64_t place;
  size_t count;
  uint8_t bytes[WINDOW];
} window;

/// Copies the bytes from a place on, of a file or in memory; returns how many there are. On an error, which is no end of the
/// file, `error_number` is set.
static size_t read_at(byte_source *source, uint64_t place, uint8_t *bytes, size_t count) {
  if (source->is_memory) {
    if (place >= source->end) return 0;
    const size_t left = source->end - (size_t)place;
    if (count > left) count = left;
    memcpy(bytes, source->buffer + place, count);
    return count;
  }
  size_t done = 0;
  while (done < count) {
    if (byte_source_fails(source)) {
      source->error_number = EIO;
      break;
    }
    const ssize_t part = pread(source->fd, bytes + done, count - done, (off_t)(place + done));
    if (part < 0 && errno == EINTR) continue;
    if (part < 0) source->error_number = errno;
    if (part <= 0) break;
    done += (size_t)part;
  }
  return done;
}

/// The head of the chunk at a place; NULL if the source ends before, or cannot be read.
static const uint8_t *head_at(window *window, uint64_t place) {
  if (place < window->place || place + HEAD > window->place + window->count) {
    window->place = place;
    window->count = read_at(window->source, place, window->bytes, WINDOW);
    if (window->count < HEAD) return NULL;
  }
  return window->bytes + (place - window->place);
}

static bool is_type(const uint8_t *type) {
  for (int i = 0; i < 4; i++) {
    if (!(type[i] >= 'A' && type[i] <= 'Z') && !(type[i] >= 'a' && type[i] <= 'z')) return false;
  }
  return true;
}

static void drop(paint_png_reader *reader, const uint8_t *type, const char *reason) {
  char message[READER_TEXT_CAPACITY];
  snprintf(message, sizeof message, "%.4s: %s", (const char *)type, reason);
  reader_warn(reader, message);
}

/// Keeps a chunk whose data begin at a place, with the limits of those before the pixels; false if the source ends within,
/// and after a failure.
static bool keep(paint_png_reader *reader, const uint8_t *type, uint64_t place, size_t length) {
  if (length > READER_CHUNK_BYTES_LIMIT) {
    drop(reader, type, "chunk data is too large");
    return true;
  }
  if (reader->chunk_count + reader->behind_count >= READER_KEPT_LIMIT) {
    drop(reader, type, "no space in chunk cache");
    return true;
  }
  paint_png_chunk chunk = {.count = length, .after_palette = true, .after_pixels = true};
  memcpy(chunk.type, type, sizeof chunk.type);
  uint8_t *bytes = malloc(length + 4);
  if (!bytes) {
    reader_fail(reader, PAINT_PNG_NO_MEMORY);
    return false;
  }
  if (read_at(&reader->source, place, bytes, length + 4) < length + 4) {
    free(bytes);
    return false;
  }
  const uLong sum = crc32(crc32(0, type, 4), bytes, (uInt)length);
  chunk.wrong_checksum = sum != png_get_uint_32(bytes + length);
  chunk.bytes = bytes;
  reader->behind[reader->behind_count++] = chunk;
  return true;
}

static void find_chunks(paint_png_reader *reader) {
  byte_source *source = &reader->source;
  uint64_t place = source->start;
  if (!reader_is_at_hand(reader)) {
    reader->is_behind_unknown = source->error_number == 0;
    return;
  }
  if (!source->is_memory) {
    const off_t position = lseek(source->fd, 0, SEEK_CUR);
    if (position < 0) source->error_number = errno;
    if (position < (off_t)(source->end - source->start)) return;
    place = (uint64_t)position - (source->end - source->start);
  }
  // libpng has read the head of the first chunk of pixels.
  place += reader->chunk_remaining;
  window window = {.source = source};
  for (;;) {
    const uint8_t *head = head_at(&window, place);
    if (!head) return;
    const uint32_t length = png_get_uint_32(head);
    const uint8_t *type = head + 4;
    if (length > PNG_UINT_31_MAX || !is_type(type) || memcmp(type, "IEND", 4) == 0) return;
    if (reader_is_kept_behind(type) && !keep(reader, type, place + HEAD, length)) return;
    place += HEAD + (uint64_t)length + 4;
  }
}

paint_png_status reader_find_chunks_behind(paint_png_reader *reader) {
  find_chunks(reader);
  // Otherwise the picture would be read without its orientation, as if that was not in the file.
  return reader->source.error_number != 0 ? reader_fail_at_end(reader) : reader->status;
}

void reader_free_chunks_behind(paint_png_reader *reader) {
  for (int i = 0; i < reader->behind_count; i++) free((void *)reader->behind[i].bytes);
}
