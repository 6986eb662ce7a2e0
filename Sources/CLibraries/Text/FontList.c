#include <stdlib.h>

#include "CTextLibraries.h"
#include "Libraries.h"

struct ctl_list {
  FcFontSet *set;
  /// What was asked for; NULL for all fonts.
  FcPattern *pattern;
};

static ctl_list *list_of(FcFontSet *set, FcPattern *pattern) {
  ctl_list *list = set ? malloc(sizeof *list) : NULL;
  if (!list) {
    if (set) ctl_fontconfig.FcFontSetDestroy(set);
    if (pattern) ctl_fontconfig.FcPatternDestroy(pattern);
    return NULL;
  }
  *list = (ctl_list){set, pattern};
  return list;
}

ctl_list *ctl_list_nearest(const char *family, const char *properties) {
  const fontconfig_table *fc = &ctl_fontconfig;
  FcPattern *pattern = properties ? fc->FcNameParse((const FcChar8 *)properties) : fc->FcPatternCreate();
  if (!pattern) return NULL;
  fc->FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)family);
  fc->FcConfigSubstitute(NULL, pattern, FcMatchPattern);
  fc->FcDefaultSubstitute(pattern);
  FcResult result;
  // Not trimmed: one of two files of a font may have an unsupported format.
  FcFontSet *set = fc->FcFontSort(NULL, pattern, FcFalse, NULL, &result);
  return list_of(set, pattern);
}

ctl_list *ctl_list_all(void) {
  static const char *const objects[] = {FC_FAMILY, FC_STYLE, FC_FULLNAME, FC_POSTSCRIPT_NAME, FC_FILE, FC_INDEX,
                                        FC_WEIGHT, FC_SLANT, FC_WIDTH, FC_SPACING, FC_FONTFORMAT};
  const fontconfig_table *fc = &ctl_fontconfig;
  FcPattern *pattern = fc->FcPatternCreate();
  FcObjectSet *set = fc->FcObjectSetCreate();
  FcFontSet *fonts = NULL;
  if (pattern && set) {
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) fc->FcObjectSetAdd(set, objects[i]);
    fonts = fc->FcFontList(NULL, pattern, set);
  }
  if (set) fc->FcObjectSetDestroy(set);
  if (pattern) fc->FcPatternDestroy(pattern);
  return list_of(fonts, NULL);
}

void ctl_list_free(ctl_list *list) {
  if (!list) return;
  ctl_fontconfig.FcFontSetDestroy(list->set);
  if (list->pattern) ctl_fontconfig.FcPatternDestroy(list->pattern);
  free(list);
}

int ctl_list_count(const ctl_list *list) { return list->set->nfont; }

const char *ctl_list_text(const ctl_list *list, int font, const char *property, int n) {
  FcChar8 *text = NULL;
  const FcResult result = ctl_fontconfig.FcPatternGetString(list->set->fonts[font], property, n, &text);
  return result == FcResultMatch ? (const char *)text : NULL;
}

int ctl_list_number(const ctl_list *list, int font, const char *property, int *number) {
  return ctl_fontconfig.FcPatternGetInteger(list->set->fonts[font], property, 0, number) == FcResultMatch;
}

ctl_synthesis ctl_list_synthesis(const ctl_list *list, int font) {
  const fontconfig_table *fc = &ctl_fontconfig;
  ctl_synthesis result = {0, 1 << 16, 0, 0, 1 << 16};
  // Only this applies the rules for what is found, which ask for artificial styles.
  FcPattern *found = list->pattern ? fc->FcFontRenderPrepare(NULL, list->pattern, list->set->fonts[font]) : NULL;
  if (!found) return result;
  FcBool emboldens = FcFalse;
  if (fc->FcPatternGetBool(found, FC_EMBOLDEN, 0, &emboldens) == FcResultMatch) result.emboldens = emboldens == FcTrue;
  FcMatrix *matrix = NULL;
  if (fc->FcPatternGetMatrix(found, FC_MATRIX, 0, &matrix) == FcResultMatch) {
    const double values[] = {matrix->xx, matrix->xy, matrix->yx, matrix->yy};
    int32_t fixed[4];
    int is_sane = 1;
    for (int i = 0; i < 4; i++) {
      is_sane &= values[i] > -64 && values[i] < 64;
      fixed[i] = is_sane ? (int32_t)(values[i] * 65536) : 0;
    }
    if (is_sane) result = (ctl_synthesis){result.emboldens, fixed[0], fixed[1], fixed[2], fixed[3]};
  }
  fc->FcPatternDestroy(found);
  return result;
}

uint32_t ctl_list_face(const ctl_list *list, int font) {
  int face = 0;
  const FcResult result = ctl_fontconfig.FcPatternGetInteger(list->set->fonts[font], FC_INDEX, 0, &face);
  return result == FcResultMatch ? (uint32_t)face : 0;
}

int ctl_list_fits(const ctl_list *list, int font, const char *properties) {
  const fontconfig_table *fc = &ctl_fontconfig;
  const char *file = ctl_list_text(list, font, FC_FILE, 0);
  int face = 0;
  if (!file || !ctl_list_number(list, font, FC_INDEX, &face)) return 1;
  FcPattern *pattern = fc->FcNameParse((const FcChar8 *)properties);
  FcObjectSet *set = fc->FcObjectSetCreate();
  FcFontSet *fonts = NULL;
  if (pattern && set && fc->FcPatternAddString(pattern, FC_FILE, (const FcChar8 *)file) &&
      fc->FcPatternAddInteger(pattern, FC_INDEX, face) && fc->FcObjectSetAdd(set, FC_FILE))
    fonts = fc->FcFontList(NULL, pattern, set);
  const int fits = !fonts || fonts->nfont > 0;
  if (fonts) fc->FcFontSetDestroy(fonts);
  if (set) fc->FcObjectSetDestroy(set);
  if (pattern) fc->FcPatternDestroy(pattern);
  return fits;
}

int ctl_list_has(const ctl_list *list, int font, uint32_t character) {
  FcCharSet *set = NULL;
  const FcResult result = ctl_fontconfig.FcPatternGetCharSet(list->set->fonts[font], FC_CHARSET, 0, &set);
  return result == FcResultMatch && ctl_fontconfig.FcCharSetHasChar(set, character);
}
