// Converts rows of pixels to the zlib stream of a PNG: filters and compression.
#ifndef PAINT_PIXEL_PACKER_H
#define PAINT_PIXEL_PACKER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pixel_packer pixel_packer;

/// Takes the next compressed bytes, at most 64 KiB; false stops packing.
typedef bool (*pixel_packer_output)(void *context, const uint8_t *bytes, size_t count);

/// A packer of rows of `width` pixels, RGBA (`channels` 4) or their RGB (3). NULL without memory.
pixel_packer *pixel_packer_create(uint32_t width, int channels, pixel_packer_output output, void *context);
/// Frees the packer; NULL is fine.
void pixel_packer_destroy(pixel_packer *packer);
/// Packs the next rows of RGBA; false if `output` or zlib failed.
bool pixel_packer_add(pixel_packer *packer, const uint32_t *pixels, uint32_t rows);
/// Packs the remaining rows and ends the stream.
bool pixel_packer_finish(pixel_packer *packer);
#endif
