#include "RowFilter.h"

#include <string.h>

// Plain loops, which compilers make vectors of: no byte depends on the one before it, because a filter predicts from the
// row as it is, not from its own output.

static void subtract(const uint8_t *restrict row, const uint8_t *restrict from, size_t count, uint8_t *restrict output) {
  for (size_t i = 0; i < count; i++) output[i] = (uint8_t)(row[i] - from[i]);
}

static void average(
  const uint8_t *restrict row, const uint8_t *restrict left, const uint8_t *restrict above, size_t count,
  uint8_t *restrict output
) {
  // Half of the sum without a ninth bit.
  for (size_t i = 0; i < count; i++) {
    output[i] = (uint8_t)(row[i] - (uint8_t)((left[i] & above[i]) + ((left[i] ^ above[i]) >> 1)));
  }
}

static inline int16_t magnitude(int16_t value) { return value < 0 ? (int16_t)-value : value; }

static void paeth(
  const uint8_t *restrict row, const uint8_t *restrict left, const uint8_t *restrict above,
  const uint8_t *restrict corner, size_t count, uint8_t *restrict output
) {
  for (size_t i = 0; i < count; i++) {
    int16_t a = left[i], b = above[i], c = corner[i];
    int16_t horizontal = (int16_t)(b - c), vertical = (int16_t)(a - c);
    int16_t to_left = magnitude(horizontal), to_above = magnitude(vertical);
    int16_t to_corner = magnitude((int16_t)(horizontal + vertical));
    int16_t other = to_above <= to_corner ? b : c;
    int16_t least = to_above < to_corner ? to_above : to_corner;
    int16_t predicted = to_left <= least ? a : other;
    output[i] = (uint8_t)(row[i] - predicted);
  }
}

void row_filter_apply(
  row_filter filter, const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t *output
) {
  switch (filter) {
  case FILTER_SUB: subtract(row, row - pixel, count, output); break;
  case FILTER_UP: subtract(row, above, count, output); break;
  case FILTER_AVERAGE: average(row, row - pixel, above, count, output); break;
  case FILTER_PAETH: paeth(row, row - pixel, above, above - pixel, count, output); break;
  default: memcpy(output, row, count);
  }
}

uint64_t row_filter_cost(const uint8_t *differences, size_t count) {
  uint64_t sum = 0;
  while (count > 0) {
    // A short part, whose sum fits 16 bits: twice as many at once.
    size_t part = count < 256 ? count : 256;
    uint16_t partial = 0;
    for (size_t i = 0; i < part; i++) {
      uint8_t value = differences[i], negative = (uint8_t)-value;
      partial = (uint16_t)(partial + (value < negative ? value : negative));
    }
    sum += partial;
    differences += part;
    count -= part;
  }
  return sum;
}
