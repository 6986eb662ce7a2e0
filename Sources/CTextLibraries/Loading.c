#include <pthread.h>

#include "CTextLibraries.h"
#include "Libraries.h"

harfbuzz_table ctl_harfbuzz;
freetype_table ctl_freetype;
fontconfig_table ctl_fontconfig;

static bool load_harfbuzz(harfbuzz_table *table) {
  void *library = ctl_open_library(CTL_LIBRARY("harfbuzz", "0"));
  if (!library) return false;
  HARFBUZZ_FUNCTIONS(CTL_LOOK_UP)
  *(void **)&table->hb_font_set_var_named_instance = dlsym(library, "hb_font_set_var_named_instance");
  return true;
}

static bool load_freetype(freetype_table *table) {
  void *library = ctl_open_library(CTL_LIBRARY("freetype", "6"));
  if (!library) return false;
  FREETYPE_FUNCTIONS(CTL_LOOK_UP)
  return true;
}

static bool load_fontconfig(fontconfig_table *table) {
  void *library = ctl_open_library(CTL_LIBRARY("fontconfig", "1"));
  if (!library) return false;
  FONTCONFIG_FUNCTIONS(CTL_LOOK_UP)
  return table->FcInit();
}

static int fonts_result, fontconfig_result;

static void load_fonts_once(void) {
  // FreeType first, because HarfBuzz's own file needs it: if it is missing, the error must name it.
  fonts_result = !load_freetype(&ctl_freetype)   ? CTL_NO_FREETYPE
                 : !load_harfbuzz(&ctl_harfbuzz) ? CTL_NO_HARFBUZZ
                                                 : CTL_LOADED;
}

static void load_fontconfig_once(void) {
  fontconfig_result = load_fontconfig(&ctl_fontconfig) ? CTL_LOADED : CTL_NO_FONTCONFIG;
}

int ctl_load_fonts(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_fonts_once);
  return fonts_result;
}

int ctl_load_fontconfig(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_fontconfig_once);
  return fontconfig_result;
}
