// Tables of functions that are looked up by name: X(result, name, parameters) for each.
#ifndef LOADEDLIBRARY_H
#define LOADEDLIBRARY_H

#include <dlfcn.h>
#include <stdbool.h>

#define CTL_DECLARE(result, name, parameters) result (*name) parameters;
#define CTL_LOOK_UP(result, name, parameters) \
  *(void **)&table->name = dlsym(library, #name); \
  if (!table->name) return false;

/// Opens a library of the system, without what it exports becoming visible to others.
static inline void *ctl_open_library(const char *name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }

#if defined(__APPLE__)
#define CTL_LIBRARY(name, version) "lib" name "." version ".dylib"
#else
#define CTL_LIBRARY(name, version) "lib" name ".so." version
#endif

#endif
