#include <errno.h>

#include "CLoading.h"
#include "CTextLibraries.h"
#include "Libraries.h"

harfbuzz_table ctl_harfbuzz;
freetype_table ctl_freetype;
fontconfig_table ctl_fontconfig;

static bool look_up_harfbuzz(void *library) {
  harfbuzz_table *table = &ctl_harfbuzz;
  HARFBUZZ_FUNCTIONS(CTL_LOOK_UP)
  *(void **)&table->hb_font_set_var_named_instance = dlsym(library, "hb_font_set_var_named_instance");
  return true;
}

static bool look_up_freetype(void *library) {
  freetype_table *table = &ctl_freetype;
  FREETYPE_FUNCTIONS(CTL_LOOK_UP)
  return true;
}

static bool look_up_fontconfig(void *library) {
  fontconfig_table *table = &ctl_fontconfig;
  FONTCONFIG_FUNCTIONS(CTL_LOOK_UP)
  return true;
}

static cl_library libraries[CTL_LIBRARY_COUNT] = {
  [CTL_FREETYPE] = {CTL_FILE("freetype", "6"), look_up_freetype, NULL, NULL, CL_LOCK},
  [CTL_HARFBUZZ] = {CTL_FILE("harfbuzz", "0"), look_up_harfbuzz, NULL, NULL, CL_LOCK},
  [CTL_FONTCONFIG] = {CTL_FILE("fontconfig", "1"), look_up_fontconfig, NULL, NULL, CL_LOCK},
};

int ctl_load(int library) {
  const int result = cl_load(&libraries[library]);
  if (result != CL_LOADED || library != CTL_FONTCONFIG) return result;
  // It does nothing when it has succeeded before, and fails only without memory.
  return ctl_fontconfig.FcInit() ? CTL_LOADED : CTL_REFUSED;
}

int ctl_load_error(int library) {
  const int error = cl_load_error(&libraries[library]);
  return error ? error : ENOMEM;
}
