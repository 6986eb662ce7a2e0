#include "MatchPrices.h"

#include <stdlib.h>
#include <string.h>

#include "MatchSearch.h"

enum {
  // The matches that are kept for the bytes that are divided at once, and for each of them.
  CANDIDATES = 8 * LAST_PART_BYTES,
  MOST_CANDIDATES = 16,
  // Prices are counted in parts of a bit.
  BIT = 16,
};

/// A match that could begin at a place; those of a place have growing lengths.
typedef struct candidate {
  uint16_t length, distance;  // the distance less 1
} candidate;

struct match_prices {
  uint32_t literals[256], lengths[LONGEST + 1], distances[DISTANCES];
  uint32_t first[LAST_PART_BYTES + 1];  // of each place, its first candidate
  candidate candidates[CANDIDATES];
  uint32_t costs[LAST_PART_BYTES + 1];  // of the bytes from each place on
  candidate chosen[LAST_PART_BYTES];    // a length of 1 is a literal
};

match_prices *match_prices_create(void) { return malloc(sizeof(match_prices)); }

/// The price of a symbol that occurs `times` of `all` times: the logarithm, of which a line replaces the part between
/// powers of two.
static uint32_t price(uint64_t times, uint64_t all) {
  const uint64_t ratio = ((all + 1) << 16) / (times + 1);
  const uint32_t whole = 63 - (uint32_t)__builtin_clzll(ratio);
  const uint32_t bits = BIT * (whole - 16) + (uint32_t)(ratio >> (whole - 4) & (BIT - 1));
  return bits < BIT ? BIT : bits > 15 * BIT ? 15 * BIT : bits;
}

/// Sets all prices from how often literals, lengths and distances occur.
static void set_prices(const deflater *deflater, const uint32_t *literals, const uint32_t *distances) {
  match_prices *prices = deflater->prices;
  uint64_t all = 0, matches = 0;
  for (int symbol = 0; symbol < LITERALS; symbol++) all += literals[symbol];
  for (int symbol = 0; symbol < DISTANCES; symbol++) matches += distances[symbol];
  for (int byte = 0; byte < 256; byte++) prices->literals[byte] = price(literals[byte], all);
  for (int length = SHORTEST; length <= LONGEST; length++) {
    const int symbol = deflater->length_symbols[length];
    prices->lengths[length] = price(literals[symbol], all) + BIT * length_extra(symbol);
  }
  for (int symbol = 0; symbol < DISTANCES; symbol++) {
    prices->distances[symbol] = price(distances[symbol], matches) + BIT * distance_extra(symbol);
  }
}

/// Finds the candidates at `at`, which is then inserted: of each length the nearest place. Returns their number.
static size_t find_candidates(
  deflater *deflater, const uint8_t *bytes, size_t at, const uint8_t *end, deflate_effort effort, candidate *found
) {
  const uint32_t word = load32(bytes + at);
  uint32_t place = deflater->heads[hash(word, HASH_BITS)];
  const uint32_t close = deflater->short_heads[hash(word << 8, SHORT_HASH_BITS)];
  insert(deflater, bytes, at, true);
  if (end - (bytes + at) > LONGEST) end = bytes + at + LONGEST;
  size_t count = 0, best = SHORTEST - 1;
  if (close != 0 && at - (close - 1) <= WINDOW) {
    const size_t length = equal_bytes(bytes + at, bytes + close - 1, end);
    if (length > best) {
      found[count++] = (candidate){(uint16_t)length, (uint16_t)(at - close)};
      best = length;
    }
  }
  for (int tried = 0; tried < effort.depth && place != 0 && bytes + at + best < end; tried++) {
    const size_t from = place - 1;
    if (at - from > WINDOW) break;
    if (load32(bytes + from) == word && bytes[from + best] == bytes[at + best]) {
      const size_t length = equal_bytes(bytes + at, bytes + from, end);
      if (length > best) {
        found[count++] = (candidate){(uint16_t)length, (uint16_t)(at - from - 1)};
        best = length;
        if (length >= effort.enough || count == MOST_CANDIDATES) break;
      }
    }
    const uint32_t earlier = deflater->before[from % WINDOW];
    if (earlier >= place) break;
    place = earlier;
  }
  return count;
}

