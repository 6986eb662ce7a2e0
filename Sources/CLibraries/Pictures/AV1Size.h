// The size of the pictures of AV1, the compression of AVIF.
#ifndef CPL_AV1SIZE_H
#define CPL_AV1SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /// A sequence header, and what is read of the header of a frame, end within so many bytes.
  AV1_HEADER_BYTES = 512,
};

/// The parts (OBUs) that data consist of.
typedef enum {
  AV1_SEQUENCE = 1,
  AV1_FRAME_HEADER = 3,
  AV1_FRAME = 6,
  AV1_REPEATED_FRAME_HEADER = 7,
} av1_part;

/// What a sequence header states.
typedef struct {
  /// The size of frames that state none.
  uint32_t width, height;
  /// The largest size that a frame can state.
  uint32_t most_width, most_height;
  // How headers of frames are read.
  uint32_t time_bits, frame_number_bits, screen_content, whole_vectors;
  bool is_reduced;
} av1_sequence;

/// Reads a sequence header, without the header of its part; false if it ends early. Source: AV1 Bitstream & Decoding Process
/// Specification, 5.5.
bool av1_read_sequence(const uint8_t *bytes, size_t count, av1_sequence *sequence);

/// Whether the header of a frame states a size of its own. Source: the same, 5.9.2.
bool av1_states_size(const av1_sequence *sequence, const uint8_t *bytes, size_t count);

#endif
