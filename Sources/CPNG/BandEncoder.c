#include <stdlib.h>
#include <string.h>

#include "AdlerSum.h"
#include "CPNG.h"
#include "Deflater.h"
#include "RowFilter.h"

enum {
  // A band's bytes before compression, and those of its pixels in memory: what repeats from band to band is not found, and
  // threads need several.
  BAND_BYTES = 512 * 1024,
  PIXEL_BYTES = 2 * 1024 * 1024,
  // Zeros before a row, for the filters: a pixel, and aligned.
  BEFORE_ROW = 16,
  // Bytes that are written or read behind a row or the band.
  MARGIN = 16,
  COLOR_SLOTS = 1024,
  // Of how many rows one is looked at, or tried in both ways.
  SAMPLED = 4,
  TRIED = 8,
};

struct paint_png_encoder {
  paint_png_layout layout;
  paint_png_compression compression;
  uint32_t width, rows;
  size_t row_bytes, stride;         // of a row, without and with its filter byte
  size_t pixel;                     // bytes of a pixel, at least 1
  uint8_t *packed;                  // the row above, then the band's, each behind zeros
  uint8_t *filtered, *differences;  // the band with filter bytes, and a row by each filter
  uint8_t *output, *spare;
  deflater *deflater;
  // The palette as a table by the colours' hash: index + 1, 0 for none.
  uint32_t slot_colors[COLOR_SLOTS];
  uint16_t slot_indices[COLOR_SLOTS];
};

static uint32_t channels(const paint_png_layout *layout) {
  switch (layout->color_type) {
  case PNG_COLOR_TYPE_RGB: return 3;
  case PNG_COLOR_TYPE_GRAY_ALPHA: return 2;
  case PNG_COLOR_TYPE_RGB_ALPHA: return 4;
  default: return 1;
  }
}

size_t paint_png_row_bytes(const paint_png_layout *layout, uint32_t width) {
  return ((size_t)width * channels(layout) * layout->depth + 7) / 8;
}

uint32_t paint_png_band_rows(const paint_png_layout *layout, uint32_t width) {
  size_t by_bytes = BAND_BYTES / (paint_png_row_bytes(layout, width) + 1);
  size_t by_pixels = PIXEL_BYTES / (4 * (size_t)width);
  size_t rows = by_bytes < by_pixels ? by_bytes : by_pixels;
  return rows == 0 ? 1 : (uint32_t)rows;
}

static uint32_t slot_of(uint32_t color) { return (color * 0x9E3779B1u) >> 22; }

static void fill_slots(paint_png_encoder *encoder) {
  for (uint32_t index = 0; index < encoder->layout.palette_count; index++) {
    uint32_t color = encoder->layout.palette[index], slot = slot_of(color);
    while (encoder->slot_indices[slot] != 0) slot = (slot + 1) % COLOR_SLOTS;
    encoder->slot_colors[slot] = color;
    encoder->slot_indices[slot] = (uint16_t)(index + 1);
  }
}

paint_png_encoder *paint_png_encoder_create(
  const paint_png_layout *layout, uint32_t width, uint32_t rows, paint_png_compression compression
) {
  paint_png_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) return NULL;
  encoder->layout = *layout;
  encoder->compression = compression;
  encoder->width = width;
  encoder->rows = rows;
  encoder->row_bytes = paint_png_row_bytes(layout, width);
  encoder->stride = encoder->row_bytes + 1;
  encoder->pixel = layout->depth < 8 ? 1 : channels(layout);
  size_t limit = deflater_limit(rows * encoder->stride);
  encoder->packed = calloc(rows + 1, BEFORE_ROW + encoder->row_bytes + MARGIN);
  encoder->filtered = calloc(1, rows * encoder->stride + MARGIN);
  encoder->differences = malloc(FILTER_COUNT * encoder->row_bytes);
  encoder->output = malloc(limit);
  encoder->spare = malloc(limit);
  encoder->deflater = deflater_create();
  if (!encoder->packed || !encoder->filtered || !encoder->differences || !encoder->output || !encoder->spare ||
      !encoder->deflater) {
    paint_png_encoder_destroy(encoder);
    return NULL;
  }
  fill_slots(encoder);
  return encoder;
}

