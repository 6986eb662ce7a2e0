#include <stdlib.h>

#include "CTextLibraries.h"
#include "Libraries.h"

struct ctl_list {
  fc_font_set *set;
};

static ctl_list *list_of(fc_font_set *set) {
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
  void *pattern = properties ? fc->FcNameParse((const unsigned char *)properties) : fc->FcPatternCreate();
  if (!pattern) return NULL;
  fc->FcPatternAddString(pattern, "family", (const unsigned char *)family);
  fc->FcConfigSubstitute(NULL, pattern, FC_MATCH_PATTERN);
  fc->FcDefaultSubstitute(pattern);
  int result;
  // Not trimmed: of two files of one font, one may be of a kind that cannot be used.
  fc_font_set *set = fc->FcFontSort(NULL, pattern, FC_FALSE, NULL, &result);
  fc->FcPatternDestroy(pattern);
  return list_of(set);
}

ctl_list *ctl_list_all(void) {
  static const char *const objects[] = {"family", "fullname", "postscriptname", "file", "index"};
  const fontconfig_table *fc = &ctl_fontconfig;
  void *pattern = fc->FcPatternCreate();
  void *set = fc->FcObjectSetCreate();
  fc_font_set *fonts = NULL;
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

int ctl_list_count(const ctl_list *list) { return list->set->count; }

const char *ctl_list_text(const ctl_list *list, int font, const char *property, int n) {
  unsigned char *text = NULL;
  const int result = ctl_fontconfig.FcPatternGetString(list->set->fonts[font], property, n, &text);
  return result == FC_RESULT_MATCH ? (const char *)text : NULL;
}

uint32_t ctl_list_face(const ctl_list *list, int font) {
  int face = 0;
  const int result = ctl_fontconfig.FcPatternGetInteger(list->set->fonts[font], "index", 0, &face);
  return result == FC_RESULT_MATCH ? (uint32_t)face : 0;
}

int ctl_list_has(const ctl_list *list, int font, uint32_t character) {
  void *set = NULL;
  const int result = ctl_fontconfig.FcPatternGetCharSet(list->set->fonts[font], "charset", 0, &set);
  return result == FC_RESULT_MATCH && ctl_fontconfig.FcCharSetHasChar(set, character);
}
