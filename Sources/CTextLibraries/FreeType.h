// What is used of FreeType's interface: the beginnings of its public records, whose layout has stayed the same all
// through version 2, and a few functions.
#ifndef FREETYPE_H
#define FREETYPE_H

#include <stdint.h>

#include "LoadedLibrary.h"

typedef struct {
  long x, y;
} ft_vector;

typedef struct {
  void *data;
  void (*finalizer)(void *);
} ft_generic;

typedef struct {
  short contour_count, point_count;
  ft_vector *points;
  char *tags;
  short *contours;
  int flags;
} ft_outline;

typedef struct {
  unsigned rows, width;
  int pitch;
  unsigned char *buffer;
  unsigned short gray_count;
  unsigned char pixel_mode, palette_mode;
  void *palette;
} ft_bitmap;

/// FT_GlyphSlotRec as far as its outline.
typedef struct {
  void *library, *face, *next;
  unsigned glyph_index;
  ft_generic generic;
  long metrics[8];
  long linear_horizontal_advance, linear_vertical_advance;
  ft_vector advance;
  uint32_t format;
  ft_bitmap bitmap;
  int bitmap_left, bitmap_top;
  ft_outline outline;
} ft_glyph_slot;

/// FT_FaceRec as far as its glyph slot.
typedef struct {
  long face_count, face_index, face_flags, style_flags, glyph_count;
  char *family_name, *style_name;
  int fixed_size_count;
  void *fixed_sizes;
  int charmap_count;
  void *charmaps;
  ft_generic generic;
  long box[4];
  unsigned short units_per_em;
  short ascender, descender, height;
  short max_advance_width, max_advance_height;
  short underline_position, underline_thickness;
  ft_glyph_slot *glyph;
} ft_face;

typedef struct {
  int (*move_to)(const ft_vector *to, void *user);
  int (*line_to)(const ft_vector *to, void *user);
  int (*conic_to)(const ft_vector *control, const ft_vector *to, void *user);
  int (*cubic_to)(const ft_vector *first, const ft_vector *second, const ft_vector *to, void *user);
  int shift;
  long delta;
} ft_outline_functions;

enum {
  FT_FACE_FLAG_SCALABLE = 1,
  FT_LOAD_NO_SCALE = 1,
  FT_LOAD_NO_HINTING = 2,
  FT_LOAD_NO_BITMAP = 8,
  FT_ORIENTATION_POSTSCRIPT = 1,
  FT_GLYPH_FORMAT_OUTLINE = 0x6f75746c  // 'outl'
};

#define FREETYPE_FUNCTIONS(X) \
  X(int, FT_Init_FreeType, (void **library)) \
  X(int, FT_Done_FreeType, (void *library)) \
  X(int, FT_New_Memory_Face, (void *library, const void *bytes, long count, long index, ft_face **face)) \
  X(int, FT_Done_Face, (ft_face *face)) \
  X(int, FT_Load_Glyph, (ft_face *face, unsigned glyph, int32_t flags)) \
  X(int, FT_Outline_Get_Orientation, (ft_outline *outline)) \
  X(int, FT_Outline_Decompose, (ft_outline *outline, const ft_outline_functions *functions, void *user))

typedef struct {
  FREETYPE_FUNCTIONS(CTL_DECLARE)
} freetype_table;

#endif
