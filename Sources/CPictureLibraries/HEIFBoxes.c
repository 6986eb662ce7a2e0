#include "HEIFBoxes.h"

#include <string.h>

bool heif_skip(heif_bytes *from, size_t count) {
  if (from->count < count) return false;
  from->bytes += count;
  from->count -= count;
  return true;
}

bool heif_take_number(heif_bytes *from, int count, uint64_t *number) {
  const uint8_t *bytes = from->bytes;
  if (!heif_skip(from, (size_t)count)) return false;
  *number = 0;
  for (int i = 0; i < count; i++) *number = *number << 8 | bytes[i];
  return true;
}

bool heif_take_box(heif_bytes *from, heif_box *box) {
  heif_bytes rest = *from;
  uint64_t size, type, header = 8;
  if (!heif_take_number(&rest, 4, &size) || !heif_take_number(&rest, 4, &type)) return false;
  if (size == 1) {
    if (!heif_take_number(&rest, 8, &size)) return false;
    header = 16;
  }
  if (size == 0 || size > from->count) size = from->count;
  if (size < header) return false;
  *box = (heif_box){(const char *)from->bytes + 4, {rest.bytes, (size_t)(size - header)}};
  return heif_skip(from, (size_t)size);
}

bool heif_is(const heif_box *box, const char *type) { return memcmp(box->type, type, 4) == 0; }

bool heif_take_meta(heif_bytes *file, heif_bytes *children) {
  heif_box box;
  while (heif_take_box(file, &box)) {
    *children = box.content;
    // The version and flags are before its children.
    if (heif_is(&box, "meta") && heif_skip(children, 4)) return true;
  }
  return false;
}
