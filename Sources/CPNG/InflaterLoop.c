#include <string.h>

#include "Inflater.h"

enum {
  LONGEST = 258,
  // Two loads of 8 bytes, the second at most 7 bytes behind the first; and one more before the first symbol.
  INPUT_MARGIN = 16,
  FIRST_INPUT_MARGIN = INPUT_MARGIN + 8,
};

static inline uint64_t load(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

static inline void copy_8(uint8_t *to, const uint8_t *from) {
  uint64_t word;
  memcpy(&word, from, sizeof word);
  memcpy(to, &word, sizeof word);
}

/// Copies `length` bytes from `distance` before `out`, and writes up to 32 behind them. Most matches are short: so much is
/// copied without asking how long they are.
static inline void copy_match(uint8_t *out, uint32_t distance, uint32_t length) {
  const uint8_t *from = out - distance;
  uint8_t *const end = out + length;
  if (distance >= 8) {
    copy_8(out, from);
    copy_8(out + 8, from + 8);
    copy_8(out + 16, from + 16);
    for (out += 24, from += 24; out < end; out += 16, from += 16) {
      copy_8(out, from);
      copy_8(out + 8, from + 8);
    }
  } else if (distance == 1) {
    const uint64_t word = from[0] * 0x0101010101010101u;
    do {
      memcpy(out, &word, sizeof word);
      memcpy(out + 8, &word, sizeof word);
      out += 16;
    } while (out < end);
  } else {
    // The first bytes of each eight are right, as many as the distance.
    copy_8(out, from);
    copy_8(out + distance, from + distance);
    for (out += 2 * distance, from += 2 * distance; out < end; out += distance, from += distance) copy_8(out, from);
  }
}

void inflater_run_fast(inflater *self, uint8_t *limit) {
  if (self->in_end - self->in < FIRST_INPUT_MARGIN || limit - self->out < LONGEST + 4) return;
  // Whole bytes are those of a symbol that began in the piece before, to which they could not go back.
  if (self->bit_count >= 8) return;
  const uint8_t *in = self->in;
  const uint8_t *const in_limit = self->in_end - INPUT_MARGIN;
  uint8_t *out = self->out;
  uint8_t *const out_limit = limit - LONGEST - 4;
  const uint64_t produced = inflater_produced(self);
  const uint8_t *const floor = produced < INFLATER_WINDOW ? out - produced : out - INFLATER_WINDOW;
  const uint64_t window = self->window;
  uint64_t bits = self->bits;
  uint32_t count = self->bit_count;
  const uint32_t *const literals = self->literals;
  const uint32_t *const distances = self->distances;
  const uint64_t literal_mask = (1u << LITERAL_TABLE_BITS) - 1, distance_mask = (1u << DISTANCE_TABLE_BITS) - 1;

  // Ensures 56 bits. Bits above `count` are those of the bytes at `in`, so that or-ing these again changes nothing.
#define REFILL()                   \
  do {                             \
    bits |= load(in) << count;     \
    in += (63 - count) >> 3;       \
    count |= 56;                   \
  } while (0)
#define DROP(entry)               \
  do {                            \
    bits >>= (uint8_t)(entry);    \
    count -= (uint8_t)(entry);    \
  } while (0)

  // An entry is looked up before the bits behind it are loaded: at least 11 are left of those of the symbols before.
#define NEXT()                             \
  do {                                     \
    entry = literals[bits & literal_mask]; \
    REFILL();                              \
  } while (0)

  uint32_t entry;
  REFILL();
  NEXT();
  do {
    if (entry & TABLE_LITERAL) {
      // Four literals of at most 11 bits, or three and a length of at most 20.
      DROP(entry);
      *out++ = (uint8_t)(entry >> 16);
      entry = literals[bits & literal_mask];
      if (entry & TABLE_LITERAL) {
        DROP(entry);
        *out++ = (uint8_t)(entry >> 16);
        entry = literals[bits & literal_mask];
        if (entry & TABLE_LITERAL) {
          DROP(entry);
          *out++ = (uint8_t)(entry >> 16);
          entry = literals[bits & literal_mask];
          if (entry & TABLE_LITERAL) {
            DROP(entry);
            *out++ = (uint8_t)(entry >> 16);
            NEXT();
            continue;
          }
        }
      }
    }
    if (entry & TABLE_EXCEPTION) {
      if (!(entry & TABLE_SECOND)) break;
      entry = literals[table_value(entry) + (bits >> LITERAL_TABLE_BITS & ((1u << table_code_bits(entry)) - 1))];
      if (entry & TABLE_LITERAL) {
        DROP(entry);
        *out++ = (uint8_t)(entry >> 16);
        NEXT();
        continue;
      }
      if (entry & TABLE_EXCEPTION) break;
    }
    const uint64_t bits_before = bits;
    const uint32_t count_before = count;
    const uint8_t *const in_before = in;
    uint32_t total = (uint8_t)entry;
    const uint32_t length = table_value(entry) + (uint32_t)((bits & ((1u << total) - 1)) >> table_code_bits(entry));
    DROP(entry);
    REFILL();
    entry = distances[bits & distance_mask];
    if (entry & TABLE_SECOND) {
      entry = distances[table_value(entry) + (bits >> DISTANCE_TABLE_BITS & ((1u << table_code_bits(entry)) - 1))];
    }
    total = (uint8_t)entry;
    const uint32_t distance = table_value(entry) + (uint32_t)((bits & ((1u << total) - 1)) >> table_code_bits(entry));
    if ((entry & TABLE_EXCEPTION) || distance > (uint64_t)(out - floor) || distance > window) {
      bits = bits_before;
      count = count_before;
      in = in_before;
      break;
    }
    DROP(entry);
    NEXT();
    copy_match(out, distance, length);
    out += length;
  } while (in <= in_limit && out <= out_limit);

  // Whole bytes that were not needed go back.
  in -= count >> 3;
  count &= 7;
  self->bits = bits & ((1u << count) - 1);
  self->bit_count = count;
  self->in = in;
  self->out = out;
}
