// What the parts of a deflater share: its memory, and the symbols of deflate.
#ifndef PAINT_DEFLATER_STATE_H
#define PAINT_DEFLATER_STATE_H
#include "Deflater.h"
#include "HuffmanCode.h"

enum {
  // Symbols of a block: few enough for codes that fit them, enough to pay for their description.
  BLOCK_SYMBOLS = 32 * 1024,
  // Bytes after which the symbols are counted.
  PART_BYTES = 16 * 1024,
  // The most bytes that are searched at once, which is for a last part.
  LAST_PART_BYTES = PART_BYTES + PART_BYTES / 2,
  STORED_LIMIT = 65535,
  SHORTEST = 3,
  LONGEST = 258,
  WINDOW = 32768,
  // Bytes that the search looks ahead.
  REACH = 16384,
  HASH_BITS = 15,
  SHORT_HASH_BITS = 13,
  LITERALS = 286,
  END = 256,
  DISTANCES = 30,
};

/// Literal bytes, then a match.
typedef struct sequence {
  uint32_t literals;
  uint16_t length, distance;  // the distance less 1
} sequence;

/// What a search by prices works in.
typedef struct match_prices match_prices;

/// The memory of a deflater: the block that is filled, its codes, and where bytes were seen.
struct deflater {
  match_prices *prices;
  uint32_t counts[4][256];  // of literals; four, so that two like ones in turn do not wait for each other
  uint32_t literals[HUFFMAN_SYMBOLS], distances[32];
  uint32_t literal_codes[HUFFMAN_SYMBOLS], distance_codes[32];
  uint32_t fixed_literals[HUFFMAN_SYMBOLS], fixed_distances[32];
  uint16_t length_symbols[LONGEST + 1];
  size_t at, literal;    // how far was searched, and where the bytes begin that no match covers
  size_t literal_count;  // of the block, before `literal`
  uint32_t sequence_count;
  // Of a block that is nearly full, of a last part of any kind, and of the match that crosses its end.
  sequence sequences[BLOCK_SYMBOLS + PART_BYTES / 2 + REACH / LONGEST + 1];
  uint32_t heads[1 << HASH_BITS], short_heads[1 << SHORT_HASH_BITS];  // the last place + 1
  uint32_t before[WINDOW];
};

// RFC 1951, 3.2.5: bits behind the code of a length or of a distance.
static inline uint32_t length_extra(int symbol) {
  return symbol < 265 || symbol == 285 ? 0 : (uint32_t)(symbol - 261) / 4;
}

static inline uint32_t distance_extra(int symbol) { return symbol < 4 ? 0 : (uint32_t)symbol / 2 - 1; }

/// The symbol of a distance.
static inline uint32_t distance_symbol(uint32_t distance_less_1) {
  uint32_t extra = 30 - (uint32_t)__builtin_clz(distance_less_1 | 2);
  return 2 * extra + (distance_less_1 >> extra);
}
#endif
