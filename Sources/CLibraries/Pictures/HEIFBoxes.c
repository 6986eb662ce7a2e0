#include "HEIFBoxes.h"

#include <stdlib.h>
#include <string.h>

#include "Reader.h"

enum {
  // The file may end between two boxes: more than most files have behind their header, and untouched zeros cost nothing.
  LEAST_COMPLETION = 64 << 20,
};

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

heif_extent heif_find_extent(heif_bytes file) {
  heif_extent extent = {.end = file.count};
  uint64_t place = 0;
  bool has_data = false;
  while (place < file.count) {
    heif_bytes rest = {file.bytes + place, file.count - (size_t)place};
    uint64_t size, type;
    const char *name = (const char *)rest.bytes + 4;
    extent.is_cut = true;
    if (!heif_take_number(&rest, 4, &size) || !heif_take_number(&rest, 4, &type)) return extent;
    if (size == 1 && !heif_take_number(&rest, 8, &size)) return extent;
    extent.is_cut = false;
    // To the end of the file, or damage.
    if (size < 8) return extent;
    if (size > file.count - place) {
      extent.is_cut = true;
      if (size < UINT64_MAX - place) extent.end = place + size;
      return extent;
    }
    extent.has_header |= memcmp(name, "meta", 4) == 0 || memcmp(name, "moov", 4) == 0;
    has_data |= memcmp(name, "mdat", 4) == 0;
    place += size;
  }
  extent.is_cut = !extent.has_header || !has_data;
  return extent;
}

cpl_status heif_copy_completed(heif_bytes file, heif_extent extent, uint8_t **copy, size_t *count) {
  uint64_t end = (uint64_t)file.count + LEAST_COMPLETION;
  if (end < extent.end) end = extent.end;
  if (end > CPL_FILE_LIMIT) return CPL_DAMAGED;
  *copy = calloc((size_t)end, 1);
  if (!*copy) return CPL_NO_MEMORY;
  memcpy(*copy, file.bytes, file.count);
  *count = (size_t)end;
  return CPL_OK;
}
