// A picture's bytes, for the files of this target.
#ifndef CPL_SOURCE_H
#define CPL_SOURCE_H

#include "CPictureLibraries.h"

enum { CPL_SOURCE_BUFFER = 64 * 1024 };

struct cpl_source {
  int fd;  // -1: all bytes are in the buffer
  uint8_t *buffer;
  size_t capacity, start, end;
  int error_number;
  uint64_t reads_to_failure;  // for tests; 0 for none
  bool has_ended;
  int64_t base;   // where the picture begins in a regular file, or -1
  uint64_t size;  // of a regular file, from its base on
};

/// Lends the buffered bytes, at least one unless they have ended, and takes them.
size_t cpl_source_take(cpl_source *source, const uint8_t **bytes);
/// Whether any place can be read with `cpl_source_read_at`: of memory or a regular file.
bool cpl_source_is_random(const cpl_source *source);
/// All bytes of the picture, if `cpl_source_is_random`.
uint64_t cpl_source_size(const cpl_source *source);
/// Reads bytes at a place counted from the picture's first byte, if `cpl_source_is_random`; fewer mean the end or an error.
size_t cpl_source_read_at(cpl_source *source, uint64_t place, uint8_t *bytes, size_t count);

#endif
