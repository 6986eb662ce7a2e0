// The search for matches: what the ways of searching share, and those that take a match where they find one.
#ifndef PAINT_MATCH_SEARCH_H
#define PAINT_MATCH_SEARCH_H
#include "DeflaterState.h"

/// Bytes that repeat earlier ones.
typedef struct match {
  size_t length, distance;
} match;

// Little-endian on every machine; a compiler makes one load of it.
static inline uint32_t load32(const uint8_t *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline uint64_t load64(const uint8_t *bytes) { return load32(bytes) | (uint64_t)load32(bytes + 4) << 32; }

static inline uint32_t hash(uint32_t word, int bits) { return (word * 0x9E3779B1u) >> (32 - bits); }

/// How many bytes from `at` on equal those from `from` on, up to `REACH`; the margin behind `end` is read, and not counted.
static inline size_t equal_bytes(const uint8_t *at, const uint8_t *from, const uint8_t *end) {
  const uint8_t *start = at;
  if (end - at > REACH) end = at + REACH;
  while (at < end) {
    uint64_t difference = load64(at) ^ load64(from);
    if (difference != 0) {
      at += __builtin_ctzll(difference) >> 3;
      break;
    }
    at += 8;
    from += 8;
  }
  return (size_t)((at < end ? at : end) - start);
}

/// Makes a later search find `at`: the last place with its bytes, and with `chained` the places before, too.
static inline void insert(deflater *deflater, const uint8_t *bytes, size_t at, bool chained) {
  uint32_t word = load32(bytes + at);
  uint32_t *head = &deflater->heads[hash(word, HASH_BITS)];
  if (chained) {
    deflater->before[at % WINDOW] = *head;
    deflater->short_heads[hash(word << 8, SHORT_HASH_BITS)] = (uint32_t)at + 1;
  }
  *head = (uint32_t)at + 1;
}

/// Adds bytes that no match covers to the counts of the block.
static inline void count_literals(deflater *deflater, const uint8_t *bytes, size_t count) {
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    deflater->counts[0][bytes[i]]++;
    deflater->counts[1][bytes[i + 1]]++;
    deflater->counts[2][bytes[i + 2]]++;
    deflater->counts[3][bytes[i + 3]]++;
  }
  for (; i < count; i++) deflater->counts[0][bytes[i]]++;
}

/// Adds the literals up to `at`, and a match of any length, in parts.
static inline void add_match(deflater *deflater, const uint8_t *bytes, size_t at, match found) {
  size_t literals = at - deflater->literal, length = found.length;
  uint32_t distance = (uint32_t)found.distance - 1;
  count_literals(deflater, bytes + deflater->literal, literals);
  deflater->literal_count += literals;
  deflater->literal = at + length;
  deflater->distances[distance_symbol(distance)] += (uint32_t)((length + LONGEST - 1) / LONGEST);
  while (length > 0) {
    size_t part = length <= LONGEST ? length : length - LONGEST < SHORTEST ? length - SHORTEST : LONGEST;
    deflater->sequences[deflater->sequence_count++] = (sequence){(uint32_t)literals, (uint16_t)part, (uint16_t)distance};
    deflater->literals[deflater->length_symbols[part]]++;
    literals = 0;
    length -= part;
  }
}

// Each searches from `at` to `stop`, of `count` bytes, and adds what it takes to the block; `at` is then behind the last match.

/// Runs of one byte only, as zlib's Z_RLE.
void match_runs(deflater *deflater, const uint8_t *bytes, size_t stop, size_t count);
/// One candidate, and wider steps where nothing repeats.
void match_quickly(deflater *deflater, const uint8_t *bytes, size_t stop, size_t count);
/// The longest of several candidates.
void match_carefully(deflater *deflater, const uint8_t *bytes, size_t stop, size_t count, deflate_effort effort);
#endif
