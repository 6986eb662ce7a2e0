#ifndef FONT_H
#define FONT_H

#include "CTextLibraries.h"
#include "Libraries.h"

struct ctl_font {
  /// The file's bytes, which both libraries read.
  void *blob;
  void *library;
  ft_face *outlines;
  void *face, *font, *buffer;
  ctl_glyph *glyphs;
  int glyph_capacity;
  ctl_segment *segments;
  int segment_count, segment_capacity;
};

int ctl_font_load(ctl_font *font, const char *path, uint32_t index);

#endif
