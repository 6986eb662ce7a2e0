#include "TIFFSamples.h"

#include <math.h>
#include <string.h>

#include <tiff.h>

#include "CPictureLibraries.h"

static uint32_t straight(uint32_t color, uint32_t alpha) {
  if (alpha == 0) return 0;
  const uint32_t result = (uint32_t)(((uint64_t)color * 510 + alpha) / (2 * (uint64_t)alpha));
  return result > 255 ? 255 : result;
}

void tiff_make_straight(uint32_t *pixels, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const uint32_t pixel = pixels[i], alpha = pixel >> 24;
    if (alpha == 255) continue;
    pixels[i] = straight(pixel & 255, alpha) | straight(pixel >> 8 & 255, alpha) << 8 |
                straight(pixel >> 16 & 255, alpha) << 16 | alpha << 24;
  }
}

static uint32_t most_of(uint16_t bits) { return (uint32_t)((UINT64_C(1) << bits) - 1); }

/// The n-th sample of a row; a signed one is raised, so that the least is 0.
static uint32_t sample_at(const tiff_samples *samples, const uint8_t *row, size_t n) {
  const uint16_t bits = samples->bits;
  uint32_t value = 0;
  switch (bits) {
    case 8: value = row[n]; break;
    case 16: {
      uint16_t number;
      memcpy(&number, row + 2 * n, 2);
      value = number;
      break;
    }
    case 24: {
      const uint8_t *bytes = row + 3 * n;
      uint32_t number = 1;
      const bool is_little_endian = *(const uint8_t *)&number == 1;
      value = (uint32_t)bytes[1] << 8 | (is_little_endian ? bytes[0] | (uint32_t)bytes[2] << 16 : (uint32_t)bytes[0] << 16 | bytes[2]);
      break;
    }
    case 32: memcpy(&value, row + 4 * n, 4); break;
    default: {
      // The bits of a row follow each other, the highest first.
      const uint64_t first = (uint64_t)n * bits, end = first + bits;
      uint64_t number = 0;
      for (uint64_t byte = first / 8; byte * 8 < end; byte++) number = number << 8 | row[byte];
      value = (uint32_t)(number >> (8 - end % 8) % 8) & most_of(bits);
    }
  }
  return samples->kind == CPL_SIGNED ? value ^ UINT32_C(1) << (bits - 1) : value;
}

/// A sample as one of 8 bits, the nearest.
static uint32_t narrowed(uint32_t value, uint16_t bits) {
  switch (bits) {
    case 8: return value;
    case 16: return (value + 128) / 257;
    default: {
      const uint32_t most = most_of(bits);
      return (uint32_t)(((uint64_t)value * 255 + most / 2) / most);
    }
  }
}

static uint32_t pixel_of(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha) {
  return red | green << 8 | blue << 16 | alpha << 24;
}

/// The pixel with these colours and alpha of 8 bits each.
static uint32_t pixel_of_colors(const tiff_samples *samples, const uint32_t *color, uint32_t opacity) {
  switch (samples->photometric) {
    case PHOTOMETRIC_MINISWHITE: return pixel_of(255 - color[0], 255 - color[0], 255 - color[0], opacity);
    case PHOTOMETRIC_MINISBLACK: return pixel_of(color[0], color[0], color[0], opacity);
    case PHOTOMETRIC_SEPARATED: {
      // As libtiff does it.
      const uint32_t light = 255 - color[3];
      return pixel_of(
        light * (255 - color[0]) / 255, light * (255 - color[1]) / 255, light * (255 - color[2]) / 255, opacity);
    }
    default: return pixel_of(color[0], color[1], color[2], opacity);
  }
}

/// The pixel with these samples: the colours, then alpha.
static uint32_t convert(const tiff_samples *samples, const uint32_t *values) {
  const uint16_t bits = samples->bits;
  const uint32_t most = most_of(bits);
  if (samples->photometric == PHOTOMETRIC_PALETTE) {
    const uint32_t alpha = samples->alpha ? narrowed(values[1], bits) : 255;
    return pixel_of(samples->red[values[0]], samples->green[values[0]], samples->blue[values[0]], alpha);
  }
  const uint32_t alpha = samples->alpha ? values[samples->colors] : most;
  uint32_t color[4] = {0};
  for (uint16_t i = 0; i < samples->colors; i++)
    color[i] = samples->is_associated ? straight(values[i], alpha) : narrowed(values[i], bits);
  return pixel_of_colors(samples, color, narrowed(alpha, bits));
}

