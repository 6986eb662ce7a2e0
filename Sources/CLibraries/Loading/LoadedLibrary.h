// Tables of functions that are looked up by name: X(name) for each. Their types are those of the library's own header, so
// that a call that does not match it cannot compile.
#ifndef CL_LOADEDLIBRARY_H
#define CL_LOADEDLIBRARY_H

#include <dlfcn.h>
#include <stdbool.h>

#define CL_DECLARE(name) __typeof__(&name) name;
#define CL_LOOK_UP(name) \
  *(void **)&table->name = dlsym(library, #name); \
  if (!table->name) return false;

#define CL_TEXT_OF(number) #number
#define CL_TEXT(number) CL_TEXT_OF(number)

#if defined(__APPLE__)
#define CL_FILE(name, version) "lib" name "." version ".dylib"
#else
#define CL_FILE(name, version) "lib" name ".so." version
#endif

#endif
