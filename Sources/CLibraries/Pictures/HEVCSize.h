// The size of the pictures of HEVC, the compression of HEIF.
#ifndef CPL_HEVCSIZE_H
#define CPL_HEVCSIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /// The size ends within so many bytes of a sequence parameter set.
  HEVC_SIZE_BYTES = 256,
};

/// The size that the decoder allocates, if a NAL unit (its header included) is a sequence parameter set; false for
/// others, and for one that ends before its size does. Source: ITU-T H.265, 7.3.2.2.
bool hevc_coded_size(const uint8_t *unit, size_t count, uint32_t *width, uint32_t *height);

#endif
