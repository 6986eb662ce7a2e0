#include "HEIFItems.h"

#include <string.h>

/// Widths other than 4 and 8 bytes mean that there is no number.
static int width_of(uint64_t sizes, int shift) {
  const int width = (int)(sizes >> shift & 15);
  return width == 4 || width == 8 ? width : 0;
}

bool heif_begin_items(heif_items *items, heif_bytes iloc, heif_bytes file, heif_bytes idat, bool reads_index) {
  uint64_t version, sizes;
  *items = (heif_items){.rest = iloc, .file = file, .box = idat};
  if (!heif_take_number(&items->rest, 1, &version) || !heif_skip(&items->rest, 3)) return false;
  if (!heif_take_number(&items->rest, 2, &sizes)) return false;
  items->version = (int)version;
  items->offset_width = width_of(sizes, 12);
  items->length_width = width_of(sizes, 8);
  items->base_width = width_of(sizes, 4);
  items->has_index = width_of(sizes, 0) > 0;
  if (version >= 2 || (version == 1 && reads_index)) items->index_width = width_of(sizes, 0);
  return heif_take_number(&items->rest, version < 2 ? 2 : 4, &items->count);
}

bool heif_take_item(heif_items *items, uint32_t *item, heif_data *data) {
  if (items->count == 0) return false;
  items->count--;
  heif_bytes *rest = &items->rest;
  uint64_t id, method = 0, reference, base, extents;
  if (!heif_take_number(rest, items->version < 2 ? 2 : 4, &id)) return false;
  if (items->version >= 1 && !heif_take_number(rest, 2, &method)) return false;
  if (!heif_take_number(rest, 2, &reference) || !heif_take_number(rest, items->base_width, &base)) return false;
  if (!heif_take_number(rest, 2, &extents)) return false;
  *item = (uint32_t)id;
  const bool is_in_box = (method & 15) == 1;
  *data = (heif_data){
    .whole = is_in_box ? items->box : items->file,
    .base = base,
    .offset_width = items->offset_width,
    .length_width = items->length_width,
    .index_width = items->index_width,
    .is_in_box = is_in_box,
  };
  const size_t width = (size_t)(items->index_width + items->offset_width + items->length_width);
  data->extents = (heif_bytes){rest->bytes, (size_t)extents * width};
  return heif_skip(rest, (size_t)extents * width);
}

/// Begins with the next extent; false where there is none.
static bool take_extent(heif_data *data) {
  uint64_t index, offset, length;
  // No number at all: any count of such extents is empty.
  if (data->extents.count == 0) return false;
  if (!heif_take_number(&data->extents, data->index_width, &index) ||
      !heif_take_number(&data->extents, data->offset_width, &offset) ||
      !heif_take_number(&data->extents, data->length_width, &length))
    return false;
  const uint64_t count = data->whole.count;
  if (data->base > count || offset > count - data->base || length > count - data->base - offset) {
    data->has_outside = true;
    return true;
  }
  data->extent = (heif_bytes){data->whole.bytes + (size_t)(data->base + offset), (size_t)length};
  return true;
}

size_t heif_take_data(heif_data *data, uint8_t *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    const size_t left = data->extent.count;
    if (left == 0) {
      if (!take_extent(data)) break;
      continue;
    }
    const size_t part = left < count - done ? left : count - done;
    if (bytes) memcpy(bytes + done, data->extent.bytes, part);
    heif_skip(&data->extent, part);
    done += part;
  }
  return done;
}

bool heif_begin_kinds(heif_bytes *iinf) {
  uint64_t version;
  return heif_take_number(iinf, 1, &version) && heif_skip(iinf, version == 0 ? 5 : 7);
}

bool heif_take_kind(heif_bytes *entries, uint32_t *item, const char **type) {
  heif_box entry;
  while (heif_take_box(entries, &entry)) {
    uint64_t version, id;
    heif_bytes *rest = &entry.content;
    if (!heif_is(&entry, "infe") || !heif_take_number(rest, 1, &version) || !heif_skip(rest, 3)) continue;
    // Earlier versions tell no type.
    if (version < 2) continue;
    if (!heif_take_number(rest, version == 2 ? 2 : 4, &id) || !heif_skip(rest, 2) || rest->count < 4) continue;
    *item = (uint32_t)id;
    *type = (const char *)rest->bytes;
    return true;
  }
  return false;
}
