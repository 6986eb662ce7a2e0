#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CTextLibraries.h"
#include "Font.h"

int ctl_font_open(const char *path, uint32_t index, ctl_synthesis synthesis, ctl_font **result, int *error) {
  ctl_font *font = calloc(1, sizeof *font);
  if (!font) return CTL_FONT_LACKS_MEMORY;
  font->synthesis = synthesis;
  const int problem = ctl_font_load(font, path, index, error);
  if (problem != CTL_FONT_OPENED) {
    ctl_font_close(font);
    font = NULL;
  }
  *result = font;
  return problem;
}

/// The bytes of an open file that can be a font. Devices and FIFOs are rejected: a device may never end, a FIFO never
/// begin.
///
/// They are read, not mapped: an error of the disk would be SIGBUS later, not an error here.
static int read_bytes(int file, uint8_t **bytes, size_t *count, int *error) {
  struct stat status;
  if (fstat(file, &status)) return *error = errno, CTL_FONT_UNREADABLE;
  if (!S_ISREG(status.st_mode) || status.st_size == 0) return CTL_FONT_IS_NONE;
  if (status.st_size > CTL_FONT_BYTES_LIMIT) return CTL_FONT_IS_TOO_LARGE;
  const size_t size = (size_t)status.st_size;
  *bytes = malloc(size);
  if (!*bytes) return CTL_FONT_LACKS_MEMORY;
  for (*count = 0; *count < size;) {
    const ssize_t part = read(file, *bytes + *count, size - *count);
    if (part < 0 && errno == EINTR) continue;
    if (part < 0) return *error = errno, CTL_FONT_UNREADABLE;
    if (part == 0) break;
    *count += (size_t)part;
  }
  return CTL_FONT_OPENED;
}

static int read_font_file(const char *path, uint8_t **bytes, size_t *count, int *error) {
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  // A socket, and a device without a driver.
  if (file < 0 && errno == ENXIO) return CTL_FONT_IS_NONE;
  if (file < 0) return *error = errno, CTL_FONT_UNREADABLE;
  const int problem = read_bytes(file, bytes, count, error);
  close(file);
  return problem;
}

int ctl_means_no_file(int error) {
  return error == ENOENT || error == ENOTDIR || error == ELOOP;
}

int ctl_font_load(ctl_font *font, const char *path, uint32_t index, int *error_number) {
  const uint32_t face = index & 0xffff, instance = index >> 16;
  uint8_t *bytes = NULL;
  size_t count = 0;
  const int problem = read_font_file(path, &bytes, &count, error_number);
  if (problem != CTL_FONT_OPENED) {
    free(bytes);
    return problem;
  }
  // Frees the bytes, also if it has no memory.
  font->blob = ctl_harfbuzz.hb_blob_create((const char *)bytes, (unsigned)count, HB_MEMORY_MODE_READONLY, bytes, free);
  unsigned length = 0;
  if (!ctl_harfbuzz.hb_blob_get_data(font->blob, &length) || length == 0)
    return count == 0 ? CTL_FONT_IS_NONE : CTL_FONT_LACKS_MEMORY;

  if (ctl_freetype.FT_Init_FreeType(&font->library)) return CTL_FONT_LACKS_MEMORY;
  const FT_Error error = ctl_freetype.FT_New_Memory_Face(
    font->library, (const FT_Byte *)bytes, (FT_Long)length, (FT_Long)index, &font->outlines);
  if (error) {
    font->outlines = NULL;
    return error == FT_Err_Out_Of_Memory ? CTL_FONT_LACKS_MEMORY : CTL_FONT_IS_NONE;
  }
  if (!(font->outlines->face_flags & FT_FACE_FLAG_SCALABLE)) return CTL_FONT_HAS_NO_OUTLINES;

  // Without memory, HarfBuzz returns empty objects.
  font->face = ctl_harfbuzz.hb_face_create(font->blob, face);
  if (font->face == ctl_harfbuzz.hb_face_get_empty()) return CTL_FONT_LACKS_MEMORY;
  // HarfBuzz only reads OpenType; FreeType's other formats number their glyphs differently.
  if (ctl_harfbuzz.hb_face_get_glyph_count(font->face) == 0 || font->outlines->units_per_EM == 0 ||
      ctl_harfbuzz.hb_face_get_upem(font->face) != font->outlines->units_per_EM)
    return CTL_FONT_IS_NONE;
  // Its functions for OpenType are the default, and so is the scale: units of the font.
  font->font = ctl_harfbuzz.hb_font_create(font->face);
  if (font->font == ctl_harfbuzz.hb_font_get_empty()) return CTL_FONT_LACKS_MEMORY;
  if (instance > 0 && ctl_harfbuzz.hb_font_set_var_named_instance)
    ctl_harfbuzz.hb_font_set_var_named_instance(font->font, instance - 1);
  font->buffer = ctl_harfbuzz.hb_buffer_create();
  return ctl_harfbuzz.hb_buffer_allocation_successful(font->buffer) ? CTL_FONT_OPENED : CTL_FONT_LACKS_MEMORY;
}

void ctl_font_close(ctl_font *font) {
  if (!font) return;
  if (font->buffer) ctl_harfbuzz.hb_buffer_destroy(font->buffer);
  if (font->font) ctl_harfbuzz.hb_font_destroy(font->font);
  if (font->face) ctl_harfbuzz.hb_face_destroy(font->face);
  if (font->outlines) ctl_freetype.FT_Done_Face(font->outlines);
  if (font->library) ctl_freetype.FT_Done_FreeType(font->library);
  if (font->blob) ctl_harfbuzz.hb_blob_destroy(font->blob);
  free(font->glyphs);
  free(font->segments);
  free(font);
}

ctl_metrics ctl_font_metrics(const ctl_font *font) {
  const FT_FaceRec *face = font->outlines;
  return (ctl_metrics){face->units_per_EM, face->ascender, face->descender, face->height};
}

uint32_t ctl_font_glyph(ctl_font *font, uint32_t character) {
  uint32_t glyph = 0;
  return ctl_harfbuzz.hb_font_get_nominal_glyph(font->font, character, &glyph) ? glyph : 0;
}

uint32_t ctl_script(uint32_t character) {
  return ctl_harfbuzz.hb_unicode_script(ctl_harfbuzz.hb_unicode_funcs_get_default(), character);
}
