// The references between the images of a HEIF file.
#ifndef CPL_HEIFREFERENCES_H
#define CPL_HEIFREFERENCES_H

#include "HEIFBoxes.h"

/// The images that decoding one takes, itself included, in ascending order; an image may be there repeatedly.
typedef struct {
  // A grid of a photograph of 100 megapixels has some hundred tiles.
  uint32_t items[4096];
  size_t count;
} heif_images;

/// Collects what decoding an item takes: CPL_NO_MEMORY, or CPL_DAMAGED if that is more than some thousand images, or nested
/// too deep.
///
/// libheif 1.15 follows references in a circle, each in a thread of its own, until the program has no more of them.
cpl_status heif_collect_images(heif_bytes file, uint32_t item, heif_images *images);
/// Finds an item among images, always at the same place; false if it is none of them. In O(log n) time.
bool heif_find_image(const heif_images *images, uint32_t item, size_t *place);

#endif
