// What is used of fontconfig's interface.
#ifndef FONTCONFIG_H
#define FONTCONFIG_H

#include <stdint.h>

#include "LoadedLibrary.h"

typedef struct {
  int count, capacity;
  void **fonts;
} fc_font_set;

enum { FC_MATCH_PATTERN = 0, FC_RESULT_MATCH = 0, FC_FALSE = 0 };

#define FONTCONFIG_FUNCTIONS(X) \
  X(int, FcInit, (void)) \
  X(void *, FcPatternCreate, (void)) \
  X(void, FcPatternDestroy, (void *pattern)) \
  X(void *, FcNameParse, (const unsigned char *name)) \
  X(int, FcPatternAddString, (void *pattern, const char *object, const unsigned char *text)) \
  X(int, FcPatternGetString, (const void *pattern, const char *object, int n, unsigned char **text)) \
  X(int, FcPatternGetInteger, (const void *pattern, const char *object, int n, int *number)) \
  X(int, FcPatternGetCharSet, (const void *pattern, const char *object, int n, void **set)) \
  X(int, FcCharSetHasChar, (const void *set, uint32_t character)) \
  X(int, FcConfigSubstitute, (void *config, void *pattern, int kind)) \
  X(void, FcDefaultSubstitute, (void *pattern)) \
  X(fc_font_set *, FcFontSort, (void *config, void *pattern, int trim, void **set, int *result)) \
  X(fc_font_set *, FcFontList, (void *config, void *pattern, void *objects)) \
  X(void, FcFontSetDestroy, (fc_font_set *set)) \
  X(void *, FcObjectSetCreate, (void)) \
  X(int, FcObjectSetAdd, (void *objects, const char *object)) \
  X(void, FcObjectSetDestroy, (void *objects))

typedef struct {
  FONTCONFIG_FUNCTIONS(CTL_DECLARE)
} fontconfig_table;

#endif
