#include "HEIFSizes.h"

#include <stdlib.h>
#include <string.h>

#include "AV1Size.h"
#include "HEIFItems.h"
#include "HEVCSize.h"

enum {
  // An image has at most 600 slices, each a unit.
  UNIT_LIMIT = 1 << 20,
};

static const char OUTSIDE_MESSAGE[] = "the data of an image are outside their box";

enum { IS_HEVC = 1, IS_GRID = 2, IS_OVERLAY = 4, IS_AV1 = 8 };

typedef struct {
  heif_bytes file;
  const heif_images *images;
  heif_size largest, stated;
  /// The largest size that frames can state which no sequence header precedes among the data, but in a property.
  heif_size configured;
  /// A property ends within a part of AV1, which ends among the data then.
  bool has_open_configuration;
  int units_left;
  cpl_status status;
  const char *message;
} search;

static void fail(search *all, cpl_status status, const char *message) {
  if (all->status != CPL_OK) return;
  all->status = status;
  all->message = message;
}

static void keep_larger(heif_size *size, uint32_t width, uint32_t height) {
  if ((uint64_t)width * height > (uint64_t)size->width * size->height) *size = (heif_size){width, height};
}

static void count_image(search *all, uint32_t width, uint32_t height) { keep_larger(&all->largest, width, height); }

static void count_unit(search *all, const uint8_t *unit, size_t length) {
  uint32_t width, height;
  if (hevc_coded_size(unit, length, &width, &height)) count_image(all, width, height);
}

/// The units of an `hvcC` property, which precede the data of its images.
static void search_configuration(search *all, heif_bytes bytes) {
  uint64_t arrays, units, length;
  if (!heif_skip(&bytes, 22) || !heif_take_number(&bytes, 1, &arrays)) return;
  for (; arrays > 0; arrays--) {
    if (!heif_skip(&bytes, 1) || !heif_take_number(&bytes, 2, &units)) return;
    for (; units > 0; units--) {
      if (!heif_take_number(&bytes, 2, &length)) return;
      const uint8_t *unit = bytes.bytes;
      if (!heif_skip(&bytes, (size_t)length)) return;
      count_unit(all, unit, (size_t)length);
    }
  }
}

/// Takes the header of a part of AV1, and the count of its bytes; SIZE_MAX for all that are left. False where there is none.
static bool take_part(heif_data *data, uint8_t *type, size_t *length) {
  enum { HAS_EXTENSION = 4, HAS_LENGTH = 2 };
  uint8_t header, byte = 0x80;
  if (heif_take_data(data, &header, 1) < 1) return false;
  if (header & HAS_EXTENSION && heif_take_data(data, NULL, 1) < 1) return false;
  *type = header >> 3 & 15;
  *length = SIZE_MAX;
  if (!(header & HAS_LENGTH)) return true;
  uint64_t number = 0;
  for (int shift = 0; shift < 56 && byte & 0x80; shift += 7) {
    if (heif_take_data(data, &byte, 1) < 1) return false;
    number |= (uint64_t)(byte & 0x7f) << shift;
  }
  *length = number < SIZE_MAX ? (size_t)number : SIZE_MAX;
  return !(byte & 0x80);
}

static void count_frame(search *all, const av1_sequence *sequence, const uint8_t *bytes, size_t count) {
  if (!sequence) return count_image(all, all->configured.width, all->configured.height);
  if (av1_states_size(sequence, bytes, count)) count_image(all, sequence->most_width, sequence->most_height);
}

/// The parts of AV1 in data; false if they end within one. Frames may state a size other than that of their sequence.
static bool search_parts(search *all, heif_data *data, bool is_configuration) {
  uint8_t type, bytes[AV1_HEADER_BYTES];
  size_t length;
  av1_sequence sequence;
  bool has_sequence = false;
  while (data->extent.count > 0 || data->extents.count > 0) {
    if (!take_part(data, &type, &length)) return false;
    if (--all->units_left < 0) {
      fail(all, CPL_DAMAGED, "an image has too many parts");
      return false;
    }
    const size_t most = length < sizeof bytes ? length : sizeof bytes;
    const size_t taken = heif_take_data(data, bytes, most);
    if (type == AV1_SEQUENCE) {
      has_sequence = av1_read_sequence(bytes, taken, &sequence);
      if (has_sequence) count_image(all, sequence.width, sequence.height);
      if (has_sequence && is_configuration) keep_larger(&all->configured, sequence.most_width, sequence.most_height);
    } else if (type == AV1_FRAME_HEADER || type == AV1_FRAME || type == AV1_REPEATED_FRAME_HEADER) {
      count_frame(all, has_sequence ? &sequence : NULL, bytes, taken);
    }
    if (taken < most || heif_take_data(data, NULL, length - most) < length - most) return false;
  }
  return true;
}

/// The parts in an `av1C` property, which precede the data of its images.
static void search_av1_configuration(search *all, heif_bytes bytes) {
  if (!heif_skip(&bytes, 4)) return;
  heif_data data = {.extent = bytes};
  if (!search_parts(all, &data, true)) all->has_open_configuration = true;
}

static void search_av1(search *all, heif_data data) {
  if (all->has_open_configuration) return fail(all, CPL_DAMAGED, "what precedes the data of an image ends early");
  search_parts(all, &data, false);
  if (data.has_outside && data.is_in_box) fail(all, CPL_DAMAGED, OUTSIDE_MESSAGE);
}