void paint_png_encoder_destroy(paint_png_encoder *encoder) {
  if (!encoder) return;
  free(encoder->packed);
  free(encoder->filtered);
  free(encoder->differences);
  free(encoder->output);
  free(encoder->spare);
  deflater_destroy(encoder->deflater);
  free(encoder);
}

// MARK: Samples

/// Row -1 … of the band as its samples.
static uint8_t *packed_row(const paint_png_encoder *encoder, int64_t row) {
  return encoder->packed + (size_t)(row + 1) * (BEFORE_ROW + encoder->row_bytes + MARGIN) + BEFORE_ROW;
}

/// True when every pixel is opaque.
static bool pack_rgb(const uint8_t *restrict pixels, size_t width, uint8_t *restrict to) {
  uint8_t alpha = 255;
  // A whole word each, of which the next one overwrites the alpha.
  for (size_t x = 0; x < width; x++) {
    memcpy(to + 3 * x, pixels + 4 * x, 4);
    alpha &= pixels[4 * x + 3];
  }
  return alpha == 255;
}

/// True when every pixel is grey.
static bool pack_gray_alpha(const uint8_t *restrict pixels, size_t width, uint8_t *restrict to) {
  uint8_t difference = 0;
  for (size_t x = 0; x < width; x++) {
    const uint8_t *pixel = pixels + 4 * x;
    difference |= (uint8_t)((pixel[0] ^ pixel[1]) | (pixel[0] ^ pixel[2]));
    to[2 * x] = pixel[0];
    to[2 * x + 1] = pixel[3];
  }
  return difference == 0;
}

/// Packs samples of fewer than 8 bits: the first in a byte's highest bits.
typedef struct bit_packer {
  uint8_t *to;
  uint32_t depth, bits, filled;
} bit_packer;

static inline void pack_sample(bit_packer *packer, uint32_t sample) {
  packer->bits = packer->bits << packer->depth | sample;
  packer->filled += packer->depth;
  if (packer->filled == 8) {
    *packer->to++ = (uint8_t)packer->bits;
    packer->bits = packer->filled = 0;
  }
}

static void finish_samples(bit_packer *packer) {
  if (packer->filled > 0) *packer->to = (uint8_t)(packer->bits << (8 - packer->filled));
}

/// True when every pixel is opaque, grey, and one of the values of this depth.
static bool pack_gray(const uint8_t *pixels, size_t width, uint32_t depth, uint8_t *to) {
  uint8_t difference = 0;
  bit_packer packer = {to, depth, 0, 0};
  uint32_t unit = 255 / ((1u << depth) - 1);
  for (size_t x = 0; x < width; x++) {
    const uint8_t *pixel = pixels + 4 * x;
    uint32_t sample = (uint32_t)pixel[0] >> (8 - depth);
    difference |= (uint8_t)((pixel[0] ^ pixel[1]) | (pixel[0] ^ pixel[2]) | (pixel[3] ^ 255) | (pixel[0] ^ sample * unit));
    pack_sample(&packer, sample);
  }
  finish_samples(&packer);
  return difference == 0;
}

/// True when every pixel is in the palette.
static bool pack_indices(const paint_png_encoder *encoder, const uint32_t *pixels, uint8_t *to) {
  bit_packer packer = {to, encoder->layout.depth, 0, 0};
  uint32_t index = 0;
  for (size_t x = 0; x < encoder->width; x++) {
    uint32_t color = pixels[x];
    if (x == 0 || color != pixels[x - 1]) {
      uint32_t slot = slot_of(color);
      while (encoder->slot_indices[slot] != 0 && encoder->slot_colors[slot] != color) slot = (slot + 1) % COLOR_SLOTS;
      if (encoder->slot_indices[slot] == 0) return false;
      index = encoder->slot_indices[slot] - 1u;
    }
    pack_sample(&packer, index);
  }
  finish_samples(&packer);
  return true;
}

