#include "AV1Size.h"

#include "BitReader.h"

enum {
  KEY_FRAME = 0,
  SWITCH_FRAME = 3,
  /// Each frame states it.
  STATED_BY_FRAMES = 2,
};

/// How many bits the times of frames have, and those of the buffer.
typedef struct {
  bool is_present;
  uint32_t buffer_bits, frame_bits;
} timing;

/// Skips a number that is preceded by as many zeros as it has bits.
static void skip_counted(bit_reader *reader) {
  uint32_t zeros = 0;
  while (bits_take(reader, 1) == 0) {
    if (reader->has_ended) return;
    zeros++;
  }
  // Longer ones have no further bits.
  if (zeros < 32) bits_skip(reader, zeros);
}

static timing read_timing(bit_reader *reader) {
  timing times = {false, 0, 0};
  if (!bits_take(reader, 1)) return times;
  bits_skip(reader, 64);
  const bool is_even = bits_take(reader, 1);
  if (is_even) skip_counted(reader);
  times.is_present = bits_take(reader, 1);
  if (!times.is_present) return times;
  times.buffer_bits = bits_take(reader, 5) + 1;
  bits_skip(reader, 32 + 5);
  const uint32_t frame_bits = bits_take(reader, 5) + 1;
  times.frame_bits = is_even ? 0 : frame_bits;
  return times;
}

static void skip_operating_points(bit_reader *reader, timing times) {
  const bool has_delays = bits_take(reader, 1);
  for (uint32_t left = bits_take(reader, 5) + 1; left > 0; left--) {
    bits_skip(reader, 12);
    const uint32_t level = bits_take(reader, 5);
    if (level > 7) bits_skip(reader, 1);
    if (times.is_present && bits_take(reader, 1)) bits_skip(reader, 2 * (size_t)times.buffer_bits + 1);
    if (has_delays && bits_take(reader, 1)) bits_skip(reader, 4);
  }
}

/// A number of one bit, or that each frame states it.
static uint32_t take_choice(bit_reader *reader) { return bits_take(reader, 1) ? STATED_BY_FRAMES : bits_take(reader, 1); }

bool av1_read_sequence(const uint8_t *bytes, size_t count, av1_sequence *sequence) {
  bit_reader reader = {bytes, 0, count * 8, false};
  *sequence = (av1_sequence){.screen_content = STATED_BY_FRAMES, .whole_vectors = STATED_BY_FRAMES};
  bits_skip(&reader, 4);
  sequence->is_reduced = bits_take(&reader, 1);
  if (sequence->is_reduced) {
    bits_skip(&reader, 5);
  } else {
    const timing times = read_timing(&reader);
    sequence->time_bits = times.frame_bits;
    skip_operating_points(&reader, times);
  }
  const uint32_t width_bits = bits_take(&reader, 4) + 1, height_bits = bits_take(&reader, 4) + 1;
  sequence->width = bits_take(&reader, width_bits) + 1;
  sequence->height = bits_take(&reader, height_bits) + 1;
  sequence->most_width = UINT32_C(1) << width_bits;
  sequence->most_height = UINT32_C(1) << height_bits;
  if (sequence->is_reduced) return !reader.has_ended;
  if (bits_take(&reader, 1)) {
    const uint32_t difference_bits = bits_take(&reader, 4) + 2;
    sequence->frame_number_bits = difference_bits + bits_take(&reader, 3) + 1;
  }
  // Tools of compression.
  bits_skip(&reader, 3 + 4);
  if (bits_take(&reader, 1)) bits_skip(&reader, 2);
  sequence->screen_content = take_choice(&reader);
  if (sequence->screen_content > 0) sequence->whole_vectors = take_choice(&reader);
  return !reader.has_ended;
}

bool av1_states_size(const av1_sequence *sequence, const uint8_t *bytes, size_t count) {
  if (sequence->is_reduced) return false;
  bit_reader reader = {bytes, 0, count * 8, false};
  // A frame that is shown again.
  if (bits_take(&reader, 1)) return false;
  const uint32_t type = bits_take(&reader, 2);
  const bool is_shown = bits_take(&reader, 1);
  bits_skip(&reader, is_shown ? sequence->time_bits : 1);
  if (type == SWITCH_FRAME) return true;
  if (type != KEY_FRAME || !is_shown) bits_skip(&reader, 1);
  bits_skip(&reader, 1);
  const uint32_t screen_content =
    sequence->screen_content == STATED_BY_FRAMES ? bits_take(&reader, 1) : sequence->screen_content;
  if (screen_content && sequence->whole_vectors == STATED_BY_FRAMES) bits_skip(&reader, 1);
  bits_skip(&reader, sequence->frame_number_bits);
  return bits_take(&reader, 1);
}
