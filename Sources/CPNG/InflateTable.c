#include "InflateTable.h"

enum { LONGEST = 15, SYMBOLS = 288 };

// RFC 1951, 3.2.5: the lowest length or distance of each symbol, and the number of extra bits.
static const uint16_t length_bases[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                          31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint16_t distance_bases[30] = {1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
                                            193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};

static uint32_t length_extra(uint32_t index) { return index < 8 || index == 28 ? 0 : index / 4 - 1; }
static uint32_t distance_extra(uint32_t symbol) { return symbol < 4 ? 0 : symbol / 2 - 1; }

/// The entry of a symbol whose code has `bits` bits.
static uint32_t entry(table_kind kind, uint32_t symbol, uint32_t bits) {
  const uint32_t invalid = TABLE_EXCEPTION | bits << 8 | bits;
  uint32_t base, extra;
  if (kind == LENGTH_CODE_TABLE) return symbol << 16 | bits << 8 | bits;
  if (kind == DISTANCE_TABLE) {
    if (symbol >= 30) return invalid;
    base = distance_bases[symbol];
    extra = distance_extra(symbol);
  } else {
    if (symbol < 256) return TABLE_LITERAL | symbol << 16 | bits << 8 | bits;
    if (symbol == 256) return TABLE_END | invalid;
    if (symbol >= 257 + 29) return invalid;
    base = length_bases[symbol - 257];
    extra = length_extra(symbol - 257);
  }
  return base << 16 | bits << 8 | (bits + extra);
}

/// The code after `code`, both with their first bit lowest: adds one at the other end.
static uint32_t following(uint32_t code, uint32_t bits) {
  uint32_t bit = 1u << (bits - 1);
  while (code & bit) bit >>= 1;
  return bit == 0 ? 0 : (code & (bit - 1)) | bit;
}

bool inflate_table_build(table_kind kind, const uint8_t *lengths, unsigned count, uint32_t *table) {
  static const uint8_t kind_bits[] = {LITERAL_TABLE_BITS, DISTANCE_TABLE_BITS, LENGTH_CODE_TABLE_BITS};
  const uint32_t table_bits = kind_bits[kind];
  const uint32_t size = 1u << table_bits;
  uint32_t counts[LONGEST + 1] = {0}, starts[LONGEST + 2] = {0};
  uint16_t sorted[SYMBOLS];
  for (unsigned symbol = 0; symbol < count; symbol++) counts[lengths[symbol]]++;
  counts[0] = 0;

  int32_t room = 1;
  uint32_t longest = 0;
  for (uint32_t bits = 1; bits <= LONGEST; bits++) {
    room = room * 2 - (int32_t)counts[bits];
    if (room < 0) return false;
    if (counts[bits] > 0) longest = bits;
    starts[bits + 1] = starts[bits] + counts[bits];
  }
  if (room > 0) {
    if (longest > 1 || (longest == 1 && kind == LENGTH_CODE_TABLE)) return false;
    // What no code begins with takes one bit; with no code of lengths at all, zlib reads each as 0.
    const uint32_t missing = kind == LENGTH_CODE_TABLE ? entry(kind, 0, 1) : TABLE_EXCEPTION | 1 << 8 | 1;
    for (uint32_t i = 0; i < size; i++) table[i] = missing;
    if (longest == 0) return true;
  }
  uint32_t used = 0;
  for (unsigned symbol = 0; symbol < count; symbol++) {
    if (lengths[symbol] == 0) continue;
    sorted[starts[lengths[symbol]]++] = (uint16_t)symbol;
    used++;
  }

  uint32_t code = 0, bits = 0, next = size, second = 0, second_bits = 0, prefix = UINT32_MAX;
  for (uint32_t i = 0; i < used; i++) {
    const uint32_t symbol = sorted[i];
    bits = lengths[symbol];
    const uint32_t made = entry(kind, symbol, bits);
    if (bits <= table_bits) {
      for (uint32_t at = code; at < size; at += 1u << bits) table[at] = made;
    } else {
      if ((code & (size - 1)) != prefix) {
        // As large as the codes with this beginning need.
        prefix = code & (size - 1);
        second = next;
        second_bits = bits - table_bits;
        int32_t left = 1 << second_bits;
        while (second_bits + table_bits < longest) {
          left -= (int32_t)counts[second_bits + table_bits];
          if (left <= 0) break;
          second_bits++;
          left *= 2;
        }
        next += 1u << second_bits;
        table[prefix] = TABLE_EXCEPTION | TABLE_SECOND | second << 16 | second_bits << 8 | table_bits;
      }
      for (uint32_t at = code >> table_bits; at < 1u << second_bits; at += 1u << (bits - table_bits)) {
        table[second + at] = made;
      }
    }
    // A longer code continues the one after this: with its first bit lowest, the zeros behind it need no shift.
    code = following(code, bits);
    counts[bits]--;
  }
  return true;
}
