#include <stdlib.h>

#include "CTextLibraries.h"
#include "Libraries.h"

struct ctl_list {
  FcFontSet *set;
};

static ctl_list *list_of(FcFontSet *set) {
  if (!set) return NULL;
  ctl_list *list = malloc(sizeof *list);
  if (!list) {
    ctl_fontconfig.FcFontSetDestroy(set);
    return NULL;
  }
  list->set = set;
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
  fc->FcPatternDestroy(pattern);
  return list_of(set);
}

ctl_list *ctl_list_all(void) {
  static const char *const objects[] = {FC_FAMILY, FC_FULLNAME, FC_POSTSCRIPT_NAME, FC_FILE, FC_INDEX};
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
  return list_of(fonts);
}

void ctl_list_free(ctl_list *list) {
  if (!list) return;
  ctl_fontconfig.FcFontSetDestroy(list->set);
  free(list);
}

int ctl_list_count(const ctl_list *list) { return list->set->nfont; }

const char *ctl_list_text(const ctl_list *list, int font, const char *property, int n) {
  FcChar8 *text = NULL;
  const FcResult result = ctl_fontconfig.FcPatternGetString(list->set->fonts[font], property, n, &text);
  return result == FcResultMatch ? (const char *)text : NULL;
}

uint32_t ctl_list_face(const ctl_list *list, int font) {
  int face = 0;
  const FcResult result = ctl_fontconfig.FcPatternGetInteger(list->set->fonts[font], FC_INDEX, 0, &face);
  return result == FcResultMatch ? (uint32_t)face : 0;
}

int ctl_list_has(const ctl_list *list, int font, uint32_t character) {
  FcCharSet *set = NULL;
  const FcResult result = ctl_fontconfig.FcPatternGetCharSet(list->set->fonts[font], FC_CHARSET, 0, &set);
  return result == FcResultMatch && ctl_fontconfig.FcCharSetHasChar(set, character);
}
