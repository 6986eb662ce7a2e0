#include "DeflateBlock.h"

#include <string.h>

#include "CodeDescription.h"

enum {
  // With codes no longer than this, four literals fit the 64 bits of the writer.
  CODE_LIMIT = 14,
};

static void write_literals(bit_writer *to, const uint8_t *bytes, size_t count, const uint32_t *codes) {
  bit_writer writer = *to;
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    add_code(&writer, codes[bytes[i]]);
    add_code(&writer, codes[bytes[i + 1]]);
    add_code(&writer, codes[bytes[i + 2]]);
    add_code(&writer, codes[bytes[i + 3]]);
    flush_bits(&writer);
  }
  for (; i < count; i++) add_code(&writer, codes[bytes[i]]);
  flush_bits(&writer);
  *to = writer;
}

/// Writes the symbols of the block, which covers `count` bytes, with these codes.
static void write_sequences(
  const deflater *deflater, bit_writer *to, const uint8_t *bytes, size_t count, const uint32_t *literals,
  const uint32_t *distances
) {
  bit_writer writer = *to;
  const uint8_t *end = bytes + count;
  for (uint32_t i = 0; i < deflater->sequence_count; i++) {
    const sequence *next = &deflater->sequences[i];
    if (next->literals > 0) write_literals(&writer, bytes, next->literals, literals);
    int symbol = deflater->length_symbols[next->length];
    uint32_t extra = length_extra(symbol);
    add_code(&writer, literals[symbol]);
    add_bits(&writer, (uint32_t)(next->length - SHORTEST) & ((1u << extra) - 1), extra);
    uint32_t distance = distance_symbol(next->distance);
    extra = distance_extra((int)distance);
    add_code(&writer, distances[distance]);
    add_bits(&writer, next->distance & ((1u << extra) - 1), extra);
    flush_bits(&writer);
    bytes += next->literals + next->length;
  }
  write_literals(&writer, bytes, (size_t)(end - bytes), literals);
  add_code(&writer, literals[END]);
  flush_bits(&writer);
  *to = writer;
}

/// Bits of the block's symbols with these codes.
static uint64_t symbol_bits(const deflater *deflater, const uint32_t *literals, const uint32_t *distances) {
  uint64_t bits = 0;
  for (int symbol = 0; symbol < LITERALS; symbol++) {
    uint32_t extra = symbol > END ? length_extra(symbol) : 0;
    bits += deflater->literals[symbol] * (uint64_t)((literals[symbol] >> 16) + extra);
  }
  for (int symbol = 0; symbol < DISTANCES; symbol++) {
    bits += deflater->distances[symbol] * (uint64_t)((distances[symbol] >> 16) + distance_extra(symbol));
  }
  return bits;
}

void deflate_block_store(bit_writer *writer, const uint8_t *bytes, size_t count, bool last) {
  do {
    size_t part = count < STORED_LIMIT ? count : STORED_LIMIT;
    add_bits(writer, last && part == count, 3);
    align_bits(writer);
    add_bits(writer, part | (~(uint64_t)part & 0xFFFF) << 16, 32);
    flush_bits(writer);
    memcpy(writer->position, bytes, part);
    writer->position += part;
    bytes += part;
    count -= part;
  } while (count > 0);
}

void deflate_block_begin(deflater *deflater) {
  memset(deflater->counts, 0, sizeof deflater->counts);
  memset(deflater->literals, 0, sizeof deflater->literals);
  memset(deflater->distances, 0, sizeof deflater->distances);
  deflater->sequence_count = 0;
  deflater->literal_count = 0;
}

void deflate_block_end(deflater *deflater, bit_writer *writer, const uint8_t *bytes, size_t count, bool last) {
  for (int byte = 0; byte < 256; byte++) {
    deflater->literals[byte] += deflater->counts[0][byte] + deflater->counts[1][byte] + deflater->counts[2][byte] +
                                deflater->counts[3][byte];
  }
  deflater->literals[END] = 1;
  huffman_build(deflater->literals, LITERALS, CODE_LIMIT, deflater->literal_codes);
  huffman_build(deflater->distances, DISTANCES, CODE_LIMIT, deflater->distance_codes);
  code_description header;
  code_description_make(&header, deflater->literal_codes, deflater->distance_codes);
  uint64_t dynamic = header.bits + symbol_bits(deflater, deflater->literal_codes, deflater->distance_codes);
  uint64_t fixed = symbol_bits(deflater, deflater->fixed_literals, deflater->fixed_distances);
  uint64_t stored = 8 * ((uint64_t)count + 5 * ((count + STORED_LIMIT - 1) / STORED_LIMIT));
  if (stored <= dynamic && stored <= fixed) {
    deflate_block_store(writer, bytes, count, last);
  } else if (fixed <= dynamic) {
    add_bits(writer, 2 | last, 3);
    write_sequences(deflater, writer, bytes, count, deflater->fixed_literals, deflater->fixed_distances);
  } else {
    add_bits(writer, 4 | last, 3);
    code_description_write(writer, &header);
    write_sequences(deflater, writer, bytes, count, deflater->literal_codes, deflater->distance_codes);
  }
}
