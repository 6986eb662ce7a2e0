#include <stdlib.h>

#include "CTextLibraries.h"
#include "Font.h"

int ctl_font_shape(
  ctl_font *font, const uint32_t *text, int length, int start, int count, uint32_t script, int is_right_to_left,
  const ctl_glyph **glyphs) {
  const harfbuzz_table *hb = &ctl_harfbuzz;
  hb_buffer_t *buffer = font->buffer;
  hb->hb_buffer_reset(buffer);
  // The whole text, so that letters join adjacent letters in other fonts and lines.
  hb->hb_buffer_add_utf32(buffer, text, length, (unsigned)start, count);
  hb->hb_buffer_set_direction(buffer, is_right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  hb->hb_buffer_set_script(buffer, (hb_script_t)script);
  hb->hb_buffer_set_flags(
    buffer, (start == 0 ? HB_BUFFER_FLAG_BOT : 0) | (start + count == length ? HB_BUFFER_FLAG_EOT : 0));
  // No language: the choice of a font's variants must not depend on the user's locale.
  hb->hb_shape(font->font, buffer, NULL, 0);
  if (!hb->hb_buffer_allocation_successful(buffer)) return -1;

  unsigned shaped = 0;
  const hb_glyph_info_t *infos = hb->hb_buffer_get_glyph_infos(buffer, &shaped);
  const hb_glyph_position_t *positions = hb->hb_buffer_get_glyph_positions(buffer, &shaped);
  if ((int)shaped > font->glyph_capacity) {
    ctl_glyph *room = realloc(font->glyphs, shaped * sizeof *room);
    if (!room) return -1;
    font->glyphs = room;
    font->glyph_capacity = (int)shaped;
  }
  const int bolder = font->synthesis.emboldens ? ctl_font_emboldening(font) : 0;
  for (unsigned i = 0; i < shaped; i++) {
    // Marks keep their place.
    const int advance = positions[i].x_advance ? positions[i].x_advance + bolder : 0;
    font->glyphs[i] = (ctl_glyph){
      infos[i].codepoint,     infos[i].cluster,      advance,
      positions[i].y_advance, positions[i].x_offset, positions[i].y_offset,
    };
  }
  *glyphs = font->glyphs;
  return (int)shaped;
}
