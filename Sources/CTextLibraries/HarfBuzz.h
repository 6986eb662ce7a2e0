// What is used of HarfBuzz's interface, as it has been since 1.7.7; types by which others are named are pointers here.
#ifndef HARFBUZZ_H
#define HARFBUZZ_H

#include <stdint.h>

#include "LoadedLibrary.h"

typedef struct {
  uint32_t codepoint, mask, cluster, var1, var2;
} hb_glyph_info_t;

typedef struct {
  int32_t x_advance, y_advance, x_offset, y_offset;
  uint32_t var;
} hb_glyph_position_t;

enum { HB_DIRECTION_LTR = 4, HB_DIRECTION_RTL = 5, HB_BUFFER_FLAG_BOT = 1, HB_BUFFER_FLAG_EOT = 2 };

#define HARFBUZZ_FUNCTIONS(X) \
  X(void *, hb_blob_create_from_file, (const char *path)) \
  X(void, hb_blob_destroy, (void *blob)) \
  X(const char *, hb_blob_get_data, (void *blob, unsigned *length)) \
  X(void *, hb_face_create, (void *blob, unsigned index)) \
  X(void, hb_face_destroy, (void *face)) \
  X(unsigned, hb_face_get_glyph_count, (void *face)) \
  X(unsigned, hb_face_get_upem, (void *face)) \
  X(void *, hb_font_create, (void *face)) \
  X(void, hb_font_destroy, (void *font)) \
  X(int, hb_font_get_nominal_glyph, (void *font, uint32_t character, uint32_t *glyph)) \
  X(void *, hb_buffer_create, (void)) \
  X(void, hb_buffer_destroy, (void *buffer)) \
  X(int, hb_buffer_allocation_successful, (void *buffer)) \
  X(void, hb_buffer_reset, (void *buffer)) \
  X(void, hb_buffer_set_direction, (void *buffer, int direction)) \
  X(void, hb_buffer_set_script, (void *buffer, uint32_t script)) \
  X(void, hb_buffer_set_flags, (void *buffer, int flags)) \
  X(void, hb_buffer_add_utf32, (void *buffer, const uint32_t *text, int length, unsigned offset, int count)) \
  X(hb_glyph_info_t *, hb_buffer_get_glyph_infos, (void *buffer, unsigned *length)) \
  X(hb_glyph_position_t *, hb_buffer_get_glyph_positions, (void *buffer, unsigned *length)) \
  X(void, hb_shape, (void *font, void *buffer, const void *features, unsigned count)) \
  X(void *, hb_unicode_funcs_get_default, (void)) \
  X(uint32_t, hb_unicode_script, (void *functions, uint32_t character))

typedef struct {
  HARFBUZZ_FUNCTIONS(CTL_DECLARE)
  /// Since 2.6; without it a variable font has its default instance alone.
  void (*hb_font_set_var_named_instance)(void *font, unsigned instance);
} harfbuzz_table;

#endif
