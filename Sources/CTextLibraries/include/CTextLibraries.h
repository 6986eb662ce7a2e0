// HarfBuzz, FreeType and fontconfig behind a few functions, loaded with dlopen when the first of them is called, so that
// nothing else pays for them. They need not be installed where the program runs; their headers are needed to build it.
//
// No function but the two that load may be called before the one that loads what it uses has returned CTL_LOADED. What
// one font gives back is good until the next call with that font; a font is for one thread at a time.
#ifndef CTEXTLIBRARIES_H
#define CTEXTLIBRARIES_H

#include <stdint.h>

enum { CTL_LOADED = 0, CTL_NO_HARFBUZZ = 1, CTL_NO_FREETYPE = 2, CTL_NO_FONTCONFIG = 3 };

/// Loads HarfBuzz and FreeType, once; says which of them is not to be had.
int ctl_load_fonts(void);
/// Loads fontconfig, once; CTL_NO_FONTCONFIG where it is not to be had.
int ctl_load_fontconfig(void);

// A font: one face of a file, shaped by HarfBuzz, its outlines read by FreeType.

typedef struct ctl_font ctl_font;

enum { CTL_FONT_OPENED = 0, CTL_FONT_UNREADABLE = 1, CTL_FONT_IS_NONE = 2, CTL_FONT_HAS_NO_OUTLINES = 3, CTL_FONT_IS_TOO_LARGE = 4 };

/// The largest file that is read as a font, in bytes: several times the size of those for Chinese and Japanese.
enum { CTL_FONT_BYTES_LIMIT = 64 << 20 };

/// Opens a face: its number in the file, plus 65,536 times the number of a variable font's named instance.
int ctl_font_open(const char *path, uint32_t face, ctl_font **font);
void ctl_font_close(ctl_font *font);

/// Units of the font; y counts upwards, so that `descender` is negative where something hangs below the baseline.
typedef struct {
  int32_t units_per_em, ascender, descender, line_distance;
} ctl_metrics;

ctl_metrics ctl_font_metrics(const ctl_font *font);
/// The glyph of a character by itself; 0 where the font lacks it.
uint32_t ctl_font_glyph(ctl_font *font, uint32_t character);

/// A shaped glyph in units of the font; `cluster` is the place of its first character in the text.
typedef struct {
  uint32_t glyph, cluster;
  int32_t x_advance, y_advance, x_offset, y_offset;
} ctl_glyph;

/// Shapes `count` characters from `start` on, which are of one script and one direction, in view of the whole text.
///
/// Glyphs come from left to right. Returns how many, or -1 without memory.
int ctl_font_shape(
  ctl_font *font, const uint32_t *text, int length, int start, int count, uint32_t script, int is_right_to_left,
  const ctl_glyph **glyphs);

/// A piece of an outline: `points` of them count, control points before the end.
typedef struct {
  int32_t points;
  int32_t is_move;
  int32_t x[3], y[3];
} ctl_segment;

/// A glyph's outline in halves of units of the font, y upwards, contours closed without saying so, outer ones clockwise
/// as TrueType has them, or the other way as PostScript does.
///
/// Returns how many segments, 0 for a glyph without an outline, or -1 without memory or where the glyph is damaged.
int ctl_font_outline(ctl_font *font, uint32_t glyph, const ctl_segment **segments, int *is_counterclockwise);

/// The script of a character: its ISO 15924 tag, such as 'Latn'; 'Zyyy' is common to all, 'Zinh' taken from before.
uint32_t ctl_script(uint32_t character);

// Fonts as fontconfig lists them.

typedef struct ctl_list ctl_list;

/// All fonts, those first that come nearest to a family with properties such as `:bold`; NULL without memory or where
/// the properties cannot be read. `properties` may be NULL.
ctl_list *ctl_list_nearest(const char *family, const char *properties);
/// All fonts, with their names; NULL without memory.
ctl_list *ctl_list_all(void);
void ctl_list_free(ctl_list *list);

int ctl_list_count(const ctl_list *list);
/// The n-th value of a property such as `family`, `fullname`, `postscriptname` or `file`; NULL beyond the last.
const char *ctl_list_text(const ctl_list *list, int font, const char *property, int n);
/// The face and instance, as `ctl_font_open` takes them.
uint32_t ctl_list_face(const ctl_list *list, int font);
/// Whether a font that `ctl_list_nearest` found has a character.
int ctl_list_has(const ctl_list *list, int font, uint32_t character);

#endif
