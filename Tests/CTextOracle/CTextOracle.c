#include "CTextOracle.h"

#include <string.h>

#include "../../Sources/CTextLibraries/FreeType.h"

#define ORACLE_FUNCTIONS(X) \
  X(int, FT_Init_FreeType, (void **library)) \
  X(int, FT_Done_FreeType, (void *library)) \
  X(int, FT_New_Face, (void *library, const char *path, long index, ft_face **face)) \
  X(int, FT_Set_Pixel_Sizes, (ft_face *face, unsigned width, unsigned height)) \
  X(int, FT_Load_Glyph, (ft_face *face, unsigned glyph, int32_t flags)) \
  X(int, FT_Render_Glyph, (ft_glyph_slot *slot, int mode))

typedef struct {
  ORACLE_FUNCTIONS(CTL_DECLARE)
} oracle_table;

static bool load(oracle_table *table) {
  void *library = ctl_open_library(CTL_LIBRARY("freetype", "6"));
  if (!library) return false;
  ORACLE_FUNCTIONS(CTL_LOOK_UP)
  return true;
}

int oracle_render(const char *path, unsigned glyph, int size, uint8_t *samples, int side, int x, int y) {
  oracle_table ft;
  void *library;
  ft_face *face;
  if (!load(&ft)) return 1;
  if (ft.FT_Init_FreeType(&library)) return 2;
  int result = 3;
  if (!ft.FT_New_Face(library, path, 0, &face) && !ft.FT_Set_Pixel_Sizes(face, 0, (unsigned)size) &&
      !ft.FT_Load_Glyph(face, glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) && !ft.FT_Render_Glyph(face->glyph, 0)) {
    const ft_glyph_slot *slot = face->glyph;
    memset(samples, 0, (size_t)side * (size_t)side);
    result = 0;
    for (int row = 0; row < (int)slot->bitmap.rows; row++) {
      for (int column = 0; column < (int)slot->bitmap.width; column++) {
        const int to_x = x + slot->bitmap_left + column, to_y = y - slot->bitmap_top + row;
        if (to_x < 0 || to_y < 0 || to_x >= side || to_y >= side) continue;
        samples[to_y * side + to_x] = slot->bitmap.buffer[row * slot->bitmap.pitch + column];
      }
    }
  }
  ft.FT_Done_FreeType(library);
  return result;
}
