#include "TIFFSamples.h"

#include <string.h>

#include <tiff.h>

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

/// The n-th sample of a row.
static uint32_t sample_at(const uint8_t *row, size_t n, uint16_t bits) {
  switch (bits) {
    case 8: return row[n];
    case 16: {
      uint16_t value;
      memcpy(&value, row + 2 * n, 2);
      return value;
    }
    default: {
      const size_t bit = n * bits;
      return row[bit / 8] >> (8 - bits - bit % 8) & ((1u << bits) - 1);
    }
  }
}

/// A sample as one of 8 bits, the nearest.
static uint32_t narrowed(uint32_t value, uint16_t bits) {
  switch (bits) {
    case 8: return value;
    case 16: return (value + 128) / 257;
    default: return value * 255 / ((1u << bits) - 1);
  }
}

static uint32_t pixel_of(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha) {
  return red | green << 8 | blue << 16 | alpha << 24;
}

/// The pixel with these samples: the colours, then alpha.
static uint32_t convert(const tiff_samples *samples, const uint32_t *values) {
  const uint16_t bits = samples->bits;
  const uint32_t most = (1u << bits) - 1;
  if (samples->photometric == PHOTOMETRIC_PALETTE) {
    const uint32_t alpha = samples->alpha ? narrowed(values[1], bits) : 255;
    return pixel_of(samples->red[values[0]], samples->green[values[0]], samples->blue[values[0]], alpha);
  }
  const uint32_t alpha = samples->alpha ? values[samples->colors] : most;
  uint32_t color[4] = {0};
  for (uint16_t i = 0; i < samples->colors; i++)
    color[i] = samples->is_associated ? straight(values[i], alpha) : narrowed(values[i], bits);
  const uint32_t opacity = narrowed(alpha, bits);
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

void tiff_convert(const tiff_samples *samples, const uint8_t *const *planes, uint32_t width, uint32_t *pixels) {
  const bool is_plain =
    samples->bits == 8 && samples->photometric == PHOTOMETRIC_RGB && !samples->is_separate && !samples->is_associated;
  if (is_plain) {
    const uint8_t *from = planes[0];
    for (uint32_t x = 0; x < width; x++, from += samples->samples)
      pixels[x] = pixel_of(from[0], from[1], from[2], samples->alpha ? from[samples->alpha] : 255);
    return;
  }
  for (uint32_t x = 0; x < width; x++) {
    uint32_t values[TIFF_COLORS_LIMIT];
    for (uint16_t i = 0; i < samples->colors + (samples->alpha ? 1 : 0); i++) {
      const uint16_t which = i < samples->colors ? i : samples->alpha;
      values[i] = samples->is_separate ? sample_at(planes[i], x, samples->bits)
                                       : sample_at(planes[0], (size_t)x * samples->samples + which, samples->bits);
    }
    pixels[x] = convert(samples, values);
  }
}
