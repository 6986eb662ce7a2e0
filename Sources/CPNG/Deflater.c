#include "Deflater.h"

#include <stdlib.h>
#include <string.h>

#include "DeflateBlock.h"
#include "DeflaterState.h"
#include "MatchPrices.h"
#include "MatchSearch.h"

// Bytes that the bit writer stores beyond the end.
enum { MARGIN = 8 };

static int length_symbol(int length) {
  if (length == LONGEST) return 285;
  uint32_t value = (uint32_t)length - SHORTEST;
  uint32_t extra = value < 8 ? 0 : 29 - (uint32_t)__builtin_clz(value);
  return (int)(257 + extra * 4 + (value >> extra));
}

deflater *deflater_create(void) {
  deflater *deflater = malloc(sizeof *deflater);
  if (!deflater) return NULL;
  deflater->prices = match_prices_create();
  if (!deflater->prices) {
    free(deflater);
    return NULL;
  }
  for (int length = SHORTEST; length <= LONGEST; length++) {
    deflater->length_symbols[length] = (uint16_t)length_symbol(length);
  }
  uint8_t lengths[HUFFMAN_SYMBOLS];
  for (int symbol = 0; symbol < HUFFMAN_SYMBOLS; symbol++) {
    lengths[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
  }
  huffman_number(lengths, HUFFMAN_SYMBOLS, deflater->fixed_literals);
  memset(lengths, 5, 32);
  huffman_number(lengths, 32, deflater->fixed_distances);
  return deflater;
}

void deflater_destroy(deflater *deflater) {
  if (!deflater) return;
  free(deflater->prices);
  free(deflater);
}

size_t deflater_limit(size_t count) {
  // Each block may be stored, in pieces; then the empty block, and what the writer stores beyond the end.
  return count + 5 * (count / STORED_LIMIT + count / PART_BYTES + 2) + 5 + MARGIN;
}

/// Adds to the block until it has enough symbols for codes of its own; returns where it ends.
static size_t fill_block(deflater *deflater, const uint8_t *bytes, size_t count, deflate_effort effort) {
  for (;;) {
    size_t at = deflater->at > deflater->literal ? deflater->at : deflater->literal;
    // No short last part: its description would not pay.
    size_t stop = count - at <= LAST_PART_BYTES ? count : at + PART_BYTES;
    switch (effort.search) {
    case SEARCH_RUNS: match_runs(deflater, bytes, stop, count); break;
    case SEARCH_ONE: match_quickly(deflater, bytes, stop, count); break;
    case SEARCH_CHAINS: match_carefully(deflater, bytes, stop, count, effort); break;
    case SEARCH_PRICES: match_cheaply(deflater, bytes, stop, count, effort);
    }
    if (deflater->at < stop) deflater->at = stop;
    if (deflater->at > count) deflater->at = count;
    size_t literals = deflater->literal_count + (deflater->at - deflater->literal);
    if (deflater->at == count || literals + deflater->sequence_count >= BLOCK_SYMBOLS) return deflater->at;
  }
}

size_t deflater_run(
  deflater *deflater, const uint8_t *bytes, size_t count, deflate_effort effort, bool last, uint8_t *output
) {
  memset(deflater->heads, 0, sizeof deflater->heads);
  memset(deflater->short_heads, 0, sizeof deflater->short_heads);
  bit_writer writer = {output, 0, 0};
  deflater->at = deflater->literal = 0;
  size_t start = 0;
  do {
    deflate_block_begin(deflater);
    size_t next = fill_block(deflater, bytes, count, effort);
    count_literals(deflater, bytes + deflater->literal, next - deflater->literal);
    deflater->literal = next;
    deflate_block_end(deflater, &writer, bytes + start, next - start, last && next == count);
    start = next;
  } while (start < count);
  if (last) {
    align_bits(&writer);
  } else {
    deflate_block_store(&writer, bytes, 0, false);
  }
  return (size_t)(writer.position - output);
}
