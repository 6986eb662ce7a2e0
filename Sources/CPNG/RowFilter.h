// PNG's row filters (PNG specification, third edition, section 9).
#ifndef PAINT_ROW_FILTER_H
#define PAINT_ROW_FILTER_H
#include <stddef.h>
#include <stdint.h>

typedef enum row_filter { FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_AVERAGE, FILTER_PAETH, FILTER_COUNT } row_filter;

/// Writes the differences of `count` bytes of a row from what the filter predicts. A pixel has `pixel` bytes, and so many
/// zeros are readable before both rows.
void row_filter_apply(
  row_filter filter, const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t *output);
/// The sum of the absolute values of differences, each taken as -128 to 127.
uint64_t row_filter_cost(const uint8_t *differences, size_t count);
#endif
