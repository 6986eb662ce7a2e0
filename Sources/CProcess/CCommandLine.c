#include "CCommandLine.h"

static int word_count;
static char *no_words[] = {0};
static char **words = no_words;

// The dynamic linker of glibc gives the words to each constructor.
__attribute__((constructor)) static void keep_words(int count, char **first) {
  word_count = count;
  words = first;
}

// Weak: should the library's object be linked for another of its symbols, its definition is used.
__attribute__((weak)) char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = word_count;
  return words;
}
