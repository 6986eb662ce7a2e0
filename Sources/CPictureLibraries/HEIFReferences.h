// The references between the images of a HEIF file.
#ifndef CPL_HEIFREFERENCES_H
#define CPL_HEIFREFERENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether decoding an item takes at most some thousand other images, nested some levels deep.
///
/// libheif 1.15 follows references in a circle, each in a thread of its own, until the program has no more of them.
/// False without memory, too.
bool heif_references_end(const uint8_t *file, size_t count, uint32_t item);

#endif
