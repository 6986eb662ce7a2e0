// Undoes PNG's row filters (PNG specification, third edition, section 9) for samples of 8 bits.
#ifndef PAINT_ROW_UNFILTER_H
#define PAINT_ROW_UNFILTER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "RowFilter.h"

/// Undoes the filter of a row of `count` bytes. A pixel has 1 or 2 bytes; `above` is the row above, zeros for the first.
void row_unfilter_bytes(
  row_filter filter, const uint8_t *filtered, const uint8_t *above, size_t count, size_t pixel, uint8_t *row);

/// Undoes the filter of a row of RGBA8, or with `is_rgb` of RGB8, which becomes opaque RGBA8. `above` is the row above as
/// RGBA8, of which RGB uses three bytes a pixel, zeros for the first. One byte behind a row of RGB is read.
void row_unfilter_pixels(
  row_filter filter, bool is_rgb, const uint8_t *filtered, const uint32_t *above, size_t count, uint32_t *pixels);
#endif