// MARK: Floating-point numbers

/// A number of 16 or 24 bits: a sign, some bits of exponent, then the fraction.
static double small_float(uint32_t bits, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int stored = (int)(bits >> fraction_bits & ((1u << exponent_bits) - 1));
  const double fraction = (double)(bits & ((1u << fraction_bits) - 1)) / (1u << fraction_bits);
  const double sign = bits >> (exponent_bits + fraction_bits) & 1 ? -1 : 1;
  if (stored == (1 << exponent_bits) - 1) return fraction > 0 ? NAN : sign * INFINITY;
  return sign * (stored == 0 ? ldexp(fraction, 1 - bias) : ldexp(1 + fraction, stored - bias));
}

static double float_at(const tiff_samples *samples, const uint8_t *row, size_t n) {
  switch (samples->bits) {
    case 16: return small_float(sample_at(samples, row, n), 5, 10);
    case 24: return small_float(sample_at(samples, row, n), 7, 16);
    case 32: {
      float value;
      memcpy(&value, row + 4 * n, 4);
      return value;
    }
    default: {
      double value;
      memcpy(&value, row + 8 * n, 8);
      return value;
    }
  }
}

/// A number between two limits as one of 8 bits, the nearest; 0 for what is no number.
static uint32_t scaled(double value, double low, double high) {
  if (!(value > low)) return 0;
  if (value >= high) return 255;
  // Halves, because the difference of two finite numbers may be infinite.
  return (uint32_t)((value / 2 - low / 2) / (high / 2 - low / 2) * 255 + 0.5);
}

static uint32_t convert_floats(tiff_samples *samples, const double *values) {
  const double alpha = samples->alpha ? values[samples->colors] : 1;
  uint32_t color[4] = {0};
  if (isnan(alpha)) samples->not_numbers++;
  for (uint16_t i = 0; i < samples->colors; i++) {
    if (isnan(values[i])) samples->not_numbers++;
    const double value = !samples->is_associated ? values[i] : alpha > 0 ? values[i] / alpha : 0;
    if (!samples->is_measured) {
      // What is no number is black, also where the greatest number is.
      const bool is_missing = isnan(value) && samples->photometric == PHOTOMETRIC_MINISWHITE;
      color[i] = is_missing ? 255 : scaled(value, samples->low, samples->high);
    } else if (isfinite(value)) {
      if (value < samples->low) samples->low = value;
      if (value > samples->high) samples->high = value;
    }
  }
  // Alpha is always from 0 to 1.
  return pixel_of_colors(samples, color, scaled(alpha, 0, 1));
}

/// Where the samples of a pixel are.
typedef struct {
  const uint8_t *row;
  size_t place;
} sample_place;

static sample_place place_of(const tiff_samples *samples, const uint8_t *const *planes, uint32_t x, uint16_t i) {
  if (samples->is_separate) return (sample_place){planes[i], x};
  const uint16_t which = i < samples->colors ? i : samples->alpha;
  return (sample_place){planes[0], (size_t)x * samples->samples + which};
}

void tiff_convert(tiff_samples *samples, const uint8_t *const *planes, uint32_t width, uint32_t *pixels) {
  const bool is_plain = samples->bits == 8 && samples->photometric == PHOTOMETRIC_RGB && samples->kind == CPL_UNSIGNED &&
    !samples->is_separate && !samples->is_associated;
  if (is_plain) {
    const uint8_t *from = planes[0];
    for (uint32_t x = 0; x < width; x++, from += samples->samples)
      pixels[x] = pixel_of(from[0], from[1], from[2], samples->alpha ? from[samples->alpha] : 255);
    return;
  }
  const uint16_t count = (uint16_t)(samples->colors + (samples->alpha ? 1 : 0));
  for (uint32_t x = 0; x < width; x++) {
    if (samples->kind == CPL_FLOAT) {
      double values[TIFF_COLORS_LIMIT];
      for (uint16_t i = 0; i < count; i++) {
        const sample_place at = place_of(samples, planes, x, i);
        values[i] = float_at(samples, at.row, at.place);
      }
      pixels[x] = convert_floats(samples, values);
    } else {
      uint32_t values[TIFF_COLORS_LIMIT];
      for (uint16_t i = 0; i < count; i++) {
        const sample_place at = place_of(samples, planes, x, i);
        values[i] = sample_at(samples, at.row, at.place);
      }
      pixels[x] = convert(samples, values);
    }
  }
}
