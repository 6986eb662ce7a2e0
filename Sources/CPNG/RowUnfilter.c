#include "RowUnfilter.h"

#include <string.h>

// One pixel at a time, its bytes in the lanes of a vector: a pixel depends on the one before it, so there is nothing else
// to do at once, and the time of a row is that of the operations between one pixel and the next. All that does not depend
// on the pixel before is computed outside this chain.

typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint32_t words4 __attribute__((vector_size(16)));
typedef int16_t lanes __attribute__((vector_size(16)));

static inline bytes16 load(const void *from) {
  uint32_t word;
  memcpy(&word, from, sizeof word);
  return (bytes16)(words4){word, 0, 0, 0};
}

static inline uint32_t word(bytes16 pixel) { return ((words4)pixel)[0]; }

/// The lowest eight bytes as lanes of 16 bits.
static inline lanes widened(bytes16 pixel) {
  const bytes16 zero = {0};
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return (lanes)__builtin_shufflevector(zero, pixel, 0, 16, 0, 17, 0, 18, 0, 19, 0, 20, 0, 21, 0, 22, 0, 23);
#else
  return (lanes)__builtin_shufflevector(pixel, zero, 0, 16, 1, 16, 2, 16, 3, 16, 4, 16, 5, 16, 6, 16, 7, 16);
#endif
}

/// The low bytes of the lanes.
static inline bytes16 narrowed(lanes values) {
  const bytes16 bytes = (bytes16)values;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return __builtin_shufflevector(bytes, bytes, 1, 3, 5, 7, 9, 11, 13, 15, 1, 3, 5, 7, 9, 11, 13, 15);
#else
  return __builtin_shufflevector(bytes, bytes, 0, 2, 4, 6, 8, 10, 12, 14, 0, 2, 4, 6, 8, 10, 12, 14);
#endif
}

static inline lanes least(lanes a, lanes b) {
#if __has_builtin(__builtin_elementwise_min)
  return __builtin_elementwise_min(a, b);
#else
  return (a & (a < b)) | (b & ~(a < b));
#endif
}

static inline lanes most(lanes a, lanes b) {
#if __has_builtin(__builtin_elementwise_max)
  return __builtin_elementwise_max(a, b);
#else
  return (a & (a > b)) | (b & ~(a > b));
#endif
}

/// Paeth's predictor without absolute values: the nearest of a, b and c to a + b - c is the lower of a and b where c is so
/// high that 3c - a - b is at least the higher one, the higher where it is at most the lower one, and else c.
static inline lanes paeth(lanes a, lanes b, lanes c, lanes threefold_c_less_b) {
  const lanes threshold = threefold_c_less_b - a;
  const lanes low = least(a, b), high = most(a, b);
  const lanes is_low = high <= threshold, is_high = threshold <= low;
  return (is_low & low) | (is_high & high) | (c & ~(is_low | is_high));
}

static inline uint32_t sum_of_bytes(uint32_t a, uint32_t b) {
  return ((a & 0x7F7F7F7F) + (b & 0x7F7F7F7F)) ^ ((a ^ b) & 0x80808080);
}

/// `step` and `opaque` are constants of each caller: bytes from pixel to pixel, and what is or-ed to each.
static inline void unfilter(
  row_filter filter, size_t step, uint32_t opaque, const uint8_t *restrict filtered, const uint32_t *restrict above,
  size_t count, uint32_t *restrict pixels
) {
  const lanes low = {255, 255, 255, 255, 255, 255, 255, 255};
  bytes16 left = {0};
  lanes a = {0}, c = {0};
  uint32_t raw;
  switch (filter) {
  case FILTER_SUB:
    for (size_t x = 0; x < count; x++) {
      left += load(filtered + x * step);
      pixels[x] = word(left) | opaque;
    }
    return;
  case FILTER_UP:
    for (size_t x = 0; x < count; x++) {
      memcpy(&raw, filtered + x * step, sizeof raw);
      pixels[x] = sum_of_bytes(raw, above[x]) | opaque;
    }
    return;
  case FILTER_AVERAGE:
    for (size_t x = 0; x < count; x++) {
      const lanes b = widened(load(above + x));
      a = (widened(load(filtered + x * step)) + (lanes)((a + b) >> 1)) & low;
      pixels[x] = word(narrowed(a)) | opaque;
    }
    return;
  case FILTER_PAETH:
    for (size_t x = 0; x < count; x++) {
      const lanes b = widened(load(above + x));
      a = (widened(load(filtered + x * step)) + paeth(a, b, c, c + c + c - b)) & low;
      c = b;
      pixels[x] = word(narrowed(a)) | opaque;
    }
    return;
  default:
    for (size_t x = 0; x < count; x++) {
      memcpy(&raw, filtered + x * step, sizeof raw);
      pixels[x] = raw | opaque;
    }
  }
}

void row_unfilter_pixels(
  row_filter filter, bool is_rgb, const uint8_t *filtered, const uint32_t *above, size_t count, uint32_t *pixels
) {
  if (!is_rgb) {
    unfilter(filter, 4, 0, filtered, above, count, pixels);
    return;
  }
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  unfilter(filter, 3, 0x000000FF, filtered, above, count, pixels);
#else
  unfilter(filter, 3, 0xFF000000, filtered, above, count, pixels);
#endif
}

static inline uint8_t paeth_of_bytes(int a, int b, int c) {
  const int threshold = 3 * c - a - b;
  const int low = a < b ? a : b, high = a < b ? b : a;
  const int other = high <= threshold ? low : c;
  return (uint8_t)(threshold <= low ? high : other);
}

/// `pixel` is a constant of each caller.
static inline void unfilter_bytes(
  row_filter filter, const uint8_t *restrict filtered, const uint8_t *restrict above, size_t count, size_t pixel,
  uint8_t *restrict row
) {
  uint8_t a[2] = {0}, c[2] = {0};
  switch (filter) {
  case FILTER_SUB:
    for (size_t i = 0; i + pixel <= count; i += pixel) {
      for (size_t k = 0; k < pixel; k++) row[i + k] = a[k] = (uint8_t)(filtered[i + k] + a[k]);
    }
    return;
  case FILTER_UP:
    for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(filtered[i] + above[i]);
    return;
  case FILTER_AVERAGE:
    for (size_t i = 0; i + pixel <= count; i += pixel) {
      for (size_t k = 0; k < pixel; k++) {
        row[i + k] = a[k] = (uint8_t)(filtered[i + k] + ((a[k] + above[i + k]) >> 1));
      }
    }
    return;
  case FILTER_PAETH:
    for (size_t i = 0; i + pixel <= count; i += pixel) {
      for (size_t k = 0; k < pixel; k++) {
        const uint8_t b = above[i + k];
        row[i + k] = a[k] = (uint8_t)(filtered[i + k] + paeth_of_bytes(a[k], b, c[k]));
        c[k] = b;
      }
    }
    return;
  default: memcpy(row, filtered, count);
  }
}

void row_unfilter_bytes(
  row_filter filter, const uint8_t *filtered, const uint8_t *above, size_t count, size_t pixel, uint8_t *row
) {
  if (pixel == 1) {
    unfilter_bytes(filter, filtered, above, count, 1, row);
  } else {
    unfilter_bytes(filter, filtered, above, count, 2, row);
  }
}
