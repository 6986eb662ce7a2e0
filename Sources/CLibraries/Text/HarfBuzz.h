// The functions of HarfBuzz that are used.
#ifndef CTL_HARFBUZZ_H
#define CTL_HARFBUZZ_H

#include <harfbuzz/hb.h>

#include "../Loading/LoadedLibrary.h"

// In HarfBuzz since 1.7.7.
#define HARFBUZZ_FUNCTIONS(X) \
  X(hb_blob_create) \
  X(hb_blob_destroy) \
  X(hb_blob_get_data) \
  X(hb_face_create) \
  X(hb_face_destroy) \
  X(hb_face_get_empty) \
  X(hb_face_get_glyph_count) \
  X(hb_face_get_upem) \
  X(hb_font_create) \
  X(hb_font_destroy) \
  X(hb_font_get_empty) \
  X(hb_font_get_nominal_glyph) \
  X(hb_buffer_create) \
  X(hb_buffer_destroy) \
  X(hb_buffer_allocation_successful) \
  X(hb_buffer_reset) \
  X(hb_buffer_set_direction) \
  X(hb_buffer_set_script) \
  X(hb_buffer_set_flags) \
  X(hb_buffer_add_utf32) \
  X(hb_buffer_get_glyph_infos) \
  X(hb_buffer_get_glyph_positions) \
  X(hb_shape) \
  X(hb_unicode_funcs_get_default) \
  X(hb_unicode_script)

typedef struct {
  HARFBUZZ_FUNCTIONS(CL_DECLARE)
  /// Since 2.6; NULL in older versions, where a variable font only has its default instance.
  CL_DECLARE(hb_font_set_var_named_instance)
} harfbuzz_table;

#endif