static void search_properties(search *all, heif_bytes bytes) {
  heif_box container, property;
  while (heif_take_box(&bytes, &container)) {
    if (!heif_is(&container, "ipco")) continue;
    while (heif_take_box(&container.content, &property)) {
      uint64_t width, height;
      if (heif_is(&property, "hvcC")) search_configuration(all, property.content);
      if (heif_is(&property, "av1C")) search_av1_configuration(all, property.content);
      if (heif_is(&property, "ispe") && heif_skip(&property.content, 4) && heif_take_number(&property.content, 4, &width) &&
          heif_take_number(&property.content, 4, &height))
        keep_larger(&all->stated, (uint32_t)width, (uint32_t)height);
    }
  }
}

/// The decoder obeys parameter sets among the data, too.
static void search_units(search *all, heif_data data) {
  uint8_t header[4], unit[HEVC_SIZE_BYTES];
  while (heif_take_data(&data, header, 4) == 4) {
    if (--all->units_left < 0) return fail(all, CPL_DAMAGED, "an image has too many parts");
    const size_t length = (size_t)header[0] << 24 | (size_t)header[1] << 16 | (size_t)header[2] << 8 | header[3];
    const size_t most = length < sizeof unit ? length : sizeof unit;
    const size_t taken = heif_take_data(&data, unit, most);
    count_unit(all, unit, taken);
    if (taken < most || heif_take_data(&data, NULL, length - most) < length - most) break;
  }
  // libheif leaves such extents out of those in a box, too.
  if (data.has_outside && data.is_in_box) fail(all, CPL_DAMAGED, OUTSIDE_MESSAGE);
}

/// The size of a derived image, whose flags tell how wide its numbers are.
static void search_canvas(search *all, heif_data data, size_t before) {
  uint8_t bytes[20];
  heif_bytes rest = {bytes, heif_take_data(&data, bytes, sizeof bytes)};
  // libheif reads on behind the box.
  if (data.has_outside && data.is_in_box) return fail(all, CPL_DAMAGED, OUTSIDE_MESSAGE);
  uint64_t flags, width, height;
  if (!heif_skip(&rest, 1) || !heif_take_number(&rest, 1, &flags) || !heif_skip(&rest, before)) return;
  const int size = flags & 1 ? 4 : 2;
  if (heif_take_number(&rest, size, &width) && heif_take_number(&rest, size, &height))
    count_image(all, (uint32_t)width, (uint32_t)height);
}

static void search_items(search *all, heif_items items, const uint8_t *kinds) {
  uint32_t item;
  size_t place;
  heif_data data;
  while (all->status == CPL_OK && heif_take_item(&items, &item, &data)) {
    if (!heif_find_image(all->images, item, &place)) continue;
    const uint8_t kind = kinds[place];
    if (kind & IS_HEVC) search_units(all, data);
    if (kind & IS_AV1) search_av1(all, data);
    if (kind & IS_GRID) search_canvas(all, data, 2);
    if (kind & IS_OVERLAY) search_canvas(all, data, 8);
  }
}

static void add_kinds(const search *all, heif_bytes iinf, uint8_t *kinds) {
  static const struct {
    char type[5];
    uint8_t kind;
  } table[] = {{"hvc1", IS_HEVC}, {"grid", IS_GRID}, {"iovl", IS_OVERLAY}, {"av01", IS_AV1}};
  uint32_t item;
  size_t place;
  const char *type;
  if (!heif_begin_kinds(&iinf)) return;
  while (heif_take_kind(&iinf, &item, &type)) {
    if (!heif_find_image(all->images, item, &place)) continue;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
      if (memcmp(type, table[i].type, 4) == 0) kinds[place] |= table[i].kind;
    }
  }
}

static void search_meta(search *all, heif_bytes children, uint8_t *kinds) {
  heif_bytes rest = children, idat = {children.bytes, 0};
  heif_box box;
  bool has_data = false;
  while (heif_take_box(&rest, &box)) {
    if (heif_is(&box, "iinf")) add_kinds(all, box.content, kinds);
    if (heif_is(&box, "iprp")) search_properties(all, box.content);
    if (heif_is(&box, "idat") && !has_data) {
      idat = box.content;
      has_data = true;
    }
  }
  rest = children;
  while (heif_take_box(&rest, &box)) {
    if (!heif_is(&box, "iloc")) continue;
    // Both ways to read it differ in hardly any file.
    for (int reads_index = 0; reads_index < 2; reads_index++) {
      heif_items items;
      if (heif_begin_items(&items, box.content, all->file, idat, reads_index)) search_items(all, items, kinds);
      if (items.version != 1 || !items.has_index) break;
    }
  }
}

cpl_status heif_find_largest(
  heif_bytes file, const heif_images *images, heif_size *largest, heif_size *stated, const char **message) {
  search all = {.file = file, .images = images, .units_left = UNIT_LIMIT};
  uint8_t *kinds = calloc(images->count ? images->count : 1, 1);
  if (!kinds) return CPL_NO_MEMORY;
  heif_bytes children;
  while (heif_take_meta(&file, &children)) search_meta(&all, children, kinds);
  free(kinds);
  *largest = all.largest;
  *stated = all.stated;
  *message = all.message;
  return all.status;
}
