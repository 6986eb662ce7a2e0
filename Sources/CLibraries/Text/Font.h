#ifndef CTL_FONT_H
#define CTL_FONT_H

#include "CTextLibraries.h"
#include "Libraries.h"

struct ctl_font {
  /// The file's bytes, which both libraries read.
  hb_blob_t *blob;
  FT_Library library;
  FT_Face outlines;
  hb_face_t *face;
  hb_font_t *font;
  hb_buffer_t *buffer;
  ctl_glyph *glyphs;
  ctl_synthesis synthesis;
  int glyph_capacity;
  ctl_segment *segments;
  int segment_count, segment_capacity;
};

int ctl_font_load(ctl_font *font, const char *path, uint32_t index, int *error);
/// By how much an artificially bold font is bolder, in its units: as FreeType has it.
static inline int ctl_font_emboldening(const ctl_font *font) { return font->outlines->units_per_EM / 24; }

#endif
