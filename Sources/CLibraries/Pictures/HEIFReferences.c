#include "HEIFReferences.h"

#include <stdlib.h>

enum {
  IMAGE_LIMIT = sizeof(((heif_images *)0)->items) / sizeof(uint32_t),
  DEPTH_LIMIT = 16,
  REFERENCE_LIMIT = 1 << 20,
};

/// Decoding an item takes another.
typedef struct {
  uint32_t item, needed;
} reference;

typedef struct {
  reference *list;
  size_t count, capacity;
  cpl_status status;  // CPL_OK, CPL_NO_MEMORY, or CPL_DAMAGED if there are too many
} references;

static void append(references *all, uint32_t item, uint32_t needed) {
  if (all->count == all->capacity) {
    const size_t capacity = all->capacity ? all->capacity * 2 : 64;
    reference *larger = capacity > REFERENCE_LIMIT ? NULL : realloc(all->list, capacity * sizeof *larger);
    if (!larger) {
      all->status = capacity > REFERENCE_LIMIT ? CPL_DAMAGED : CPL_NO_MEMORY;
      return;
    }
    all->list = larger;
    all->capacity = capacity;
  }
  all->list[all->count++] = (reference){item, needed};
}

/// The references of an `iref` box: of derived images to those that they are made of, and of alpha to its picture.
static void collect(references *all, heif_bytes bytes) {
  uint64_t version, from, count, to;
  if (!heif_take_number(&bytes, 1, &version) || !heif_skip(&bytes, 3)) return;
  const int width = version == 0 ? 2 : 4;
  heif_box found;
  while (all->status == CPL_OK && heif_take_box(&bytes, &found)) {
    const bool is_derived = heif_is(&found, "dimg"), is_auxiliary = heif_is(&found, "auxl");
    if (!is_derived && !is_auxiliary) continue;
    heif_bytes *list = &found.content;
    if (!heif_take_number(list, width, &from) || !heif_take_number(list, 2, &count)) continue;
    for (; count > 0 && all->status == CPL_OK && heif_take_number(list, width, &to); count--) {
      if (is_derived) append(all, (uint32_t)from, (uint32_t)to);
      else append(all, (uint32_t)to, (uint32_t)from);
    }
  }
}

static int compare(const void *one, const void *other) {
  const uint32_t a = ((const reference *)one)->item, b = ((const reference *)other)->item;
  return a < b ? -1 : a > b;
}

/// Adds the images that decoding an item takes; false if there are too many.
static bool visit(const references *all, uint32_t item, int depth, heif_images *images) {
  if (depth > DEPTH_LIMIT || images->count == IMAGE_LIMIT) return false;
  images->items[images->count++] = item;
  size_t low = 0, high = all->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (all->list[middle].item < item) low = middle + 1;
    else high = middle;
  }
  for (; low < all->count && all->list[low].item == item; low++) {
    if (!visit(all, all->list[low].needed, depth + 1, images)) return false;
  }
  return true;
}

static int compare_items(const void *one, const void *other) {
  const uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
  return a < b ? -1 : a > b;
}

cpl_status heif_collect_images(heif_bytes file, uint32_t item, heif_images *images) {
  references all = {0};
  heif_bytes children;
  heif_box box;
  while (heif_take_meta(&file, &children)) {
    while (heif_take_box(&children, &box)) {
      if (heif_is(&box, "iref")) collect(&all, box.content);
    }
  }
  if (all.count > 0) qsort(all.list, all.count, sizeof *all.list, compare);
  images->count = 0;
  if (all.status == CPL_OK && !visit(&all, item, 0, images)) all.status = CPL_DAMAGED;
  free(all.list);
  qsort(images->items, images->count, sizeof *images->items, compare_items);
  return all.status;
}

bool heif_find_image(const heif_images *images, uint32_t item, size_t *place) {
  const uint32_t *found = bsearch(&item, images->items, images->count, sizeof item, compare_items);
  if (found) *place = (size_t)(found - images->items);
  return found != NULL;
}
