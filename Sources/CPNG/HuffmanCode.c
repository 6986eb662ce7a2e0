#include "HuffmanCode.h"

#include <string.h>

enum { LONGEST = 15 };

/// Sorts by frequency, the symbols of equal frequency by number: two passes over 16 bits, a byte at a time, are most often
/// enough.
static int sort(const uint32_t *frequencies, int count, uint64_t *sorted) {
  uint64_t spare[HUFFMAN_SYMBOLS];
  uint32_t most = 0;
  int used = 0;
  for (int symbol = 0; symbol < count; symbol++) {
    if (frequencies[symbol] == 0) continue;
    sorted[used++] = (uint64_t)frequencies[symbol] << 16 | (uint64_t)symbol;
    if (frequencies[symbol] > most) most = frequencies[symbol];
  }
  // Also a symbol that does not occur, where fewer than two do.
  for (int symbol = 0; used < 2; symbol++) {
    if (frequencies[symbol] != 0) continue;
    memmove(sorted + 1, sorted, sizeof *sorted * (size_t)used++);
    sorted[0] = (uint64_t)1 << 16 | (uint64_t)symbol;
  }
  for (int shift = 0; shift < 32 && most >> shift != 0; shift += 8) {
    int starts[257] = {0};
    for (int i = 0; i < used; i++) starts[(sorted[i] >> (16 + shift) & 255) + 1]++;
    for (int i = 0; i < 256; i++) starts[i + 1] += starts[i];
    for (int i = 0; i < used; i++) spare[starts[sorted[i] >> (16 + shift) & 255]++] = sorted[i];
    memcpy(sorted, spare, sizeof *sorted * (size_t)used);
  }
  return used;
}

/// The number of leaves at each depth of an optimal tree: Moffat and Katajainen, "In-place calculation of
/// minimum-redundancy codes" (1995). A leaf that would be too deep goes below the deepest one that has room, as in
/// libdeflate.
static void count_lengths(const uint64_t *sorted, int used, int limit, int *counts) {
  uint64_t nodes[HUFFMAN_SYMBOLS];
  int leaf = 0, root = 0;
  for (int next = 0; next < used - 1; next++) {
    uint64_t weight = 0;
    for (int half = 0; half < 2; half++) {
      if (leaf == used || (root < next && nodes[root] < sorted[leaf] >> 16)) {
        weight += nodes[root];
        nodes[root++] = (uint64_t)next;
      } else {
        weight += sorted[leaf++] >> 16;
      }
    }
    nodes[next] = weight;
  }
  memset(counts, 0, sizeof *counts * (LONGEST + 1));
  counts[1] = 2;
  nodes[used - 2] = 0;
  for (int node = used - 3; node >= 0; node--) {
    int depth = (int)nodes[nodes[node]] + 1;
    nodes[node] = (uint64_t)depth;
    if (depth >= limit) {
      depth = limit - 1;
      while (counts[depth] == 0) depth--;
    }
    counts[depth]--;
    counts[depth + 1] += 2;
  }
}

static uint32_t reversed(uint32_t code, int length) {
  uint32_t bits = 0;
  for (int i = 0; i < length; i++) bits |= (code >> i & 1) << (length - 1 - i);
  return bits;
}

void huffman_number(const uint8_t *lengths, int count, uint32_t *codes) {
  uint32_t next[LONGEST + 2] = {0}, counts[LONGEST + 1] = {0};
  for (int symbol = 0; symbol < count; symbol++) counts[lengths[symbol]]++;
  counts[0] = 0;
  for (int length = 1; length <= LONGEST; length++) next[length + 1] = (next[length] + counts[length]) << 1;
  for (int symbol = 0; symbol < count; symbol++) {
    int length = lengths[symbol];
    codes[symbol] = length == 0 ? 0 : reversed(next[length]++, length) | (uint32_t)length << 16;
  }
}

void huffman_build(const uint32_t *frequencies, int count, int limit, uint32_t *codes) {
  uint64_t sorted[HUFFMAN_SYMBOLS];
  int counts[LONGEST + 1];
  uint8_t lengths[HUFFMAN_SYMBOLS] = {0};
  int used = sort(frequencies, count, sorted);
  count_lengths(sorted, used, limit, counts);
  int index = 0;
  for (int length = limit; length > 0; length--) {
    for (int i = 0; i < counts[length]; i++) lengths[sorted[index++] & 0xFFFF] = (uint8_t)length;
  }
  huffman_number(lengths, count, codes);
}