static bool pack_row(const paint_png_encoder *encoder, const uint32_t *pixels, int64_t row) {
  const uint8_t *bytes = (const uint8_t *)pixels;
  uint8_t *to = packed_row(encoder, row);
  switch (encoder->layout.color_type) {
  case PNG_COLOR_TYPE_RGB: return pack_rgb(bytes, encoder->width, to);
  case PNG_COLOR_TYPE_GRAY: return pack_gray(bytes, encoder->width, encoder->layout.depth, to);
  case PNG_COLOR_TYPE_GRAY_ALPHA: return pack_gray_alpha(bytes, encoder->width, to);
  case PNG_COLOR_TYPE_PALETTE: return pack_indices(encoder, pixels, to);
  default: memcpy(to, bytes, encoder->row_bytes); return true;
  }
}

// MARK: Filters

/// Writes rows of the band behind the byte of no filter.
static void copy_rows(paint_png_encoder *encoder, uint32_t first, uint32_t rows) {
  for (uint32_t row = first; row < first + rows; row++) {
    uint8_t *to = encoder->filtered + row * encoder->stride;
    to[0] = FILTER_NONE;
    memcpy(to + 1, packed_row(encoder, row), encoder->row_bytes);
  }
}

/// Writes rows of the band, each by the filter with the smallest differences.
static void filter_rows(paint_png_encoder *encoder, uint32_t first, uint32_t rows) {
  for (uint32_t row = first; row < first + rows; row++) {
    uint64_t least = UINT64_MAX;
    row_filter best = FILTER_SUB;
    for (row_filter filter = FILTER_SUB; filter < FILTER_COUNT; filter++) {
      uint8_t *differences = encoder->differences + filter * encoder->row_bytes;
      row_filter_apply(
        filter, packed_row(encoder, row), packed_row(encoder, (int64_t)row - 1), encoder->row_bytes, encoder->pixel,
        differences);
      uint64_t cost = row_filter_cost(differences, encoder->row_bytes);
      if (cost < least) {
        least = cost;
        best = filter;
      }
    }
    uint8_t *to = encoder->filtered + row * encoder->stride;
    to[0] = (uint8_t)best;
    memcpy(to + 1, encoder->differences + best * encoder->row_bytes, encoder->row_bytes);
  }
}

// MARK: Bands

/// Of 1,024 pixels, how many equal the one before or the one above, in some of the rows.
static uint32_t repeated_pixels(const uint32_t *pixels, size_t width, uint32_t rows) {
  uint64_t repeated = 0, seen = 0;
  for (uint32_t row = rows > SAMPLED ? SAMPLED / 2 : 0; row < rows; row += SAMPLED) {
    const uint32_t *here = pixels + row * width, *above = row > 0 ? here - width : here + (rows > 1 ? width : 0);
    uint32_t equal = 0;
    for (size_t x = 1; x < width; x++) equal += (uint32_t)((here[x] == here[x - 1]) | (rows > 1 && here[x] == above[x]));
    repeated += equal;
    seen += width;
  }
  return (uint32_t)(1024 * repeated / (seen == 0 ? 1 : seen));
}

static deflate_effort flat_effort(const paint_png_encoder *encoder) {
  deflate_effort effort = {.search = SEARCH_CHAINS, .pixel = encoder->pixel, .row = encoder->stride};
  switch (encoder->compression) {
  case PAINT_PNG_FAST: effort.search = SEARCH_ONE; break;
  case PAINT_PNG_BEST:
    effort.search = SEARCH_PRICES;
    effort.depth = 48;
    effort.enough = 258;
    effort.rounds = 3;
    break;
  default:
    effort.depth = 4;
    effort.enough = 32;
  }
  return effort;
}

/// To see which of two ways is better, before the better one is tried hard.
static deflate_effort quick_effort(const paint_png_encoder *encoder) {
  return (deflate_effort){
    .search = SEARCH_CHAINS, .depth = 8, .enough = 64, .lazy = true, .pixel = encoder->pixel, .row = encoder->stride};
}

