// The functions of FreeType that are used.
#ifndef CTL_FREETYPE_H
#define CTL_FREETYPE_H

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include "../Loading/LoadedLibrary.h"

#define FREETYPE_FUNCTIONS(X) \
  X(FT_Init_FreeType) \
  X(FT_Done_FreeType) \
  X(FT_New_Memory_Face) \
  X(FT_Done_Face) \
  X(FT_Load_Glyph) \
  X(FT_Outline_Get_Orientation) \
  X(FT_Outline_Embolden) \
  X(FT_Outline_Transform) \
  X(FT_Outline_Decompose)

typedef struct {
  FREETYPE_FUNCTIONS(CL_DECLARE)
} freetype_table;

#endif
