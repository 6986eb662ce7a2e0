// The samples of a TIFF, as its tags describe them, and what becomes of them.
#ifndef CPL_TIFFSAMPLES_H
#define CPL_TIFFSAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TIFF_COLORS_LIMIT = 5 };

typedef struct {
  uint16_t bits, samples, photometric;
  /// Samples before the alpha or other extra ones; the place of alpha, or 0 for none.
  uint16_t colors, alpha;
  bool is_associated;
  bool is_separate;
  /// CPL_UNSIGNED, CPL_SIGNED or CPL_FLOAT.
  int kind;
  /// The floating-point numbers that become 0 and 255.
  double low, high;
  /// Whether these are only searched for: conversions then widen them, and make no pixels.
  bool is_measured;
  /// How many converted samples are no numbers.
  uint64_t not_numbers;
  /// Of a palette, 8 bits each; 1 << bits of them.
  uint8_t *red, *green, *blue;
} tiff_samples;

/// Converts a row of `width` pixels; `planes` has one row of all samples, or of each sample if they are separate.
void tiff_convert(tiff_samples *samples, const uint8_t *const *planes, uint32_t width, uint32_t *pixels);
/// Makes colours straight that are multiplied by their alpha.
void tiff_make_straight(uint32_t *pixels, size_t count);

#endif
