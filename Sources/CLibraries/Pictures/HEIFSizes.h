// The sizes of the images of a HEIF file, as their data state them.
#ifndef CPL_HEIFSIZES_H
#define CPL_HEIFSIZES_H

#include "CPictureLibraries.h"
#include "HEIFReferences.h"

typedef struct {
  uint32_t width, height;
} heif_size;

/// Finds the largest image that decoding allocates, of these images: a decoded one, a grid or an overlay; and the largest
/// that an `ispe` property states, of any image.
///
/// The size that libheif 1.15 tells is that of the `ispe` property, which nothing compares with the data. Of the
/// properties those of all images count, also of images that are not needed.
///
/// - Returns: CPL_OK, CPL_NO_MEMORY, or CPL_DAMAGED if the data are where nothing can be.
cpl_status heif_find_largest(
  heif_bytes file, const heif_images *images, heif_size *largest, heif_size *stated, const char **message);

#endif