static const deflate_effort photo_effort = {.search = SEARCH_RUNS};

/// Compresses rows of `filtered`, and returns their length.
static size_t tried(paint_png_encoder *encoder, deflate_effort effort, uint32_t first, uint32_t rows) {
  const uint8_t *bytes = encoder->filtered + first * encoder->stride;
  return deflater_run(encoder->deflater, bytes, rows * encoder->stride, effort, false, encoder->spare);
}

/// Whether the band is smaller without filters, as most drawings are. Clear cases are decided by their pixels, others by
/// trying some rows both ways.
static bool is_flat(paint_png_encoder *encoder, const uint32_t *pixels, uint32_t rows) {
  uint32_t repeated = repeated_pixels(pixels, encoder->width, rows);
  if (repeated >= 768) return true;
  if (repeated < 64) return false;
  uint32_t count = rows / TRIED < 2 ? (rows < 2 ? rows : 2) : rows / TRIED;
  uint32_t first = (rows - count) / 2;
  deflate_effort quick = {.search = SEARCH_ONE};
  copy_rows(encoder, first, count);
  size_t flat = tried(encoder, quick, first, count);
  filter_rows(encoder, first, count);
  return flat <= tried(encoder, photo_effort, first, count);
}

/// Compresses `filtered` and keeps the result if it is smaller than the one before.
static void keep_smaller(
  paint_png_encoder *encoder, deflate_effort effort, uint32_t rows, bool last, paint_png_band *band
) {
  size_t count = rows * encoder->stride;
  size_t length = deflater_run(encoder->deflater, encoder->filtered, count, effort, last, encoder->spare);
  if (band->bytes && length >= band->count) return;
  uint8_t *spare = encoder->output;
  encoder->output = encoder->spare;
  encoder->spare = spare;
  band->bytes = encoder->output;
  band->count = length;
  band->adler = adler_sum(1, encoder->filtered, count);
}

/// Tries the band quickly without filters and with them, and then hard in the better way.
static void encode_best(
  paint_png_encoder *encoder, bool is_filtered, uint32_t rows, bool last, paint_png_band *band
) {
  copy_rows(encoder, 0, rows);
  keep_smaller(encoder, quick_effort(encoder), rows, last, band);
  if (is_filtered) {
    const size_t flat = band->count;
    filter_rows(encoder, 0, rows);
    keep_smaller(encoder, quick_effort(encoder), rows, last, band);
    keep_smaller(encoder, photo_effort, rows, last, band);
    if (band->count == flat) copy_rows(encoder, 0, rows);
  }
  keep_smaller(encoder, flat_effort(encoder), rows, last, band);
}

paint_png_band paint_png_encoder_encode(
  paint_png_encoder *encoder, const uint32_t *above, const uint32_t *pixels, uint32_t rows, bool last
) {
  paint_png_band band = {.fits = true, .length = rows * encoder->stride};
  if (above) {
    band.fits = pack_row(encoder, above, -1);
  } else {
    memset(packed_row(encoder, -1), 0, encoder->row_bytes);
  }
  for (uint32_t row = 0; row < rows && band.fits; row++) {
    band.fits = pack_row(encoder, pixels + (size_t)row * encoder->width, row);
  }
  if (!band.fits) return band;

  // Differences of indices mean nothing, and those of samples that share bytes hardly more.
  bool is_filtered = encoder->layout.color_type != PNG_COLOR_TYPE_PALETTE && encoder->layout.depth == 8;
  if (encoder->compression == PAINT_PNG_BEST) {
    encode_best(encoder, is_filtered, rows, last, &band);
  } else if (!is_filtered || is_flat(encoder, pixels, rows)) {
    copy_rows(encoder, 0, rows);
    keep_smaller(encoder, flat_effort(encoder), rows, last, &band);
  } else {
    filter_rows(encoder, 0, rows);
    keep_smaller(encoder, photo_effort, rows, last, &band);
  }
  band.crc = (uint32_t)crc32_z(0, band.bytes, band.count);
  return band;
}
