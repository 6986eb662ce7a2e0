// Decoding tables for deflate's prefix codes.
#ifndef PAINT_INFLATE_TABLE_H
#define PAINT_INFLATE_TABLE_H
#include <stdbool.h>
#include <stdint.h>

enum {
  // Bits of the first look-up of each kind of code. Longer codes take a second look-up.
  LITERAL_TABLE_BITS = 11,
  DISTANCE_TABLE_BITS = 8,
  LENGTH_CODE_TABLE_BITS = 7,
  // The most entries that complete codes of at most 15 bits need, second tables included: found by trying all codes of 288
  // and 32 symbols, as zlib's examples/enough.c does.
  LITERAL_TABLE_ENTRIES = 2342,
  DISTANCE_TABLE_ENTRIES = 402,
  LENGTH_CODE_TABLE_ENTRIES = 1 << LENGTH_CODE_TABLE_BITS,
};

// An entry: bits 0 to 7 are the bits of the code and of the extra bits behind it; bits 8 to 11 those of the code alone;
// bits 16 to 30 a literal, the lowest length or distance, or the start of a second table. Of an entry for a second table,
// bits 8 to 11 are its number of bits.
#define TABLE_LITERAL 0x80000000u
// A second table, the end of a block, or a code that stands for nothing.
#define TABLE_EXCEPTION 0x8000u
#define TABLE_SECOND 0x4000u
#define TABLE_END 0x2000u

static inline unsigned table_total_bits(uint32_t entry) { return entry & 0xFF; }
static inline unsigned table_code_bits(uint32_t entry) { return entry >> 8 & 15; }
static inline unsigned table_value(uint32_t entry) { return entry >> 16 & 0x7FFF; }

typedef enum table_kind { LITERAL_TABLE, DISTANCE_TABLE, LENGTH_CODE_TABLE } table_kind;

/// Builds the table of the code whose `count` symbols have codes of these lengths, 0 to 15 bits. False for a code that zlib
/// refuses: one with too many codes, or with too few, except none at all or a single one of one bit.
bool inflate_table_build(table_kind kind, const uint8_t *lengths, unsigned count, uint32_t *table);
#endif
