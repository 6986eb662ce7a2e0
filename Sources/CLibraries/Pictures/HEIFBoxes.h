// The boxes of a HEIF file.
#ifndef CPL_HEIFBOXES_H
#define CPL_HEIFBOXES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CPictureLibraries.h"

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

/// How far a HEIF or AVIF file goes.
typedef struct {
  /// The box with the header is whole.
  bool has_header;
  /// The file ends within a box, before its header, or before the box with the data. Only a small picture may have its
  /// data in the header, so this says why a file cannot be read, and not that it cannot.
  bool is_cut;
  /// Where its last box says that it ends.
  uint64_t end;
} heif_extent;

heif_extent heif_find_extent(heif_bytes file);
/// A copy of a file that is cut off behind its header, with zeros in place of what is missing, for libraries that refuse
/// to read the header alone: CPL_NO_MEMORY, or CPL_DAMAGED if it would be too large.
cpl_status heif_copy_completed(heif_bytes file, heif_extent extent, uint8_t **copy, size_t *count);

#endif
