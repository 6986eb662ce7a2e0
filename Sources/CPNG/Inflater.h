// Inflates a zlib stream (RFC 1950, RFC 1951), a piece of input at a time.
//
// It agrees with zlib's `inflate` not only in the bytes but in when it stops: how much output a piece of input gives, how
// much of it is consumed, and which call reports which error. So a reader that calls it as libpng calls zlib has libpng's
// verdict on every damaged file. The one freedom that it takes cannot be observed: inside a piece, it may run ahead of the
// output that was asked for.
#ifndef PAINT_INFLATER_H
#define PAINT_INFLATER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "InflateTable.h"

enum {
  INFLATER_WINDOW = 32768,
  // Bytes after the output that copies of matches may write.
  INFLATER_SLACK = 320,
};

typedef enum inflate_result {
  INFLATE_OK,      // the output is there, or the piece is consumed
  INFLATE_ENDED,   // the stream is complete and its checksum right
  INFLATE_FAILED,  // `message` is zlib's
} inflate_result;

typedef enum inflate_state {
  INFLATE_HEADER,
  INFLATE_DICTIONARY,
  INFLATE_BLOCK,
  INFLATE_STORED,
  INFLATE_STORED_BYTES,
  INFLATE_COUNTS,
  INFLATE_LENGTH_CODE,
  INFLATE_LENGTHS,
  INFLATE_SYMBOLS,
  INFLATE_CHECK,
  INFLATE_END,
  INFLATE_BAD,
} inflate_state;

typedef struct inflater {
  inflate_state state;
  bool is_started, is_last_block;
  const char *message;
  const uint8_t *in, *in_end;  // of the current piece, not consumed yet
  uint64_t bits;               // read ahead of `in`; those above the lowest `bit_count` are 0
  unsigned bit_count;
  uint64_t window;         // the header's
  int pending_literal;     // decoded before there was space for it, or -1
  uint32_t pending_match;  // the length of a match, or of the rest of one, likewise; or 0
  uint32_t pending_distance;
  uint32_t stored;  // bytes left of a stored block
  unsigned literal_count, distance_count, length_code_count, lengths_read;
  uint8_t lengths[320];

  uint8_t *buffer;  // 32 KiB of what was taken, then what was not
  uint8_t *taken;   // up to here
  uint8_t *summed;  // `sum` is of the stream up to here
  uint8_t *out;     // up to here there is output
  uint8_t *end;     // of the buffer, without the slack
  uint64_t total;   // bytes of output before `buffer`
  uint32_t sum;

  uint32_t literals[LITERAL_TABLE_ENTRIES];
  uint32_t distances[DISTANCE_TABLE_ENTRIES];
  uint32_t length_codes[LENGTH_CODE_TABLE_ENTRIES];
} inflater;

/// Prepares to inflate a stream whose output is taken in parts of at most `part` bytes; false without memory.
bool inflater_open(inflater *self, size_t part);
void inflater_close(inflater *self);

/// The bytes of output so far.
static inline uint64_t inflater_produced(const inflater *self) {
  return self->total + (uint64_t)(self->out - self->buffer);
}

/// The bytes of output that were not taken.
static inline size_t inflater_available(const inflater *self) { return (size_t)(self->out - self->taken); }

/// Ensures that a part fits behind what was taken.
void inflater_make_room(inflater *self, size_t part);

/// Inflates until there are `part` bytes to take and everything behind them that needs no space is processed, or the piece
/// of input is consumed. There must be room for the part.
///
/// - `ahead`: how many bytes behind the part may be inflated as well, within the piece, if that is faster.
/// - `call_start`: the output before the present call of zlib; a distance may reach over that of this call and one window.
inflate_result inflater_run(inflater *self, size_t part, uint64_t ahead, uint64_t call_start);

/// The fast loop: whole symbols, while some bytes of the piece and room for the longest match before `limit` are left. It
/// stops before a symbol that ends the block or is wrong, and never consumes the whole piece. Only between symbols
/// (InflaterLoop.c).
void inflater_run_fast(inflater *self, uint8_t *limit);
#endif
