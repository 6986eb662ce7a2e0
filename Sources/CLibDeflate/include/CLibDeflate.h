// libdeflate, which paint-bench compares the tiles' inflater with. It is loaded when asked for, and is there only where its
// header was installed at build; nothing else needs it.
#ifndef CLIBDEFLATE_H
#define CLIBDEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads libdeflate; false where it or its header is missing.
bool cld_load(void);

/// Inflates raw deflate that ends between two blocks, of which none is the last, to exactly `length` bytes; false if it is
/// anything else, or longer than 8,192 bytes. `cld_load` must have returned true. For one thread at a time.
bool cld_inflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t length);

#endif
