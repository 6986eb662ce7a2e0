// The items of a HEIF file: what kind each is, and where its data are.
#ifndef CPL_HEIFITEMS_H
#define CPL_HEIFITEMS_H

#include "HEIFBoxes.h"

/// The entries of an `iloc` box that are left.
typedef struct {
  heif_bytes rest;
  /// What places are counted from: the file, and the content of the `idat` box.
  heif_bytes file, box;
  uint64_t count;
  int version, offset_width, length_width, base_width, index_width;
  /// The box states a width for indices, which version 1 may not have.
  bool has_index;
} heif_items;

/// The data of an item that are left, of all its extents.
typedef struct {
  heif_bytes extent, extents;
  heif_bytes whole;
  uint64_t base;
  int offset_width, length_width, index_width;
  /// An extent was not within what places are counted from; it is left out.
  bool has_outside;
  bool is_in_box;
} heif_data;

/// Begins with an `iloc` box. `reads_index` says whether version 1 of it has an index in each extent, as the
/// standard has it, or not, as libheif 1.15 reads it.
bool heif_begin_items(heif_items *items, heif_bytes iloc, heif_bytes file, heif_bytes idat, bool reads_index);
/// Takes the next entry; false where there is none.
bool heif_take_item(heif_items *items, uint32_t *item, heif_data *data);
/// Takes data; returns how many bytes there were. They are copied unless `bytes` is NULL.
size_t heif_take_data(heif_data *data, uint8_t *bytes, size_t count);

/// Takes the next entry of the content of an `iinf` box that has a type; false where there is none.
bool heif_take_kind(heif_bytes *entries, uint32_t *item, const char **type);
/// Takes what is before the entries of an `iinf` box.
bool heif_begin_kinds(heif_bytes *iinf);

#endif
