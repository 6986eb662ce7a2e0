// libdeflate, which paint-bench compares with the inflater for tiles. It is loaded on demand, and only available if its
// header was installed at build time; nothing else needs it.
#ifndef CLIBDEFLATE_H
#define CLIBDEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads libdeflate; false if it or its header is missing.
bool cld_load(void);

/// Inflates raw deflate data that ends between two blocks, none of which is the last, to exactly `length` bytes. False
/// for any other data, or more than 8,192 bytes. `cld_load` must have returned true. For one thread at a time.
bool cld_inflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t length);

#endif
