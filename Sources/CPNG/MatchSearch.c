#include "MatchSearch.h"

enum {
  // A match of three bytes from further away takes about as many bits as its bytes.
  NEAR = 4096,
};

/// The longest match at `at` of more than `least` bytes, if any; `at` is then inserted.
static inline match longest(
  deflater *deflater, const uint8_t *bytes, size_t at, const uint8_t *end, deflate_effort effort, size_t least
) {
  uint32_t word = load32(bytes + at);
  match best = {least, 0};
  uint32_t place = deflater->heads[hash(word, HASH_BITS)];
  uint32_t close = deflater->short_heads[hash(word << 8, SHORT_HASH_BITS)];
  insert(deflater, bytes, at, true);
  // A long run takes two bits for each 258 bytes, because all its parts have the same short distance. Other long matches
  // would take ten more for each part, so they have one part.
  if (effort.pixel <= at && (load32(bytes + at - effort.pixel) ^ word) << 8 == 0) {
    size_t length = equal_bytes(bytes + at, bytes + at - effort.pixel, end);
    if (length > best.length) best = (match){length, effort.pixel};
    if (length >= LONGEST) return best;
  }
  if (end - (bytes + at) > LONGEST) end = bytes + at + LONGEST;
  if (effort.row <= at && effort.row <= WINDOW && (load32(bytes + at - effort.row) ^ word) << 8 == 0) {
    size_t length = equal_bytes(bytes + at, bytes + at - effort.row, end);
    if (length > best.length) best = (match){length, effort.row};
  }
  if (best.distance != 0 && best.length >= effort.enough) return best;
  // Another distance takes more bits.
  size_t gain = best.distance != 0;
  if (best.length < SHORTEST && close != 0 && at - (close - 1) <= NEAR) {
    size_t length = equal_bytes(bytes + at, bytes + close - 1, end);
    if (length >= SHORTEST) best = (match){length, at - (close - 1)};
  }
  for (int tried = 0; tried < effort.depth && place != 0; tried++) {
    size_t from = place - 1;
    if (at - from > WINDOW) break;
    if (load32(bytes + from) == word && bytes[from + best.length] == bytes[at + best.length]) {
      size_t length = equal_bytes(bytes + at, bytes + from, end);
      if (length > best.length + gain) {
        gain = 0;
        best = (match){length, at - from};
        if (length >= effort.enough || bytes + at + length == end) break;
      }
    }
    // A place that was overwritten by a later one ends the chain.
    uint32_t earlier = deflater->before[from % WINDOW];
    if (earlier >= place) break;
    place = earlier;
  }
  return best;
}

void match_quickly(deflater *deflater, const uint8_t *bytes, size_t stop, size_t count) {
  const uint8_t *end = bytes + count;
  size_t at = deflater->at, misses = 0;
  while (at < stop && at + 4 <= count) {
    uint32_t word = load32(bytes + at);
    uint32_t *head = &deflater->heads[hash(word, HASH_BITS)];
    size_t place = *head;
    *head = (uint32_t)at + 1;
    if (place == 0 || at - (place - 1) > WINDOW || load32(bytes + place - 1) != word) {
      at += 1 + (misses++ >> 5);
      continue;
    }
    misses = 0;
    size_t from = place - 1;
    match found = {4 + equal_bytes(bytes + at + 4, bytes + from + 4, end), at - from};
    while (at > deflater->literal && from > 0 && bytes[at - 1] == bytes[from - 1]) {
      at--;
      from--;
      found.length++;
    }
    add_match(deflater, bytes, at, found);
    at += found.length;
    if (at + 2 <= count) insert(deflater, bytes, at - 2, false);
  }
  deflater->at = at;
}

void match_runs(deflater *deflater, const uint8_t *bytes, size_t stop, size_t count) {
  const uint8_t *end = bytes + count;
  size_t at = deflater->at + (deflater->at == 0);
  while (at < stop && at + 4 <= count) {
    // The bytes that differ from the one before: no run of four begins up to the last of them.
    uint32_t difference = load32(bytes + at) ^ load32(bytes + at - 1);
    if (difference != 0) {
      at += (size_t)(4 - (__builtin_clz(difference) >> 3));
      continue;
    }
    match found = {4 + equal_bytes(bytes + at + 4, bytes + at + 3, end), 1};
    add_match(deflater, bytes, at, found);
    at += found.length;
  }
  deflater->at = at;
}

void match_carefully(deflater *deflater, const uint8_t *bytes, size_t stop, size_t count, deflate_effort effort) {
  const uint8_t *end = bytes + count;
  size_t at = deflater->at;
  while (at < stop && at + 4 <= count) {
    match found = longest(deflater, bytes, at, end, effort, SHORTEST - 1);
    if (found.distance == 0) {
      at++;
      continue;
    }
    size_t inserted = at + 1;
    while (effort.lazy && found.length < effort.enough && inserted + 4 <= count && inserted < stop) {
      match later = longest(deflater, bytes, inserted, end, effort, found.length);
      inserted++;
      if (later.distance == 0) break;
      found = later;
      at = inserted - 1;
    }
    add_match(deflater, bytes, at, found);
    at += found.length;
    // Of a long match only the last places: those in it repeat what they were found in.
    if (found.length > 64 && inserted + 32 < at) inserted = at - 32;
    for (; inserted < at && inserted + 4 <= count; inserted++) insert(deflater, bytes, inserted, true);
  }
  deflater->at = at;
}
