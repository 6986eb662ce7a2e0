#include "HEIFReferences.h"

#include <stdlib.h>
#include <string.h>

enum {
  // A grid of a photograph of 100 megapixels has some hundred tiles.
  IMAGE_LIMIT = 4096,
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
  bool has_failed;
} references;

typedef struct {
  const char *type;
  const uint8_t *bytes;
  size_t count;
} box;

static uint64_t number_at(const uint8_t *bytes, int count) {
  uint64_t number = 0;
  for (int i = 0; i < count; i++) number = number << 8 | bytes[i];
  return number;
}

/// The box at the beginning of these bytes, which are moved behind it; false where there is none.
static bool next_box(const uint8_t **bytes, size_t *count, box *found) {
  if (*count < 8) return false;
  uint64_t size = number_at(*bytes, 4), header = 8;
  if (size == 1) {
    if (*count < 16) return false;
    size = number_at(*bytes + 8, 8);
    header = 16;
  }
  if (size == 0 || size > *count) size = *count;
  if (size < header) return false;
  *found = (box){(const char *)*bytes + 4, *bytes + header, (size_t)(size - header)};
  *bytes += size;
  *count -= (size_t)size;
  return true;
}

static bool is(const box *found, const char *type) { return memcmp(found->type, type, 4) == 0; }

static void append(references *all, uint32_t item, uint32_t needed) {
  if (all->count == all->capacity) {
    const size_t capacity = all->capacity ? all->capacity * 2 : 64;
    reference *larger = capacity > REFERENCE_LIMIT ? NULL : realloc(all->list, capacity * sizeof *larger);
    if (!larger) {
      all->has_failed = true;
      return;
    }
    all->list = larger;
    all->capacity = capacity;
  }
  all->list[all->count++] = (reference){item, needed};
}

/// The references of an `iref` box: of derived images to those that they are made of, and of alpha to its picture.
static void collect(references *all, const box *references_box) {
  if (references_box->count < 4) return;
  const int width = references_box->bytes[0] == 0 ? 2 : 4;
  const uint8_t *bytes = references_box->bytes + 4;
  size_t count = references_box->count - 4;
  box found;
  while (!all->has_failed && next_box(&bytes, &count, &found)) {
    const bool is_derived = is(&found, "dimg"), is_auxiliary = is(&found, "auxl");
    if ((!is_derived && !is_auxiliary) || found.count < (size_t)width + 2) continue;
    const uint32_t from = (uint32_t)number_at(found.bytes, width);
    const size_t stated = (size_t)number_at(found.bytes + width, 2);
    const size_t most = (found.count - (size_t)width - 2) / (size_t)width;
    for (size_t i = 0; i < (stated < most ? stated : most) && !all->has_failed; i++) {
      const uint32_t to = (uint32_t)number_at(found.bytes + width + 2 + i * (size_t)width, width);
      if (is_derived) append(all, from, to);
      else append(all, to, from);
    }
  }
}

static int compare(const void *one, const void *other) {
  const uint32_t a = ((const reference *)one)->item, b = ((const reference *)other)->item;
  return a < b ? -1 : a > b;
}

/// Counts the images that decoding an item takes; false if there are too many.
static bool visit(const references *all, uint32_t item, int depth, int *left) {
  if (depth > DEPTH_LIMIT || --*left < 0) return false;
  size_t low = 0, high = all->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (all->list[middle].item < item) low = middle + 1;
    else high = middle;
  }
  for (; low < all->count && all->list[low].item == item; low++) {
    if (!visit(all, all->list[low].needed, depth + 1, left)) return false;
  }
  return true;
}

bool heif_references_end(const uint8_t *file, size_t count, uint32_t item) {
  references all = {0};
  box top, inner;
  while (next_box(&file, &count, &top)) {
    if (!is(&top, "meta") || top.count < 4) continue;
    const uint8_t *bytes = top.bytes + 4;
    size_t rest = top.count - 4;
    while (next_box(&bytes, &rest, &inner)) {
      if (is(&inner, "iref")) collect(&all, &inner);
    }
  }
  if (all.count > 0) qsort(all.list, all.count, sizeof *all.list, compare);
  int left = IMAGE_LIMIT;
  const bool result = !all.has_failed && visit(&all, item, 0, &left);
  free(all.list);
  return result;
}
