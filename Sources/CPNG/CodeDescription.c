#include "CodeDescription.h"

#include <string.h>

#include "DeflaterState.h"

// The order in which the lengths of the codes of code lengths are sent.
static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

/// Bits behind the code of an item.
static uint32_t item_extra(uint32_t symbol) { return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0; }

static void add_item(code_description *header, uint32_t symbol, uint32_t value) {
  header->items[header->item_count++] = (uint16_t)(symbol | value << 8);
  header->counts[symbol]++;
}

/// Adds the lengths of codes as runs.
static void describe_lengths(code_description *header, const uint32_t *codes, uint32_t count) {
  for (uint32_t symbol = 0; symbol < count;) {
    uint32_t length = codes[symbol] >> 16, run = 1;
    while (symbol + run < count && codes[symbol + run] >> 16 == length) run++;
    symbol += run;
    // 18: 11 to 138 zeros, 17: 3 to 10 zeros, 16: the length before 3 to 6 times more.
    while (length == 0 && run >= 3) {
      uint32_t part = run < 138 ? run : 138;
      if (part > 10) add_item(header, 18, part - 11);
      else add_item(header, 17, part - 3);
      run -= part;
    }
    if (length != 0 && run >= 4) {
      add_item(header, length, 0);
      run--;
      while (run >= 3) {
        uint32_t part = run < 6 ? run : 6;
        add_item(header, 16, part - 3);
        run -= part;
      }
    }
    for (; run > 0; run--) add_item(header, length, 0);
  }
}

void code_description_make(
  code_description *header, const uint32_t *literal_codes, const uint32_t *distance_codes
) {
  header->item_count = 0;
  memset(header->counts, 0, sizeof header->counts);
  header->literal_count = LITERALS;
  while (header->literal_count > 257 && literal_codes[header->literal_count - 1] == 0) header->literal_count--;
  header->distance_count = DISTANCES;
  while (header->distance_count > 1 && distance_codes[header->distance_count - 1] == 0) header->distance_count--;
  describe_lengths(header, literal_codes, header->literal_count);
  describe_lengths(header, distance_codes, header->distance_count);
  huffman_build(header->counts, 19, 7, header->codes);
  header->order_count = 19;
  while (header->order_count > 4 && header->codes[order[header->order_count - 1]] == 0) header->order_count--;
  header->bits = 14 + 3 * header->order_count;
  for (uint32_t symbol = 0; symbol < 19; symbol++) {
    header->bits += header->counts[symbol] * (uint64_t)((header->codes[symbol] >> 16) + item_extra(symbol));
  }
}

void code_description_write(bit_writer *writer, const code_description *header) {
  add_bits(writer, header->literal_count - 257, 5);
  add_bits(writer, header->distance_count - 1, 5);
  add_bits(writer, header->order_count - 4, 4);
  flush_bits(writer);
  for (uint32_t i = 0; i < header->order_count; i++) {
    add_bits(writer, header->codes[order[i]] >> 16, 3);
    flush_bits(writer);
  }
  for (uint32_t i = 0; i < header->item_count; i++) {
    uint32_t symbol = header->items[i] & 255;
    add_code(writer, header->codes[symbol]);
    add_bits(writer, header->items[i] >> 8, item_extra(symbol));
    flush_bits(writer);
  }
}
