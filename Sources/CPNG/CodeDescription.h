// The description of a block's codes, which comes before its symbols.
#ifndef PAINT_CODE_DESCRIPTION_H
#define PAINT_CODE_DESCRIPTION_H
#include "BitWriter.h"
#include "HuffmanCode.h"

/// The lengths of the codes as runs, and the codes of these.
typedef struct code_description {
  uint32_t literal_count, distance_count, item_count, order_count;
  uint16_t items[HUFFMAN_SYMBOLS + 32];  // symbol | extra value << 8
  uint32_t counts[19], codes[19];
  uint64_t bits;
} code_description;

/// Describes the codes of literals and lengths and those of distances; `bits` is then the size.
void code_description_make(
  code_description *header, const uint32_t *literal_codes, const uint32_t *distance_codes);
/// Writes the description.
void code_description_write(bit_writer *writer, const code_description *header);
#endif
