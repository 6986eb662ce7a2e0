#include "Inflater.h"

#include <stdlib.h>
#include <string.h>

#include "AdlerSum.h"

enum {
  // What is inflated ahead: little enough to stay in a core's cache until it becomes pixels.
  AHEAD = 64 * 1024,
  LITTLE = 2 * 1024,
  FIXED_LITERALS = 288,
  FIXED_DISTANCES = 32,
  MOST_LITERALS = 286,
  MOST_DISTANCES = 30,
  LENGTH_CODES = 19,
  END = 256,
};

bool inflater_open(inflater *self, size_t part) {
  memset(self, 0, sizeof *self);
  const size_t capacity = INFLATER_WINDOW + part + AHEAD;
  self->buffer = malloc(capacity + INFLATER_SLACK);
  if (!self->buffer) return false;
  self->taken = self->summed = self->out = self->buffer;
  self->end = self->buffer + capacity;
  self->sum = 1;
  self->pending_literal = -1;
  return true;
}

void inflater_close(inflater *self) {
  free(self->buffer);
  self->buffer = NULL;
}

static void sum_output(inflater *self) {
  self->sum = adler_sum(self->sum, self->summed, (size_t)(self->out - self->summed));
  self->summed = self->out;
}

void inflater_make_room(inflater *self, size_t part) {
  // With so little space ahead, each part would be inflated symbol by symbol.
  if ((size_t)(self->end - self->taken) >= part + LITTLE) return;
  sum_output(self);
  // Of what was taken, or at least produced, the last window is needed.
  uint8_t *from = self->taken;
  if (self->out - from < INFLATER_WINDOW) {
    from = self->out - self->buffer > INFLATER_WINDOW ? self->out - INFLATER_WINDOW : self->buffer;
  }
  const size_t gone = (size_t)(from - self->buffer);
  memmove(self->buffer, from, (size_t)(self->out - from));
  self->total += gone;
  self->taken -= gone;
  self->summed -= gone;
  self->out -= gone;
}

/// Loads bits until there are `count` (at most 56), byte by byte: not one more than needed. False if the piece ends.
static bool need(inflater *self, unsigned count) {
  while (self->bit_count < count) {
    if (self->in == self->in_end) return false;
    self->bits |= (uint64_t)*self->in++ << self->bit_count;
    self->bit_count += 8;
  }
  return true;
}

static void drop(inflater *self, unsigned count) {
  self->bits >>= count;
  self->bit_count -= count;
}

static uint32_t take(inflater *self, unsigned count) {
  const uint32_t value = (uint32_t)(self->bits & ((UINT64_C(1) << count) - 1));
  drop(self, count);
  return value;
}

static inflate_result fail(inflater *self, const char *message) {
  self->state = INFLATE_BAD;
  self->message = message;
  return INFLATE_FAILED;
}

/// The entry of the code that begins after `skipped` bits; false if the piece ends within the code.
static bool look_up(inflater *self, const uint32_t *table, unsigned table_bits, unsigned skipped, uint32_t *entry) {
  for (;;) {
    const uint64_t bits = self->bits >> skipped;
    const unsigned count = self->bit_count > skipped ? self->bit_count - skipped : 0;
    uint32_t found = table[bits & ((1u << table_bits) - 1)];
    bool is_known = true;
    if (found & TABLE_SECOND) {
      is_known = count > table_bits;
      found = table[table_value(found) + (bits >> table_bits & ((1u << table_code_bits(found)) - 1))];
    }
    if (is_known && table_code_bits(found) <= count) {
      *entry = found;
      return true;
    }
    if (!need(self, self->bit_count + 1)) return false;
  }
}

/// Writes what was decoded before there was space for it, as far as there is now. False if a distance is too far.
static bool write_pending(inflater *self, uint8_t *limit, uint64_t call_start) {
  if (self->out >= limit) return true;
  if (self->pending_literal >= 0) {
    *self->out++ = (uint8_t)self->pending_literal;
    self->pending_literal = -1;
    return true;
  }
  const uint64_t before = call_start < self->window ? call_start : self->window;
  if (self->pending_distance > inflater_produced(self) - call_start + before) return false;
  size_t part = (size_t)(limit - self->out);
  if (part > self->pending_match) part = self->pending_match;
  self->pending_match -= (uint32_t)part;
  const uint8_t *from = self->out - self->pending_distance;
  if (self->pending_distance >= part) {
    memcpy(self->out, from, part);
    self->out += part;
  } else {
    while (part-- > 0) *self->out++ = *from++;
  }
  return true;
}

