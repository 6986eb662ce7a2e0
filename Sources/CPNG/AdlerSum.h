// Adler-32 (RFC 1950).
#ifndef PAINT_ADLER_SUM_H
#define PAINT_ADLER_SUM_H
#include <stddef.h>
#include <stdint.h>

/// The Adler-32 of what `sum` is of (of nothing: 1), continued by these bytes.
uint32_t adler_sum(uint32_t sum, const uint8_t *bytes, size_t count);
#endif
