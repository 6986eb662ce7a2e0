// Tables of functions that are looked up by name: X(name) for each. Their types are those of the library's own header, so
// that a call that does not match it cannot compile.
#ifndef CPL_LOADEDLIBRARY_H
#define CPL_LOADEDLIBRARY_H

#include <dlfcn.h>
#include <stdbool.h>

#define CPL_DECLARE(name) __typeof__(&name) name;
#define CPL_LOOK_UP(name) \
  *(void **)&table->name = dlsym(library, #name); \
  if (!table->name) return false;

#define CPL_TEXT_OF(number) #number
#define CPL_TEXT(number) CPL_TEXT_OF(number)

#if defined(__APPLE__)
#define CPL_FILE(name, version) "lib" name "." version ".dylib"
#else
#define CPL_FILE(name, version) "lib" name ".so." version
#endif

#endif
