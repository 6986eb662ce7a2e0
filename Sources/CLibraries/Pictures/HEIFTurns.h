// How the properties of a HEIF turn and mirror its picture.
#ifndef CPL_HEIFTURNS_H
#define CPL_HEIFTURNS_H

#include "HEIFBoxes.h"

/// Where the rows and columns of the turned picture go in the stored one: a step of one pixel to the right, and one down,
/// each in columns and rows of the stored picture.
typedef struct {
  int right_x, right_y, down_x, down_y;
} heif_turn;

/// The turn of an item, by its properties `irot` and `imir` in the order in which they are applied. A crop between them
/// does not matter: it takes a part of the picture, whichever way that is turned.
heif_turn heif_find_turn(heif_bytes file, uint32_t item);
/// Whether rows become columns.
bool heif_swaps_sides(heif_turn turn);
/// The turn as EXIF numbers it.
uint32_t heif_orientation(heif_turn turn);
/// Copies the rows of the turned picture, of `width` pixels each, to their places in the stored one.
void heif_turn_back(heif_turn turn, const uint32_t *row, uint32_t y, uint32_t width, uint32_t height, uint32_t *stored);

#endif
