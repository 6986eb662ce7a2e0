// FreeType's own rendering of a glyph, to compare ours with.
#ifndef CTEXTORACLE_H
#define CTEXTORACLE_H

#include <stdint.h>

/// Renders a glyph without hinting into a square of grey samples, its (0, 0) at a pixel's corner.
///
/// Returns 0, or another number if FreeType is missing or fails.
int oracle_render(const char *path, unsigned glyph, int size, uint8_t *samples, int side, int x, int y);

#endif
