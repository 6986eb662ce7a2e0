#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "CPictureLibraries.h"

/// Whether a message is about memory that no system has: a damaged file can state so many elements.
static bool is_absurd(const char *message) {
  long elements, bytes;
  const char *numbers = strchr(message, '(');
  if (!numbers || sscanf(numbers, "(%ld elements of %ld bytes each)", &elements, &bytes) != 2) return false;
  return elements <= 0 || bytes <= 0 || elements > LONG_MAX / bytes;
}

bool cpl_tiff_lacks_memory(const char *message) {
  // An insertion is one into a table of the library's.
  static const char *const words[] = {
    "memory", "No space ", "Cannot allocate", "Failed to allocate", "malloc(", "Insertion in"};
  if (strstr(message, "limit")) return false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (strstr(message, words[i])) return !is_absurd(message);
  }
  return false;
}