/// Decodes symbols up to the block's end, one at a time.
static inflate_result run_symbols(inflater *self, uint8_t *limit, uint8_t *fast_limit, uint64_t call_start) {
  for (;;) {
    if (self->pending_literal >= 0 || self->pending_match > 0) {
      if (!write_pending(self, limit, call_start)) return fail(self, "invalid distance too far back");
      if (self->pending_literal >= 0 || self->pending_match > 0) return INFLATE_OK;
    }
    inflater_run_fast(self, fast_limit);
    if (self->out > limit) return INFLATE_OK;

    uint32_t entry;
    if (!look_up(self, self->literals, LITERAL_TABLE_BITS, 0, &entry)) return INFLATE_OK;
    if (entry & TABLE_LITERAL) {
      drop(self, table_total_bits(entry));
      self->pending_literal = (int)(table_value(entry) & 0xFF);
      continue;
    }
    if (entry & TABLE_END) {
      drop(self, table_total_bits(entry));
      self->state = INFLATE_BLOCK;
      return INFLATE_OK;
    }
    if (entry & TABLE_EXCEPTION) return fail(self, "invalid literal/length code");
    const unsigned length_bits = table_total_bits(entry), code_bits = table_code_bits(entry);
    if (!need(self, length_bits)) return INFLATE_OK;
    uint32_t distance;
    if (!look_up(self, self->distances, DISTANCE_TABLE_BITS, length_bits, &distance)) return INFLATE_OK;
    if (distance & TABLE_EXCEPTION) return fail(self, "invalid distance code");
    if (!need(self, length_bits + table_total_bits(distance))) return INFLATE_OK;
    drop(self, code_bits);
    self->pending_match = table_value(entry) + take(self, length_bits - code_bits);
    drop(self, table_code_bits(distance));
    self->pending_distance =
      table_value(distance) + take(self, table_total_bits(distance) - table_code_bits(distance));
  }
}

static inflate_result read_stream_header(inflater *self) {
  if (self->in == self->in_end && !self->is_started) return INFLATE_OK;
  if (!self->is_started) {
    self->is_started = true;
    // libpng's own check, before zlib has a second byte for its checks.
    if (*self->in >> 4 > 7) return fail(self, "invalid window size (libpng)");
  }
  if (!need(self, 16)) return INFLATE_OK;
  const uint32_t method = (uint32_t)self->bits & 0xFF, flags = (uint32_t)self->bits >> 8 & 0xFF;
  if ((method << 8 | flags) % 31 != 0) return fail(self, "incorrect header check");
  if ((method & 15) != 8) return fail(self, "unknown compression method");
  drop(self, 16);
  self->window = UINT64_C(1) << ((method >> 4) + 8);
  self->state = flags & 0x20 ? INFLATE_DICTIONARY : INFLATE_BLOCK;
  return INFLATE_OK;
}

static inflate_result read_block_header(inflater *self) {
  if (self->is_last_block) {
    drop(self, self->bit_count & 7);
    self->state = INFLATE_CHECK;
    return INFLATE_OK;
  }
  if (!need(self, 3)) return INFLATE_OK;
  self->is_last_block = take(self, 1) != 0;
  switch (take(self, 2)) {
  case 0:
    drop(self, self->bit_count & 7);
    self->state = INFLATE_STORED;
    return INFLATE_OK;
  case 1: {
    for (unsigned i = 0; i < FIXED_LITERALS; i++) {
      self->lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    }
    inflate_table_build(LITERAL_TABLE, self->lengths, FIXED_LITERALS, self->literals);
    memset(self->lengths, 5, FIXED_DISTANCES);
    inflate_table_build(DISTANCE_TABLE, self->lengths, FIXED_DISTANCES, self->distances);
    self->state = INFLATE_SYMBOLS;
    return INFLATE_OK;
  }
  case 2: self->state = INFLATE_COUNTS; return INFLATE_OK;
  default: return fail(self, "invalid block type");
  }
}

static inflate_result read_counts(inflater *self) {
  if (!need(self, 14)) return INFLATE_OK;
  self->literal_count = take(self, 5) + 257;
  self->distance_count = take(self, 5) + 1;
  self->length_code_count = take(self, 4) + 4;
  if (self->literal_count > MOST_LITERALS || self->distance_count > MOST_DISTANCES) {
    return fail(self, "too many length or distance symbols");
  }
  self->lengths_read = 0;
  memset(self->lengths, 0, LENGTH_CODES);
  self->state = INFLATE_LENGTH_CODE;
  return INFLATE_OK;
}

static inflate_result read_length_code(inflater *self) {
  static const uint8_t order[LENGTH_CODES] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  while (self->lengths_read < self->length_code_count) {
    if (!need(self, 3)) return INFLATE_OK;
    self->lengths[order[self->lengths_read++]] = (uint8_t)take(self, 3);
  }
  if (!inflate_table_build(LENGTH_CODE_TABLE, self->lengths, LENGTH_CODES, self->length_codes)) {
    return fail(self, "invalid code lengths set");
  }
  self->lengths_read = 0;
  self->state = INFLATE_LENGTHS;
  return INFLATE_OK;
}

