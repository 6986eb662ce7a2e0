// The functions of fontconfig that are used.
#ifndef CTL_FONTCONFIG_H
#define CTL_FONTCONFIG_H

#include <fontconfig/fontconfig.h>

#include "../Loading/LoadedLibrary.h"

#define FONTCONFIG_FUNCTIONS(X) \
  X(FcInit) \
  X(FcPatternCreate) \
  X(FcPatternDestroy) \
  X(FcNameParse) \
  X(FcPatternAddString) \
  X(FcPatternAddInteger) \
  X(FcPatternGetString) \
  X(FcPatternGetInteger) \
  X(FcPatternGetBool) \
  X(FcPatternGetMatrix) \
  X(FcPatternGetCharSet) \
  X(FcCharSetHasChar) \
  X(FcConfigSubstitute) \
  X(FcDefaultSubstitute) \
  X(FcFontSort) \
  X(FcFontRenderPrepare) \
  X(FcFontList) \
  X(FcFontSetDestroy) \
  X(FcObjectSetCreate) \
  X(FcObjectSetAdd) \
  X(FcObjectSetDestroy)

typedef struct {
  FONTCONFIG_FUNCTIONS(CL_DECLARE)
} fontconfig_table;

#endif
