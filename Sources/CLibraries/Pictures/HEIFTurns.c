#include "HEIFTurns.h"

#include <string.h>

/// A quarter turn anticlockwise: the last column, from top to bottom, becomes the first row.
static heif_turn quarter(heif_turn t) { return (heif_turn){t.down_x, t.down_y, -t.right_x, -t.right_y}; }

static heif_turn mirror(heif_turn t, bool is_across) {
  return is_across ? (heif_turn){-t.right_x, -t.right_y, t.down_x, t.down_y}
                   : (heif_turn){t.right_x, t.right_y, -t.down_x, -t.down_y};
}

/// The turns among the properties of a file, by the place in `ipco`, counted from 1: the quarters of an `irot`, ACROSS or
/// DOWN for an `imir`, 0 for any other. So a list of many properties takes no longer than it is.
typedef struct {
  uint8_t turns[0x8000];
} property_table;

enum { ACROSS = 4, DOWN = 5 };

static void list_turns(property_table *table, heif_bytes properties) {
  memset(table, 0, sizeof *table);
  heif_box box;
  uint64_t value;
  for (size_t place = 1; place < sizeof table->turns && heif_take_box(&properties, &box); place++) {
    const bool is_rotation = heif_is(&box, "irot"), is_mirror = heif_is(&box, "imir");
    if ((!is_rotation && !is_mirror) || !heif_take_number(&box.content, 1, &value)) continue;
    table->turns[place] = is_rotation ? value & 3 : value & 1 ? ACROSS : DOWN;
  }
}

static heif_turn apply(heif_turn turn, uint8_t property) {
  if (property >= ACROSS) return mirror(turn, property == ACROSS);
  for (; property > 0; property--) turn = quarter(turn);
  return turn;
}

/// Applies the properties of an item that an `ipma` box lists.
static heif_turn apply_list(heif_turn turn, heif_bytes list, const property_table *table, uint32_t item) {
  uint64_t version, flags, entries, id, count, place;
  if (!heif_take_number(&list, 1, &version) || !heif_take_number(&list, 3, &flags) || !heif_take_number(&list, 4, &entries))
    return turn;
  const int width = flags & 1 ? 2 : 1;
  for (; entries > 0; entries--) {
    if (!heif_take_number(&list, version < 1 ? 2 : 4, &id) || !heif_take_number(&list, 1, &count)) return turn;
    for (; count > 0; count--) {
      if (!heif_take_number(&list, width, &place)) return turn;
      // The highest bit says that a reader must know the property.
      if (id == item) turn = apply(turn, table->turns[place & (width == 2 ? 0x7fff : 0x7f)]);
    }
  }
  return turn;
}

heif_turn heif_find_turn(heif_bytes file, uint32_t item) {
  heif_turn turn = {1, 0, 0, 1};
  property_table table;
  heif_bytes children;
  heif_box box, part;
  while (heif_take_meta(&file, &children)) {
    while (heif_take_box(&children, &box)) {
      if (!heif_is(&box, "iprp")) continue;
      heif_bytes properties = {box.content.bytes, 0}, rest = box.content;
      while (heif_take_box(&rest, &part)) {
        if (heif_is(&part, "ipco")) properties = part.content;
      }
      list_turns(&table, properties);
      rest = box.content;
      while (heif_take_box(&rest, &part)) {
        if (heif_is(&part, "ipma")) turn = apply_list(turn, part.content, &table, item);
      }
      return turn;
    }
  }
  return turn;
}

bool heif_swaps_sides(heif_turn turn) { return turn.right_x == 0; }

uint32_t heif_orientation(heif_turn turn) {
  const bool is_left = turn.right_x < 0 || turn.down_x < 0, is_up = turn.right_y < 0 || turn.down_y < 0;
  if (!heif_swaps_sides(turn)) return is_left ? (is_up ? 3 : 2) : is_up ? 4 : 1;
  return is_left ? (is_up ? 7 : 8) : is_up ? 6 : 5;
}

void heif_turn_back(heif_turn turn, const uint32_t *row, uint32_t y, uint32_t width, uint32_t height, uint32_t *stored) {
  const bool is_swapped = heif_swaps_sides(turn);
  const int64_t stored_width = is_swapped ? height : width, stored_height = is_swapped ? width : height;
  // The first pixel of the turned picture is in one of the corners.
  const int64_t left = turn.right_x + turn.down_x < 0 ? stored_width - 1 : 0;
  const int64_t top = turn.right_y + turn.down_y < 0 ? stored_height - 1 : 0;
  const int64_t step = turn.right_x + turn.right_y * stored_width;
  uint32_t *place = stored + (top + (int64_t)y * turn.down_y) * stored_width + left + (int64_t)y * turn.down_x;
  for (uint32_t x = 0; x < width; x++) place[(int64_t)x * step] = row[x];
}
