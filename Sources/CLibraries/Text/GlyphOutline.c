#include <stdlib.h>

#include "CTextLibraries.h"
#include "Font.h"

static ctl_segment *new_segment(ctl_font *font) {
  if (font->segment_count == font->segment_capacity) {
    const int capacity = font->segment_capacity ? font->segment_capacity * 2 : 64;
    ctl_segment *room = realloc(font->segments, (size_t)capacity * sizeof *room);
    if (!room) return NULL;
    font->segments = room;
    font->segment_capacity = capacity;
  }
  return &font->segments[font->segment_count++];
}

static int append(ctl_font *font, int is_move, int points, const FT_Vector *const at[]) {
  ctl_segment *segment = new_segment(font);
  if (!segment) return FT_Err_Out_Of_Memory;
  *segment = (ctl_segment){.points = points, .is_move = is_move};
  for (int i = 0; i < points; i++) {
    segment->x[i] = (int32_t)at[i]->x;
    segment->y[i] = (int32_t)at[i]->y;
  }
  return 0;
}

static int move_to(const FT_Vector *to, void *font) { return append(font, 1, 1, (const FT_Vector *[]){to}); }

static int line_to(const FT_Vector *to, void *font) { return append(font, 0, 1, (const FT_Vector *[]){to}); }

static int conic_to(const FT_Vector *control, const FT_Vector *to, void *font) {
  return append(font, 0, 2, (const FT_Vector *[]){control, to});
}

static int cubic_to(const FT_Vector *first, const FT_Vector *second, const FT_Vector *to, void *font) {
  return append(font, 0, 3, (const FT_Vector *[]){first, second, to});
}

static int problem_of(FT_Error error) {
  return error == FT_Err_Out_Of_Memory ? CTL_OUTLINE_LACKS_MEMORY : CTL_OUTLINE_IS_DAMAGED;
}

int ctl_font_outline(ctl_font *font, uint32_t glyph, const ctl_segment **segments, int *is_counterclockwise) {
  // Halves of units: TrueType omits points halfway between two control points, which whole units would round.
  static const FT_Outline_Funcs functions = {move_to, line_to, conic_to, cubic_to, .shift = 1};
  font->segment_count = 0;
  *segments = NULL;
  *is_counterclockwise = 0;
  // Unscaled, in units of the font, because scaling here could differ between machines.
  const FT_Error error =
    ctl_freetype.FT_Load_Glyph(font->outlines, glyph, FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP);
  if (error) return problem_of(error);
  FT_GlyphSlot slot = font->outlines->glyph;
  if (slot->format != FT_GLYPH_FORMAT_OUTLINE) return 0;
  const ctl_synthesis *synthesis = &font->synthesis;
  if (synthesis->emboldens) {
    const FT_Error error = ctl_freetype.FT_Outline_Embolden(&slot->outline, ctl_font_emboldening(font));
    if (error) return problem_of(error);
  }
  const FT_Matrix matrix = {synthesis->xx, synthesis->xy, synthesis->yx, synthesis->yy};
  ctl_freetype.FT_Outline_Transform(&slot->outline, &matrix);
  *is_counterclockwise = ctl_freetype.FT_Outline_Get_Orientation(&slot->outline) == FT_ORIENTATION_POSTSCRIPT;
  const FT_Error stop = ctl_freetype.FT_Outline_Decompose(&slot->outline, &functions, font);
  if (stop) return problem_of(stop);
  *segments = font->segments;
  return font->segment_count;
}
