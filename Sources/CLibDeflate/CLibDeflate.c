#include "CLibDeflate.h"

#if __has_include(<libdeflate.h>)

#include <dlfcn.h>
#include <libdeflate.h>
#include <string.h>

static struct libdeflate_decompressor *decompressor;
static __typeof__(&libdeflate_deflate_decompress_ex) decompress;

bool cld_load(void) {
  void *library = dlopen("libdeflate.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  __typeof__(&libdeflate_alloc_decompressor) allocate;
  *(void **)&allocate = dlsym(library, "libdeflate_alloc_decompressor");
  *(void **)&decompress = dlsym(library, "libdeflate_deflate_decompress_ex");
  if (!allocate || !decompress) return false;
  decompressor = allocate();
  return decompressor;
}

bool cld_inflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t length) {
  // libdeflate needs a last block, which tiles do not have: an empty one is appended to a copy.
  static uint8_t copy[8192 + 2];
  if (count > 8192) return false;
  memcpy(copy, bytes, count);
  copy[count] = 3;
  copy[count + 1] = 0;
  size_t read = 0, written = 0;
  return decompress(decompressor, copy, count + 2, output, length, &read, &written) == LIBDEFLATE_SUCCESS &&
         read == count + 2 && written == length;
}

#else

bool cld_load(void) { return false; }

bool cld_inflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t length) { return false; }

#endif
