// Libraries of the system that are loaded with dlopen while the program runs.
#ifndef CLOADING_H
#define CLOADING_H

#include <pthread.h>
#include <stdbool.h>

/// CL_REFUSED: the system refused to open it, for example because too many files are open.
enum { CL_LOADED = 0, CL_NOT_INSTALLED = 1, CL_WRONG_VERSION = 2, CL_REFUSED = 3 };

/// A library: its file, how its functions are looked up, and whether its version is one that the headers fit.
typedef struct {
  const char *file;
  /// Fills the table of functions; false if one is missing.
  bool (*look_up)(void *opened);
  /// NULL if every version with these functions is.
  bool (*is_right)(void);
  /// What is to be done before it is loaded; NULL for nothing.
  void (*prepare)(void);
  pthread_mutex_t lock;
  /// Whether the result is final; the system may have what it lacked when it is tried again.
  bool is_tried;
  /// The result of the last try, and the reason if the system refused it.
  int result, error;
} cl_library;

#define CL_LOCK .lock = PTHREAD_MUTEX_INITIALIZER

/// Loads a library, once unless the system refuses it, without making its symbols visible to others.
int cl_load(cl_library *library);
/// The system's reason, as in errno, for the last CL_REFUSED; 0 if there was none.
int cl_load_error(cl_library *library);

#endif
