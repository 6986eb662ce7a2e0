// Rows of a picture to raw deflate, a band at a time: each band is independent of the others, so that threads share them.
#ifndef PAINT_DEFLATER_H
#define PAINT_DEFLATER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Where a deflater searches for repeats.
typedef enum deflate_search {
  /// Runs of one byte: for filtered photographs, in which chance repeats take more bits than their bytes.
  SEARCH_RUNS,
  /// The last place with the same four bytes, and few places where nothing repeats.
  SEARCH_ONE,
  /// Several places with the same bytes.
  SEARCH_CHAINS,
  /// The same, and of all ways to divide the bytes into matches and literals the one that takes the fewest bits.
  SEARCH_PRICES,
} deflate_search;

/// How hard it searches there.
typedef struct deflate_effort {
  deflate_search search;
  /// Of chains and prices: how many places are compared, and the length that ends the search.
  int depth;
  size_t enough;
  /// Of prices: how often the bytes are divided, each time with the prices of the time before.
  int rounds;
  /// Of chains: whether the match that begins a byte later is tried, too.
  bool lazy;
  /// Of chains: two distances that are tried first, of the pixel before and the row above.
  size_t pixel, row;
} deflate_effort;

/// The memory that a deflater works in; for one thread at a time.
typedef struct deflater deflater;

/// A deflater; NULL without memory.
deflater *deflater_create(void);
/// Frees the deflater; NULL is fine.
void deflater_destroy(deflater *deflater);

/// The most bytes that `deflater_run` writes for `count` bytes.
size_t deflater_limit(size_t count);
/// Deflates `count` bytes, after which 8 more are readable, to whole bytes at `output`, and returns how many. A last band
/// ends the stream; another one ends with an empty stored block, as after zlib's Z_SYNC_FLUSH.
size_t deflater_run(
  deflater *deflater, const uint8_t *bytes, size_t count, deflate_effort effort, bool last, uint8_t *output);
#endif
