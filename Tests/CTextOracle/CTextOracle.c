#include "CTextOracle.h"

#include <string.h>

#include "../../Sources/CLibraries/Text/FreeType.h"

#define ORACLE_FUNCTIONS(X) \
  X(FT_Init_FreeType) \
  X(FT_Done_FreeType) \
  X(FT_New_Face) \
  X(FT_Set_Pixel_Sizes) \
  X(FT_Load_Glyph) \
  X(FT_Render_Glyph)

typedef struct {
  ORACLE_FUNCTIONS(CL_DECLARE)
} oracle_table;

static bool load(oracle_table *table) {
  void *library = dlopen(CL_FILE("freetype", "6"), RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  ORACLE_FUNCTIONS(CL_LOOK_UP)
  return true;
}

int oracle_render(const char *path, unsigned glyph, int size, uint8_t *samples, int side, int x, int y) {
  oracle_table ft;
  FT_Library library;
  FT_Face face;
  if (!load(&ft)) return 1;
  if (ft.FT_Init_FreeType(&library)) return 2;
  int result = 3;
  if (!ft.FT_New_Face(library, path, 0, &face) && !ft.FT_Set_Pixel_Sizes(face, 0, (unsigned)size) &&
      !ft.FT_Load_Glyph(face, glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) && !ft.FT_Render_Glyph(face->glyph, FT_RENDER_MODE_NORMAL)) {
    const FT_GlyphSlotRec *slot = face->glyph;
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
