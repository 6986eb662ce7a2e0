#include "HEVCSize.h"

#include "BitReader.h"

enum { SEQUENCE_PARAMETER_SET = 33 };

/// A number in Exp-Golomb code, at most that of 32 ones.
static uint32_t take_coded(bit_reader *reader) {
  int zeros = 0;
  while (bits_take(reader, 1) == 0) {
    if (reader->has_ended) return 0;
    if (++zeros > 32) {
      reader->has_ended = true;
      return 0;
    }
  }
  const uint64_t number = ((uint64_t)1 << zeros) - 1 + bits_take(reader, zeros);
  return number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
}

/// Copies a unit without the bytes that keep start codes out of it.
static size_t unescape(const uint8_t *unit, size_t count, uint8_t *result) {
  size_t length = 0;
  int zeros = 0;
  for (size_t i = 0; i < count && i < HEVC_SIZE_BYTES; i++) {
    if (zeros >= 2 && unit[i] == 3) {
      zeros = 0;
      continue;
    }
    zeros = unit[i] == 0 ? zeros + 1 : 0;
    result[length++] = unit[i];
  }
  return length;
}

static void skip_profile(bit_reader *reader, uint32_t further_layers) {
  const size_t profile = 88, level = 8;
  bits_skip(reader, profile + level);
  if (further_layers == 0) return;
  // Eight pairs of flags, of which only the first ones say something.
  const uint32_t flags = bits_take(reader, 16);
  for (uint32_t i = 0; i < further_layers; i++) {
    if (flags >> (15 - 2 * i) & 1) bits_skip(reader, profile);
    if (flags >> (14 - 2 * i) & 1) bits_skip(reader, level);
  }
}

bool hevc_coded_size(const uint8_t *unit, size_t count, uint32_t *width, uint32_t *height) {
  if (count < 2 || (unit[0] >> 1 & 63) != SEQUENCE_PARAMETER_SET) return false;
  uint8_t bytes[HEVC_SIZE_BYTES];
  bit_reader reader = {bytes, 0, unescape(unit, count, bytes) * 8, false};
  bits_skip(&reader, 7);
  // Further layers, such as the other eye's picture, have sets of another form; the decoder ignores them.
  if (bits_take(&reader, 6) != 0) return false;
  bits_skip(&reader, 7);
  const uint32_t further_layers = bits_take(&reader, 3);
  if (further_layers > 6) return false;
  bits_skip(&reader, 1);
  skip_profile(&reader, further_layers);
  take_coded(&reader);
  if (take_coded(&reader) == 3) bits_skip(&reader, 1);
  *width = take_coded(&reader);
  *height = take_coded(&reader);
  return !reader.has_ended;
}
