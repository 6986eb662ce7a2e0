#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

#include "CLoading.h"
#include "CTextLibraries.h"
#include "Libraries.h"

harfbuzz_table ctl_harfbuzz;
freetype_table ctl_freetype;
fontconfig_table ctl_fontconfig;

static bool look_up_harfbuzz(void *library) {
  harfbuzz_table *table = &ctl_harfbuzz;
  HARFBUZZ_FUNCTIONS(CL_LOOK_UP)
  *(void **)&table->hb_font_set_var_named_instance = dlsym(library, "hb_font_set_var_named_instance");
  return true;
}

static bool look_up_freetype(void *library) {
  freetype_table *table = &ctl_freetype;
  FREETYPE_FUNCTIONS(CL_LOOK_UP)
  return true;
}

static bool look_up_fontconfig(void *library) {
  fontconfig_table *table = &ctl_fontconfig;
  FONTCONFIG_FUNCTIONS(CL_LOOK_UP)
  return true;
}

static cl_library libraries[CTL_LIBRARY_COUNT] = {
  [CTL_FREETYPE] = {CL_FILE("freetype", "6"), look_up_freetype, NULL, NULL, CL_LOCK},
  [CTL_HARFBUZZ] = {CL_FILE("harfbuzz", "0"), look_up_harfbuzz, NULL, NULL, CL_LOCK},
  [CTL_FONTCONFIG] = {CL_FILE("fontconfig", "1"), look_up_fontconfig, NULL, NULL, CL_LOCK},
};

/// 0, or the reason why not some more files can be open.
///
/// fontconfig reads on without the files of its configuration that it cannot open, and then chooses other fonts.
static int lack_of_descriptors(void) {
  int spare[8], count = 0, error = 0;
  while (count < 8 && !error) {
    spare[count] = open("/", O_RDONLY | O_CLOEXEC);
    if (spare[count] < 0) error = errno; else count++;
  }
  while (count > 0) close(spare[--count]);
  return error;
}

static pthread_mutex_t configuration_lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_configured;
static int configuration_error;

static int configure(void) {
  pthread_mutex_lock(&configuration_lock);
  if (!is_configured) {
    configuration_error = lack_of_descriptors();
    // It fails only without memory.
    if (!configuration_error && !ctl_fontconfig.FcInit()) configuration_error = ENOMEM;
    is_configured = configuration_error == 0;
  }
  const int result = is_configured ? CTL_LOADED : CTL_REFUSED;
  pthread_mutex_unlock(&configuration_lock);
  return result;
}

int ctl_load(int library) {
  const int result = cl_load(&libraries[library]);
  return result == CL_LOADED && library == CTL_FONTCONFIG ? configure() : result;
}

int ctl_load_error(int library) {
  const int error = cl_load_error(&libraries[library]);
  if (error || library != CTL_FONTCONFIG) return error;
  pthread_mutex_lock(&configuration_lock);
  const int result = configuration_error;
  pthread_mutex_unlock(&configuration_lock);
  return result;
}
