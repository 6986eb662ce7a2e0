// The source of a picture's bytes: a file descriptor through a buffer, or memory.
#ifndef PAINT_BYTE_SOURCE_H
#define PAINT_BYTE_SOURCE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct byte_source {
  bool is_memory;  // the buffer holds everything; there is no descriptor
  int fd;
  uint8_t *buffer;
  size_t capacity, start, end;  // buffer[start ..< end] is not yet read
  int error_number;             // of the read that failed, or 0
  uint64_t reads_to_failure;    // for tests; 0 for none
} byte_source;

/// Reads `count` bytes; false at the end of the source or, with `error_number` set, when a read failed.
bool byte_source_read(byte_source *source, uint8_t *bytes, size_t count);
/// Counts a read of the descriptor; whether it must fail with EIO, for tests.
bool byte_source_fails(byte_source *source);
/// Loads the next `count` (at most the capacity) bytes into the buffer without reading them; false as above.
bool byte_source_peek(byte_source *source, size_t count);
#endif