static inflate_result read_lengths(inflater *self) {
  const unsigned count = self->literal_count + self->distance_count;
  while (self->lengths_read < count) {
    uint32_t entry;
    if (!look_up(self, self->length_codes, LENGTH_CODE_TABLE_BITS, 0, &entry)) return INFLATE_OK;
    const unsigned symbol = table_value(entry), bits = table_code_bits(entry);
    if (symbol < 16) {
      drop(self, bits);
      self->lengths[self->lengths_read++] = (uint8_t)symbol;
      continue;
    }
    const unsigned extra = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
    if (!need(self, bits + extra)) return INFLATE_OK;
    drop(self, bits);
    if (symbol == 16 && self->lengths_read == 0) return fail(self, "invalid bit length repeat");
    const uint8_t length = symbol == 16 ? self->lengths[self->lengths_read - 1] : 0;
    const unsigned repeat = take(self, extra) + (symbol == 18 ? 11 : 3);
    if (self->lengths_read + repeat > count) return fail(self, "invalid bit length repeat");
    memset(self->lengths + self->lengths_read, length, repeat);
    self->lengths_read += repeat;
  }
  if (self->lengths[END] == 0) return fail(self, "invalid code -- missing end-of-block");
  if (!inflate_table_build(LITERAL_TABLE, self->lengths, self->literal_count, self->literals)) {
    return fail(self, "invalid literal/lengths set");
  }
  const uint8_t *distances = self->lengths + self->literal_count;
  if (!inflate_table_build(DISTANCE_TABLE, distances, self->distance_count, self->distances)) {
    return fail(self, "invalid distances set");
  }
  self->state = INFLATE_SYMBOLS;
  return INFLATE_OK;
}

static inflate_result read_stored_length(inflater *self) {
  if (!need(self, 32)) return INFLATE_OK;
  const uint32_t length = take(self, 16), complement = take(self, 16);
  if (length != (complement ^ 0xFFFF)) return fail(self, "invalid stored block lengths");
  self->stored = length;
  self->state = INFLATE_STORED_BYTES;
  return INFLATE_OK;
}

static inflate_result copy_stored(inflater *self, uint8_t *limit) {
  size_t part = (size_t)(self->in_end - self->in);
  if (part > self->stored) part = self->stored;
  if (part > (size_t)(limit - self->out)) part = (size_t)(limit - self->out);
  memcpy(self->out, self->in, part);
  self->out += part;
  self->in += part;
  self->stored -= (uint32_t)part;
  if (self->stored == 0) self->state = INFLATE_BLOCK;
  return INFLATE_OK;
}

static inflate_result check_sum(inflater *self) {
  if (!need(self, 32)) return INFLATE_OK;
  sum_output(self);
  if (__builtin_bswap32((uint32_t)self->bits) != self->sum) return fail(self, "incorrect data check");
  drop(self, 32);
  self->state = INFLATE_END;
  return INFLATE_ENDED;
}

inflate_result inflater_run(inflater *self, size_t part, uint64_t ahead, uint64_t call_start) {
  uint8_t *const limit = self->taken + part;
  const size_t room = (size_t)(self->end - limit);
  uint8_t *const fast_limit = limit + (ahead < room ? (size_t)ahead : room);
  while (self->out <= limit) {
    const inflate_state state = self->state;
    inflate_result result = INFLATE_OK;
    switch (state) {
    case INFLATE_HEADER: result = read_stream_header(self); break;
    case INFLATE_DICTIONARY: return need(self, 32) ? fail(self, "missing LZ dictionary") : INFLATE_OK;
    case INFLATE_BLOCK: result = read_block_header(self); break;
    case INFLATE_STORED: result = read_stored_length(self); break;
    case INFLATE_STORED_BYTES: result = copy_stored(self, limit); break;
    case INFLATE_COUNTS: result = read_counts(self); break;
    case INFLATE_LENGTH_CODE: result = read_length_code(self); break;
    case INFLATE_LENGTHS: result = read_lengths(self); break;
    case INFLATE_SYMBOLS: result = run_symbols(self, limit, fast_limit, call_start); break;
    case INFLATE_CHECK: result = check_sum(self); break;
    case INFLATE_END: return INFLATE_ENDED;
    case INFLATE_BAD: return INFLATE_FAILED;
    }
    // No other state: waiting for input or for space.
    if (result != INFLATE_OK || self->state == state) return result;
  }
  return INFLATE_OK;
}
