// Bits to memory, the lowest first, as deflate orders them.
#ifndef PAINT_BIT_WRITER_H
#define PAINT_BIT_WRITER_H
#include <stdint.h>

/// Where bits go; at most 64 wait. Each flush stores 8 bytes, of which the last ones are overwritten later.
typedef struct bit_writer {
  uint8_t *position;
  uint64_t pending;
  uint32_t count;
} bit_writer;

/// Adds the lowest bits; there is room for them after a flush.
static inline void add_bits(bit_writer *writer, uint64_t bits, uint32_t count) {
  writer->pending |= bits << writer->count;
  writer->count += count;
}

/// Adds a code of `huffman_build`.
static inline void add_code(bit_writer *writer, uint32_t code) { add_bits(writer, code & 0xFFFF, code >> 16); }

/// Moves the whole bytes to memory; up to 7 bits stay.
static inline void flush_bits(bit_writer *writer) {
  for (int byte = 0; byte < 8; byte++) writer->position[byte] = (uint8_t)(writer->pending >> (8 * byte));
  writer->position += writer->count >> 3;
  writer->pending >>= writer->count & 0x38;
  writer->count &= 7;
}

/// Fills the last byte with zeros and moves it to memory.
static inline void align_bits(bit_writer *writer) {
  writer->count = (writer->count + 7) & ~7u;
  flush_bits(writer);
}
#endif
