// Reads numbers of some bits, the highest first.
#ifndef CPL_BITREADER_H
#define CPL_BITREADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  const uint8_t *bytes;
  size_t place, count;  // in bits
  bool has_ended;
} bit_reader;

/// At most 32 bits; 0 behind the end.
static inline uint32_t bits_take(bit_reader *reader, uint32_t count) {
  if (reader->count - reader->place < count) {
    reader->has_ended = true;
    reader->place = reader->count;
    return 0;
  }
  uint32_t number = 0;
  for (; count > 0; count--, reader->place++)
    number = number << 1 | (reader->bytes[reader->place / 8] >> (7 - reader->place % 8) & 1);
  return number;
}

static inline void bits_skip(bit_reader *reader, size_t count) {
  const size_t left = reader->count - reader->place;
  if (count > left) reader->has_ended = true;
  reader->place += count > left ? left : count;
}

#endif
