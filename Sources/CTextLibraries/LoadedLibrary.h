// Tables of functions that are looked up by name: X(name) for each. Their types are those of the library's own header,
// so a call that does not match it does not compile.
#ifndef CTL_LOADEDLIBRARY_H
#define CTL_LOADEDLIBRARY_H

#include <dlfcn.h>
#include <stdbool.h>

#define CTL_DECLARE(name) __typeof__(&name) name;
#define CTL_LOOK_UP(name) \
  *(void **)&table->name = dlsym(library, #name); \
  if (!table->name) return false;

#if defined(__APPLE__)
#define CTL_FILE(name, version) "lib" name "." version ".dylib"
#else
#define CTL_FILE(name, version) "lib" name ".so." version
#endif

#endif
