// HarfBuzz, FreeType and fontconfig behind a few functions, loaded with dlopen when one of them is first called, so
// that other commands do not pay for them. They need not be installed to run the program; their headers are needed to
// build it.
//
// A library must be loaded, with the result CTL_LOADED, before other functions that use it are called. Results of a
// font are valid until the next call with that font; a font is for one thread at a time.
#ifndef CTEXTLIBRARIES_H
#define CTEXTLIBRARIES_H

#include <stdint.h>

// HarfBuzz's own file needs FreeType: load that first, so that the error names it if it is missing.
enum { CTL_FREETYPE, CTL_HARFBUZZ, CTL_FONTCONFIG, CTL_LIBRARY_COUNT };

/// CTL_REFUSED: the system refused to open it, for example because too many files are open.
enum { CTL_LOADED = 0, CTL_NOT_INSTALLED = 1, CTL_WRONG_VERSION = 2, CTL_REFUSED = 3 };

/// Loads a library, once unless the system refuses it.
int ctl_load(int library);
/// The system's reason, as in errno, for the last CTL_REFUSED.
int ctl_load_error(int library);

// A font: one face of a file, shaped by HarfBuzz, its outlines read by FreeType.

typedef struct ctl_font ctl_font;

enum {
  CTL_FONT_OPENED = 0,
  CTL_FONT_UNREADABLE = 1,
  CTL_FONT_IS_NONE = 2,
  CTL_FONT_HAS_NO_OUTLINES = 3,
  CTL_FONT_IS_TOO_LARGE = 4,
  CTL_FONT_LACKS_MEMORY = 5
};

/// The largest file that is read as a font, in bytes: several times the size of those for Chinese and Japanese.
enum { CTL_FONT_BYTES_LIMIT = 64 << 20 };

/// How a style that a family lacks is made of another face: bolder outlines, then a matrix of 65,536ths.
typedef struct {
  int32_t emboldens, xx, xy, yx, yy;
} ctl_synthesis;

/// Opens a face: its number in the file, plus 65,536 times the number of a variable font's named instance.
///
/// After CTL_FONT_UNREADABLE, `error` is the system's reason, as in errno.
int ctl_font_open(const char *path, uint32_t face, ctl_synthesis synthesis, ctl_font **font, int *error);
/// Whether such a reason means that there is no such file, and not that it cannot be read.
int ctl_means_no_file(int error);
void ctl_font_close(ctl_font *font);

/// Units of the font; y counts upwards, so that `descender` is negative if the font has parts below the baseline.
typedef struct {
  int32_t units_per_em, ascender, descender, line_distance;
} ctl_metrics;

ctl_metrics ctl_font_metrics(const ctl_font *font);
/// The glyph of a single character; 0 if the font lacks it.
uint32_t ctl_font_glyph(ctl_font *font, uint32_t character);

/// A shaped glyph in units of the font; `cluster` is the index of its first character in the text.
typedef struct {
  uint32_t glyph, cluster;
  int32_t x_advance, y_advance, x_offset, y_offset;
} ctl_glyph;

/// Shapes `count` characters from `start` on, which have one script and one direction, in the context of the whole text.
///
/// Glyphs are in order from left to right. Returns their number, or -1 without memory.
int ctl_font_shape(
  ctl_font *font, const uint32_t *text, int length, int start, int count, uint32_t script, int is_right_to_left,
  const ctl_glyph **glyphs);

/// A piece of an outline; the first `points` points are used, control points before the end point.
typedef struct {
  int32_t points;
  int32_t is_move;
  int32_t x[3], y[3];
} ctl_segment;

/// A glyph's outline in halves of units of the font, y upwards, with implicitly closed contours. Outer contours are
/// clockwise as in TrueType, or counterclockwise as in PostScript.
///
/// Returns the number of segments, 0 for a glyph without an outline, or one of these.
enum { CTL_OUTLINE_IS_DAMAGED = -1, CTL_OUTLINE_LACKS_MEMORY = -2 };
int ctl_font_outline(ctl_font *font, uint32_t glyph, const ctl_segment **segments, int *is_counterclockwise);

/// The script of a character: its ISO 15924 tag, such as 'Latn'; 'Zyyy' is common to all, 'Zinh' inherited from the previous character.
uint32_t ctl_script(uint32_t character);

// Lists of fonts from fontconfig.

typedef struct ctl_list ctl_list;

/// All fonts, the nearest to a family with properties such as `:bold` first; NULL without memory or if the properties
/// cannot be parsed. `properties` may be NULL.
ctl_list *ctl_list_nearest(const char *family, const char *properties);
/// All fonts, with their names; NULL without memory.
ctl_list *ctl_list_all(void);
void ctl_list_free(ctl_list *list);

int ctl_list_count(const ctl_list *list);
/// The n-th value of a property such as `family`, `fullname`, `postscriptname` or `file`; NULL beyond the last.
const char *ctl_list_text(const ctl_list *list, int font, const char *property, int n);
/// The face and instance, as `ctl_font_open` takes them.
uint32_t ctl_list_face(const ctl_list *list, int font);
/// A property such as `weight` that is a whole number; 0 if the font has no such number.
int ctl_list_number(const ctl_list *list, int font, const char *property, int *number);
/// Whether a font has properties such as `:lang=ja`, as fontconfig lists fonts; also 1 without memory.
int ctl_list_fits(const ctl_list *list, int font, const char *properties);
/// How fontconfig would have a font that `ctl_list_nearest` found changed for the properties.
ctl_synthesis ctl_list_synthesis(const ctl_list *list, int font);
/// Whether a font that `ctl_list_nearest` found has a character.
int ctl_list_has(const ctl_list *list, int font, uint32_t character);

#endif
