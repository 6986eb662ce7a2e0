#include "CLoading.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

/// Why the system, and not the library, is the reason that `dlopen` failed; 0 if it is not.
///
/// The linker has no function that tells, but its message ends with the system's text. `errno` cannot be used, because
/// it is that of the last folder, or of freeing memory.
static int system_error(void) {
  const char *message = dlerror();
  if (!message) return 0;
  // The second text is the beginning of the first in some C libraries.
  static const int errors[] = {ENFILE, EMFILE, ENOMEM, EIO};
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (strstr(message, strerror(errors[i]))) return errors[i];
  // Its own messages about memory; glibc gives no reason for those about segments.
  static const char *const texts[] = {
    "out of memory", "cannot allocate", "failed to map segment", "cannot map zero-fill pages",
    "cannot create shared object descriptor", "cannot change memory protections",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (strstr(message, texts[i])) return ENOMEM;
  return 0;
}

static void load(cl_library *library) {
  if (library->prepare) library->prepare();
  void *opened = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
  library->error = 0;
  if (opened) {
    const bool fits = library->look_up(opened) && (!library->is_right || library->is_right());
    library->result = fits ? CL_LOADED : CL_WRONG_VERSION;
  } else {
    library->error = system_error();
    library->result = library->error ? CL_REFUSED : CL_NOT_INSTALLED;
  }
  library->is_tried = library->result != CL_REFUSED;
}

int cl_load(cl_library *library) {
  pthread_mutex_lock(&library->lock);
  if (!library->is_tried) load(library);
  const int result = library->result;
  pthread_mutex_unlock(&library->lock);
  return result;
}

int cl_load_error(cl_library *library) {
  pthread_mutex_lock(&library->lock);
  const int error = library->error;
  pthread_mutex_unlock(&library->lock);
  return error;
}