/// Chooses from the last place to the first what makes the rest cheapest.
static void choose_cheapest(const deflater *deflater, const uint8_t *bytes, size_t count) {
  match_prices *prices = deflater->prices;
  prices->costs[count] = 0;
  for (size_t at = count; at-- > 0;) {
    uint32_t least = prices->literals[bytes[at]] + prices->costs[at + 1];
    candidate best = {1, 0};
    size_t length = SHORTEST;
    for (uint32_t i = prices->first[at]; i < prices->first[at + 1]; i++) {
      const candidate each = prices->candidates[i];
      const uint32_t distance = prices->distances[distance_symbol(each.distance)];
      for (; length <= each.length; length++) {
        const uint32_t cost = distance + prices->lengths[length] + prices->costs[at + length];
        if (cost < least) {
          least = cost;
          best = (candidate){(uint16_t)length, each.distance};
        }
      }
    }
    prices->costs[at] = least;
    prices->chosen[at] = best;
  }
}

/// Counts the symbols of what was chosen.
static void count_chosen(
  const deflater *deflater, const uint8_t *bytes, size_t count, uint32_t *literals, uint32_t *distances
) {
  const match_prices *prices = deflater->prices;
  memset(literals, 0, LITERALS * sizeof *literals);
  memset(distances, 0, DISTANCES * sizeof *distances);
  for (size_t at = 0; at < count; at += prices->chosen[at].length) {
    const candidate chosen = prices->chosen[at];
    if (chosen.length == 1) {
      literals[bytes[at]]++;
    } else {
      literals[deflater->length_symbols[chosen.length]]++;
      distances[distance_symbol(chosen.distance)]++;
    }
  }
}

void match_cheaply(deflater *deflater, const uint8_t *bytes, size_t stop, size_t count, deflate_effort effort) {
  match_prices *prices = deflater->prices;
  const size_t start = deflater->at;
  if (stop <= start) return;
  const size_t part = stop - start;
  const uint8_t *here = bytes + start;
  uint32_t literals[LITERALS] = {0}, distances[DISTANCES] = {0};
  uint32_t candidates = 0;
  size_t skipped = 0;
  for (size_t at = 0; at < part; at++) {
    prices->first[at] = candidates;
    literals[here[at]]++;
    if (start + at + 4 > count || candidates + MOST_CANDIDATES > CANDIDATES) continue;
    if (skipped > 0) {
      // In a long match only its last places are searched.
      skipped--;
      insert(deflater, bytes, start + at, true);
      continue;
    }
    const size_t found =
      find_candidates(deflater, bytes, start + at, here + part, effort, prices->candidates + candidates);
    candidates += (uint32_t)found;
    if (found > 0 && prices->candidates[candidates - 1].length >= effort.enough)
      skipped = prices->candidates[candidates - 1].length - 1;
  }
  prices->first[part] = candidates;
  // First as if a match were taken now and then, of any length and distance.
  for (int symbol = END + 1; symbol < LITERALS; symbol++) literals[symbol] = (uint32_t)(part / 512 + 1);
  for (int symbol = 0; symbol < DISTANCES; symbol++) distances[symbol] = 1;
  for (int round = 0; round < effort.rounds; round++) {
    set_prices(deflater, literals, distances);
    choose_cheapest(deflater, here, part);
    if (round + 1 < effort.rounds) count_chosen(deflater, here, part, literals, distances);
  }
  for (size_t at = 0; at < part; at += prices->chosen[at].length) {
    const candidate chosen = prices->chosen[at];
    if (chosen.length > 1) {
      add_match(deflater, bytes, start + at, (match){chosen.length, (size_t)chosen.distance + 1});
    }
  }
  deflater->at = stop;
}
