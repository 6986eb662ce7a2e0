// The search for matches by prices: of all ways to divide bytes into matches and literals, the one of the fewest bits.
#ifndef PAINT_MATCH_PRICES_H
#define PAINT_MATCH_PRICES_H
#include "DeflaterState.h"

/// The memory of the search; NULL without memory. `free` frees it.
match_prices *match_prices_create(void);
/// Searches up to `stop`, at most `LAST_PART_BYTES` further, where `at` is then.
void match_cheaply(deflater *deflater, const uint8_t *bytes, size_t stop, size_t count, deflate_effort effort);
#endif
