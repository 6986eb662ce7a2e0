// fopencookie
#define _GNU_SOURCE

#include "Quiet.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "CPictureLibraries.h"

static atomic_bool is_wanted;
static atomic_int decodings;

void cpl_hide_messages(void) { atomic_store(&is_wanted, true); }

static ssize_t write_or_hide(void *cookie, const char *bytes, size_t count) {
  (void)cookie;
  if (atomic_load(&decodings) > 0) return (ssize_t)count;
  size_t done = 0;
  while (done < count) {
    const ssize_t part = write(STDERR_FILENO, bytes + done, count - done);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) return 0;
    done += (size_t)part;
  }
  return (ssize_t)count;
}

static void replace_stream(void) {
  FILE *file = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_or_hide});
  if (!file) return;
  setvbuf(file, NULL, _IONBF, 0);
  // A variable, which glibc's manual allows to be set.
  stderr = file;
}

void cpl_prepare_quiet(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (atomic_load(&is_wanted)) pthread_once(&once, replace_stream);
}

void cpl_begin_quiet(void) { atomic_fetch_add(&decodings, 1); }
void cpl_end_quiet(void) { atomic_fetch_sub(&decodings, 1); }
