// The boxes of a HEIF file.
#ifndef CPL_HEIFBOXES_H
#define CPL_HEIFBOXES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Bytes of the file, which are taken from their beginning.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} heif_bytes;

typedef struct {
  /// Four letters, not ended by a zero.
  const char *type;
  heif_bytes content;
} heif_box;

/// Takes the box at the beginning; false where there is none. A box that is longer than the bytes ends with them.
bool heif_take_box(heif_bytes *from, heif_box *box);
/// Takes a big-endian number of 0 to 8 bytes; false where there are fewer bytes.
bool heif_take_number(heif_bytes *from, int count, uint64_t *number);
/// Takes bytes without looking at them; false where there are fewer.
bool heif_skip(heif_bytes *from, size_t count);
bool heif_is(const heif_box *box, const char *type);
/// Takes the boxes of a file up to the next `meta` box, and that; false where there is none.
bool heif_take_meta(heif_bytes *file, heif_bytes *children);

#endif
