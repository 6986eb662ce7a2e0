#include "Deflater.h"

#include <stdlib.h>
#include <string.h>

#include "HuffmanCode.h"

enum {
  // Symbols of a block: few enough for codes that fit them, enough to pay for their description.
  BLOCK_SYMBOLS = 32 * 1024,
  // Bytes after which the symbols are counted.
  PART_BYTES = 16 * 1024,
  STORED_LIMIT = 65535,
  SHORTEST = 3,
  LONGEST = 258,
  WINDOW = 32768,
  // Bytes that the search looks ahead.
  REACH = 16384,
  // A match of three bytes from further away takes about as many bits as its bytes.
  NEAR = 4096,
  HASH_BITS = 15,
  SHORT_HASH_BITS = 13,
  LITERALS = 286,
  END = 256,
  DISTANCES = 30,
  // With codes no longer than this, four literals fit the 64 bits of the writer.
  CODE_LIMIT = 14,
  MARGIN = 8,
  // Of a search by prices: the bytes that are divided at once, the matches that are kept for them, and how often they are
  // divided, each time with the prices of the time before.
  PRICED_BYTES = PART_BYTES + PART_BYTES / 2,
  CANDIDATES = 8 * PRICED_BYTES,
  MOST_CANDIDATES = 16,
  // Prices are counted in parts of a bit.
  BIT = 16,
};

/// Literal bytes, then a match.
typedef struct sequence {
  uint32_t literals;
  uint16_t length, distance;  // the distance less 1
} sequence;

/// A match that could begin at a place; those of a place have growing lengths.
typedef struct candidate {
  uint16_t length, distance;  // the distance less 1
} candidate;

/// What a search by prices works in.
typedef struct prices {
  uint32_t literals[256], lengths[LONGEST + 1], distances[DISTANCES];
  uint32_t first[PRICED_BYTES + 1];  // of each place, its first candidate
  candidate candidates[CANDIDATES];
  uint32_t costs[PRICED_BYTES + 1];  // of the bytes from each place on
  candidate chosen[PRICED_BYTES];    // a length of 1 is a literal
} prices;

struct deflater {
  prices *prices;
  uint32_t counts[4][256];  // of literals; four, so that two like ones in turn do not wait for each other
  uint32_t literals[HUFFMAN_SYMBOLS], distances[32];
  uint32_t literal_codes[HUFFMAN_SYMBOLS], distance_codes[32];
  uint32_t fixed_literals[HUFFMAN_SYMBOLS], fixed_distances[32];
  uint16_t length_symbols[LONGEST + 1];
  size_t at, literal;    // how far was searched, and where the bytes begin that no match covers
  size_t literal_count;  // of the block, before `literal`
  uint32_t sequence_count;
  // Of a block that is nearly full, of a last part of any kind, and of the match that crosses its end.
  sequence sequences[BLOCK_SYMBOLS + PART_BYTES / 2 + REACH / LONGEST + 1];
  uint32_t heads[1 << HASH_BITS], short_heads[1 << SHORT_HASH_BITS];  // the last place + 1
  uint32_t before[WINDOW];
};

// RFC 1951, 3.2.5: bits behind the code of a length or of a distance.
static uint32_t length_extra(int symbol) { return symbol < 265 || symbol == 285 ? 0 : (uint32_t)(symbol - 261) / 4; }
static uint32_t distance_extra(int symbol) { return symbol < 4 ? 0 : (uint32_t)symbol / 2 - 1; }

static int length_symbol(int length) {
  if (length == LONGEST) return 285;
  uint32_t value = (uint32_t)length - SHORTEST;
  uint32_t extra = value < 8 ? 0 : 29 - (uint32_t)__builtin_clz(value);
  return (int)(257 + extra * 4 + (value >> extra));
}

static inline uint32_t distance_symbol(uint32_t distance_less_1) {
  uint32_t extra = 30 - (uint32_t)__builtin_clz(distance_less_1 | 2);
  return 2 * extra + (distance_less_1 >> extra);
}

deflater *deflater_create(void) {
  deflater *deflater = malloc(sizeof *deflater);
  if (!deflater) return NULL;
  deflater->prices = malloc(sizeof *deflater->prices);
  if (!deflater->prices) {
    free(deflater);
    return NULL;
  }
  for (int length = SHORTEST; length <= LONGEST; length++) {
    deflater->length_symbols[length] = (uint16_t)length_symbol(length);
  }
  uint8_t lengths[HUFFMAN_SYMBOLS];
  for (int symbol = 0; symbol < HUFFMAN_SYMBOLS; symbol++) {
    lengths[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
  }
  huffman_number(lengths, HUFFMAN_SYMBOLS, deflater->fixed_literals);
  memset(lengths, 5, 32);
  huffman_number(lengths, 32, deflater->fixed_distances);
  return deflater;
}

void deflater_destroy(deflater *deflater) {
  if (!deflater) return;
  free(deflater->prices);
  free(deflater);
}

size_t deflater_limit(size_t count) {
  // Each block may be stored, in pieces; then the empty block, and what the writer stores beyond the end.
  return count + 5 * (count / STORED_LIMIT + count / PART_BYTES + 2) + 5 + MARGIN;
}

// MARK: Bits

typedef struct bit_writer {
  uint8_t *position;
  uint64_t pending;
  uint32_t count;
} bit_writer;

static inline void add_bits(bit_writer *writer, uint64_t bits, uint32_t count) {
  writer->pending |= bits << writer->count;
  writer->count += count;
}

static inline void add_code(bit_writer *writer, uint32_t code) { add_bits(writer, code & 0xFFFF, code >> 16); }

/// Moves the whole bytes to memory; up to 7 bits stay.
static inline void flush_bits(bit_writer *writer) {
  for (int byte = 0; byte < 8; byte++) writer->position[byte] = (uint8_t)(writer->pending >> (8 * byte));
  writer->position += writer->count >> 3;
  writer->pending >>= writer->count & 0x38;
  writer->count &= 7;
}

static void align_bits(bit_writer *writer) {
  writer->count = (writer->count + 7) & ~7u;
  flush_bits(writer);
}

// MARK: The description of codes

typedef struct description {
  uint32_t literal_count, distance_count, item_count, order_count;
  uint16_t items[HUFFMAN_SYMBOLS + 32];  // symbol | extra value << 8
  uint32_t counts[19], codes[19];
  uint64_t bits;
} description;

// The order in which the lengths of the codes of code lengths are sent.
static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

static uint32_t item_extra(uint32_t symbol) { return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0; }

static void add_item(description *header, uint32_t symbol, uint32_t value) {
  header->items[header->item_count++] = (uint16_t)(symbol | value << 8);
  header->counts[symbol]++;
}

static void describe_lengths(description *header, const uint32_t *codes, uint32_t count) {
  for (uint32_t symbol = 0; symbol < count;) {
    uint32_t length = codes[symbol] >> 16, run = 1;
    while (symbol + run < count && codes[symbol + run] >> 16 == length) run++;
    symbol += run;
    // 18: 11 to 138 zeros, 17: 3 to 10 zeros, 16: the length before 3 to 6 times more.
    while (length == 0 && run >= 3) {
      uint32_t part = run < 138 ? run : 138;
      if (part > 10) add_item(header, 18, part - 11);
      else add_item(header, 17, part - 3);
      run -= part;
    }
    if (length != 0 && run >= 4) {
      add_item(header, length, 0);
      run--;
      while (run >= 3) {
        uint32_t part = run < 6 ? run : 6;
        add_item(header, 16, part - 3);
        run -= part;
      }
    }
    for (; run > 0; run--) add_item(header, length, 0);
  }
}

static void describe(description *header, const uint32_t *literal_codes, const uint32_t *distance_codes) {
  header->item_count = 0;
  memset(header->counts, 0, sizeof header->counts);
  header->literal_count = LITERALS;
  while (header->literal_count > 257 && literal_codes[header->literal_count - 1] == 0) header->literal_count--;
  header->distance_count = DISTANCES;
  while (header->distance_count > 1 && distance_codes[header->distance_count - 1] == 0) header->distance_count--;
  describe_lengths(header, literal_codes, header->literal_count);
  describe_lengths(header, distance_codes, header->distance_count);
  huffman_build(header->counts, 19, 7, header->codes);
  header->order_count = 19;
  while (header->order_count > 4 && header->codes[order[header->order_count - 1]] == 0) header->order_count--;
  header->bits = 14 + 3 * header->order_count;
  for (uint32_t symbol = 0; symbol < 19; symbol++) {
    header->bits += header->counts[symbol] * (uint64_t)((header->codes[symbol] >> 16) + item_extra(symbol));
  }
}

static void write_description(bit_writer *writer, const description *header) {
  add_bits(writer, header->literal_count - 257, 5);
  add_bits(writer, header->distance_count - 1, 5);
  add_bits(writer, header->order_count - 4, 4);
  flush_bits(writer);
  for (uint32_t i = 0; i < header->order_count; i++) {
    add_bits(writer, header->codes[order[i]] >> 16, 3);
    flush_bits(writer);
  }
  for (uint32_t i = 0; i < header->item_count; i++) {
    uint32_t symbol = header->items[i] & 255;
    add_code(writer, header->codes[symbol]);
    add_bits(writer, header->items[i] >> 8, item_extra(symbol));
    flush_bits(writer);
  }
}

// MARK: Blocks

static inline void count_literals(deflater *deflater, const uint8_t *bytes, size_t count) {
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    deflater->counts[0][bytes[i]]++;
    deflater->counts[1][bytes[i + 1]]++;
    deflater->counts[2][bytes[i + 2]]++;
    deflater->counts[3][bytes[i + 3]]++;
  }
  for (; i < count; i++) deflater->counts[0][bytes[i]]++;
}

static void write_literals(bit_writer *to, const uint8_t *bytes, size_t count, const uint32_t *codes) {
  bit_writer writer = *to;
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    add_code(&writer, codes[bytes[i]]);
    add_code(&writer, codes[bytes[i + 1]]);
    add_code(&writer, codes[bytes[i + 2]]);
    add_code(&writer, codes[bytes[i + 3]]);
    flush_bits(&writer);
  }
  for (; i < count; i++) add_code(&writer, codes[bytes[i]]);
  flush_bits(&writer);
  *to = writer;
}

static void write_sequences(
  const deflater *deflater, bit_writer *to, const uint8_t *bytes, size_t count, const uint32_t *literals,
  const uint32_t *distances
) {
  bit_writer writer = *to;
  const uint8_t *end = bytes + count;
  for (uint32_t i = 0; i < deflater->sequence_count; i++) {
    const sequence *next = &deflater->sequences[i];
    if (next->literals > 0) write_literals(&writer, bytes, next->literals, literals);
    int symbol = deflater->length_symbols[next->length];
    uint32_t extra = length_extra(symbol);
    add_code(&writer, literals[symbol]);
    add_bits(&writer, (uint32_t)(next->length - SHORTEST) & ((1u << extra) - 1), extra);
    uint32_t distance = distance_symbol(next->distance);
    extra = distance_extra((int)distance);
    add_code(&writer, distances[distance]);
    add_bits(&writer, next->distance & ((1u << extra) - 1), extra);
    flush_bits(&writer);
    bytes += next->literals + next->length;
  }
  write_literals(&writer, bytes, (size_t)(end - bytes), literals);
  add_code(&writer, literals[END]);
  flush_bits(&writer);
  *to = writer;
}

/// Bits of the block's symbols with these codes.
static uint64_t symbol_bits(const deflater *deflater, const uint32_t *literals, const uint32_t *distances) {
  uint64_t bits = 0;
  for (int symbol = 0; symbol < LITERALS; symbol++) {
    uint32_t extra = symbol > END ? length_extra(symbol) : 0;
    bits += deflater->literals[symbol] * (uint64_t)((literals[symbol] >> 16) + extra);
  }
  for (int symbol = 0; symbol < DISTANCES; symbol++) {
    bits += deflater->distances[symbol] * (uint64_t)((distances[symbol] >> 16) + distance_extra(symbol));
  }
  return bits;
}

static void write_stored(bit_writer *writer, const uint8_t *bytes, size_t count, bool last) {
  do {
    size_t part = count < STORED_LIMIT ? count : STORED_LIMIT;
    add_bits(writer, last && part == count, 3);
    align_bits(writer);
    add_bits(writer, part | (~(uint64_t)part & 0xFFFF) << 16, 32);
    flush_bits(writer);
    memcpy(writer->position, bytes, part);
    writer->position += part;
    bytes += part;
    count -= part;
  } while (count > 0);
}

static void begin_block(deflater *deflater) {
  memset(deflater->counts, 0, sizeof deflater->counts);
  memset(deflater->literals, 0, sizeof deflater->literals);
  memset(deflater->distances, 0, sizeof deflater->distances);
  deflater->sequence_count = 0;
  deflater->literal_count = 0;
}

/// Writes what was found in `count` bytes as the smallest kind of block.
static void end_block(deflater *deflater, bit_writer *writer, const uint8_t *bytes, size_t count, bool last) {
  for (int byte = 0; byte < 256; byte++) {
    deflater->literals[byte] += deflater->counts[0][byte] + deflater->counts[1][byte] + deflater->counts[2][byte] +
                                deflater->counts[3][byte];
  }
  deflater->literals[END] = 1;
  huffman_build(deflater->literals, LITERALS, CODE_LIMIT, deflater->literal_codes);
  huffman_build(deflater->distances, DISTANCES, CODE_LIMIT, deflater->distance_codes);
  description header;
  describe(&header, deflater->literal_codes, deflater->distance_codes);
  uint64_t dynamic = header.bits + symbol_bits(deflater, deflater->literal_codes, deflater->distance_codes);
  uint64_t fixed = symbol_bits(deflater, deflater->fixed_literals, deflater->fixed_distances);
  uint64_t stored = 8 * ((uint64_t)count + 5 * ((count + STORED_LIMIT - 1) / STORED_LIMIT));
  if (stored <= dynamic && stored <= fixed) {
    write_stored(writer, bytes, count, last);
  } else if (fixed <= dynamic) {
    add_bits(writer, 2 | last, 3);
    write_sequences(deflater, writer, bytes, count, deflater->fixed_literals, deflater->fixed_distances);
  } else {
    add_bits(writer, 4 | last, 3);
    write_description(writer, &header);
    write_sequences(deflater, writer, bytes, count, deflater->literal_codes, deflater->distance_codes);
  }
}

// MARK: Matches

// Little-endian on every machine; a compiler makes one load of it.
static inline uint32_t load32(const uint8_t *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline uint64_t load64(const uint8_t *bytes) { return load32(bytes) | (uint64_t)load32(bytes + 4) << 32; }

static inline uint32_t hash(uint32_t word, int bits) { return (word * 0x9E3779B1u) >> (32 - bits); }

/// How many bytes from `at` on equal those from `from` on, up to `REACH`; the margin behind `end` is read, and not counted.
static inline size_t equal_bytes(const uint8_t *at, const uint8_t *from, const uint8_t *end) {
  const uint8_t *start = at;
  if (end - at > REACH) end = at + REACH;
  while (at < end) {
    uint64_t difference = load64(at) ^ load64(from);
    if (difference != 0) {
      at += __builtin_ctzll(difference) >> 3;
      break;
    }
    at += 8;
    from += 8;
  }
  return (size_t)((at < end ? at : end) - start);
}

typedef struct match {
  size_t length, distance;
} match;

static inline void insert(deflater *deflater, const uint8_t *bytes, size_t at, bool chained) {
  uint32_t word = load32(bytes + at);
  uint32_t *head = &deflater->heads[hash(word, HASH_BITS)];
  if (chained) {
    deflater->before[at % WINDOW] = *head;
    deflater->short_heads[hash(word << 8, SHORT_HASH_BITS)] = (uint32_t)at + 1;
  }
  *head = (uint32_t)at + 1;
}

/// The longest match at `at` of more than `least` bytes, if any; `at` is then inserted.
static inline match longest(
  deflater *deflater, const uint8_t *bytes, size_t at, const uint8_t *end, deflate_effort effort, size_t least
) {
  uint32_t word = load32(bytes + at);
  match best = {least, 0};
  uint32_t place = deflater->heads[hash(word, HASH_BITS)];
  uint32_t close = deflater->short_heads[hash(word << 8, SHORT_HASH_BITS)];
  insert(deflater, bytes, at, true);
  // A long run takes two bits for each 258 bytes, because all its parts have the same short distance. Other long matches
  // would take ten more for each part, so they have one part.
  if (effort.pixel <= at && (load32(bytes + at - effort.pixel) ^ word) << 8 == 0) {
    size_t length = equal_bytes(bytes + at, bytes + at - effort.pixel, end);
    if (length > best.length) best = (match){length, effort.pixel};
    if (length >= LONGEST) return best;
  }
  if (end - (bytes + at) > LONGEST) end = bytes + at + LONGEST;
  if (effort.row <= at && effort.row <= WINDOW && (load32(bytes + at - effort.row) ^ word) << 8 == 0) {
    size_t length = equal_bytes(bytes + at, bytes + at - effort.row, end);
    if (length > best.length) best = (match){length, effort.row};
  }
  if (best.distance != 0 && best.length >= effort.enough) return best;
  // Another distance takes more bits.
  size_t gain = best.distance != 0;
  if (best.length < SHORTEST && close != 0 && at - (close - 1) <= NEAR) {
    size_t length = equal_bytes(bytes + at, bytes + close - 1, end);
    if (length >= SHORTEST) best = (match){length, at - (close - 1)};
  }
  for (int tried = 0; tried < effort.depth && place != 0; tried++) {
    size_t from = place - 1;
    if (at - from > WINDOW) break;
    if (load32(bytes + from) == word && bytes[from + best.length] == bytes[at + best.length]) {
      size_t length = equal_bytes(bytes + at, bytes + from, end);
      if (length > best.length + gain) {
        gain = 0;
        best = (match){length, at - from};
        if (length >= effort.enough || bytes + at + length == end) break;
      }
    }
    // A place that was overwritten by a later one ends the chain.
    uint32_t earlier = deflater->before[from % WINDOW];
    if (earlier >= place) break;
    place = earlier;
  }
  return best;
}

/// Adds the literals up to `at`, and a match of any length, in parts.
static inline void add_match(deflater *deflater, const uint8_t *bytes, size_t at, match found) {
  size_t literals = at - deflater->literal, length = found.length;
  uint32_t distance = (uint32_t)found.distance - 1;
  count_literals(deflater, bytes + deflater->literal, literals);
  deflater->literal_count += literals;
  deflater->literal = at + length;
  deflater->distances[distance_symbol(distance)] += (uint32_t)((length + LONGEST - 1) / LONGEST);
  while (length > 0) {
    size_t part = length <= LONGEST ? length : length - LONGEST < SHORTEST ? length - SHORTEST : LONGEST;
    deflater->sequences[deflater->sequence_count++] = (sequence){(uint32_t)literals, (uint16_t)part, (uint16_t)distance};
    deflater->literals[deflater->length_symbols[part]]++;
    literals = 0;
    length -= part;
  }
}

/// One candidate, and wider steps where nothing repeats.
static void match_quickly(deflater *deflater, const uint8_t *bytes, size_t stop, size_t count) {
  const uint8_t *end = bytes + count;
  size_t at = deflater->at, misses = 0;
  while (at < stop && at + 4 <= count) {
    uint32_t word = load32(bytes + at);
    uint32_t *head = &deflater->heads[hash(word, HASH_BITS)];
    size_t place = *head;
    *head = (uint32_t)at + 1;
    if (place == 0 || at - (place - 1) > WINDOW || load32(bytes + place - 1) != word) {
      at += 1 + (misses++ >> 5);
      continue;
    }
    misses = 0;
    size_t from = place - 1;
    match found = {4 + equal_bytes(bytes + at + 4, bytes + from + 4, end), at - from};
    while (at > deflater->literal && from > 0 && bytes[at - 1] == bytes[from - 1]) {
      at--;
      from--;
      found.length++;
    }
    add_match(deflater, bytes, at, found);
    at += found.length;
    if (at + 2 <= count) insert(deflater, bytes, at - 2, false);
  }
  deflater->at = at;
}

/// Runs of one byte only, as zlib's Z_RLE.
static void match_runs(deflater *deflater, const uint8_t *bytes, size_t stop, size_t count) {
  const uint8_t *end = bytes + count;
  size_t at = deflater->at + (deflater->at == 0);
  while (at < stop && at + 4 <= count) {
    // The bytes that differ from the one before: no run of four begins up to the last of them.
    uint32_t difference = load32(bytes + at) ^ load32(bytes + at - 1);
    if (difference != 0) {
      at += (size_t)(4 - (__builtin_clz(difference) >> 3));
      continue;
    }
    match found = {4 + equal_bytes(bytes + at + 4, bytes + at + 3, end), 1};
    add_match(deflater, bytes, at, found);
    at += found.length;
  }
  deflater->at = at;
}

static void match_carefully(
  deflater *deflater, const uint8_t *bytes, size_t stop, size_t count, deflate_effort effort
) {
  const uint8_t *end = bytes + count;
  size_t at = deflater->at;
  while (at < stop && at + 4 <= count) {
    match found = longest(deflater, bytes, at, end, effort, SHORTEST - 1);
    if (found.distance == 0) {
      at++;
      continue;
    }
    size_t inserted = at + 1;
    while (effort.lazy && found.length < effort.enough && inserted + 4 <= count && inserted < stop) {
      match later = longest(deflater, bytes, inserted, end, effort, found.length);
      inserted++;
      if (later.distance == 0) break;
      found = later;
      at = inserted - 1;
    }
    add_match(deflater, bytes, at, found);
    at += found.length;
    // Of a long match only the last places: those in it repeat what they were found in.
    if (found.length > 64 && inserted + 32 < at) inserted = at - 32;
    for (; inserted < at && inserted + 4 <= count; inserted++) insert(deflater, bytes, inserted, true);
  }
  deflater->at = at;
}

// MARK: Prices

/// The price of a symbol that occurs `times` of `all` times: the logarithm, of which a line replaces the part between
/// powers of two.
static uint32_t price(uint64_t times, uint64_t all) {
  const uint64_t ratio = ((all + 1) << 16) / (times + 1);
  const uint32_t whole = 63 - (uint32_t)__builtin_clzll(ratio);
  const uint32_t bits = BIT * (whole - 16) + (uint32_t)(ratio >> (whole - 4) & (BIT - 1));
  return bits < BIT ? BIT : bits > 15 * BIT ? 15 * BIT : bits;
}

/// Sets all prices from how often literals, lengths and distances occur.
static void set_prices(const deflater *deflater, const uint32_t *literals, const uint32_t *distances) {
  prices *prices = deflater->prices;
  uint64_t all = 0, matches = 0;
  for (int symbol = 0; symbol < LITERALS; symbol++) all += literals[symbol];
  for (int symbol = 0; symbol < DISTANCES; symbol++) matches += distances[symbol];
  for (int byte = 0; byte < 256; byte++) prices->literals[byte] = price(literals[byte], all);
  for (int length = SHORTEST; length <= LONGEST; length++) {
    const int symbol = deflater->length_symbols[length];
    prices->lengths[length] = price(literals[symbol], all) + BIT * length_extra(symbol);
  }
  for (int symbol = 0; symbol < DISTANCES; symbol++) {
    prices->distances[symbol] = price(distances[symbol], matches) + BIT * distance_extra(symbol);
  }
}

/// Finds the candidates at `at`, which is then inserted: of each length the nearest place. Returns their number.
static size_t find_candidates(
  deflater *deflater, const uint8_t *bytes, size_t at, const uint8_t *end, deflate_effort effort, candidate *found
) {
  const uint32_t word = load32(bytes + at);
  uint32_t place = deflater->heads[hash(word, HASH_BITS)];
  const uint32_t close = deflater->short_heads[hash(word << 8, SHORT_HASH_BITS)];
  insert(deflater, bytes, at, true);
  if (end - (bytes + at) > LONGEST) end = bytes + at + LONGEST;
  size_t count = 0, best = SHORTEST - 1;
  if (close != 0 && at - (close - 1) <= WINDOW) {
    const size_t length = equal_bytes(bytes + at, bytes + close - 1, end);
    if (length > best) {
      found[count++] = (candidate){(uint16_t)length, (uint16_t)(at - close)};
      best = length;
    }
  }
  for (int tried = 0; tried < effort.depth && place != 0 && bytes + at + best < end; tried++) {
    const size_t from = place - 1;
    if (at - from > WINDOW) break;
    if (load32(bytes + from) == word && bytes[from + best] == bytes[at + best]) {
      const size_t length = equal_bytes(bytes + at, bytes + from, end);
      if (length > best) {
        found[count++] = (candidate){(uint16_t)length, (uint16_t)(at - from - 1)};
        best = length;
        if (length >= effort.enough || count == MOST_CANDIDATES) break;
      }
    }
    const uint32_t earlier = deflater->before[from % WINDOW];
    if (earlier >= place) break;
    place = earlier;
  }
  return count;
}

/// Chooses from the last place to the first what makes the rest cheapest.
static void choose_cheapest(const deflater *deflater, const uint8_t *bytes, size_t count) {
  prices *prices = deflater->prices;
  prices->costs[count] = 0;
  for (size_t at = count; at-- > 0;) {
    uint32_t least = prices->literals[bytes[at]] + prices->costs[at + 1];
    candidate best = {1, 0};
    size_t length = SHORTEST;
    for (uint32_t i = prices->first[at]; i < prices->first[at + 1]; i++) {
      const candidate each = prices->candidates[i];
      const uint32_t distance = prices->distances[distance_symbol(each.distance)];
      for (; length <= each.length; length++) {
        const uint32_t cost = distance + prices->lengths[length] + prices->costs[at + length];
        if (cost < least) {
          least = cost;
          best = (candidate){(uint16_t)length, each.distance};
        }
      }
    }
    prices->costs[at] = least;
    prices->chosen[at] = best;
  }
}

/// Counts the symbols of what was chosen.
static void count_chosen(
  const deflater *deflater, const uint8_t *bytes, size_t count, uint32_t *literals, uint32_t *distances
) {
  const prices *prices = deflater->prices;
  memset(literals, 0, LITERALS * sizeof *literals);
  memset(distances, 0, DISTANCES * sizeof *distances);
  for (size_t at = 0; at < count; at += prices->chosen[at].length) {
    const candidate chosen = prices->chosen[at];
    if (chosen.length == 1) {
      literals[bytes[at]]++;
    } else {
      literals[deflater->length_symbols[chosen.length]]++;
      distances[distance_symbol(chosen.distance)]++;
    }
  }
}

static void match_cheaply(
  deflater *deflater, const uint8_t *bytes, size_t stop, size_t count, deflate_effort effort
) {
  prices *prices = deflater->prices;
  const size_t start = deflater->at;
  if (stop <= start) return;
  const size_t part = stop - start;
  const uint8_t *here = bytes + start;
  uint32_t literals[LITERALS] = {0}, distances[DISTANCES] = {0};
  uint32_t candidates = 0;
  size_t skipped = 0;
  for (size_t at = 0; at < part; at++) {
    prices->first[at] = candidates;
    literals[here[at]]++;
    if (start + at + 4 > count || candidates + MOST_CANDIDATES > CANDIDATES) continue;
    if (skipped > 0) {
      // In a long match only its last places are searched.
      skipped--;
      insert(deflater, bytes, start + at, true);
      continue;
    }
    const size_t found =
      find_candidates(deflater, bytes, start + at, here + part, effort, prices->candidates + candidates);
    candidates += (uint32_t)found;
    if (found > 0 && prices->candidates[candidates - 1].length >= effort.enough)
      skipped = prices->candidates[candidates - 1].length - 1;
  }
  prices->first[part] = candidates;
  // First as if a match were taken now and then, of any length and distance.
  for (int symbol = END + 1; symbol < LITERALS; symbol++) literals[symbol] = (uint32_t)(part / 512 + 1);
  for (int symbol = 0; symbol < DISTANCES; symbol++) distances[symbol] = 1;
  for (int round = 0; round < effort.rounds; round++) {
    set_prices(deflater, literals, distances);
    choose_cheapest(deflater, here, part);
    if (round + 1 < effort.rounds) count_chosen(deflater, here, part, literals, distances);
  }
  for (size_t at = 0; at < part; at += prices->chosen[at].length) {
    const candidate chosen = prices->chosen[at];
    if (chosen.length > 1) {
      add_match(deflater, bytes, start + at, (match){chosen.length, (size_t)chosen.distance + 1});
    }
  }
  deflater->at = stop;
}

/// Adds to the block until it has enough symbols for codes of its own; returns where it ends.
static size_t fill_block(deflater *deflater, const uint8_t *bytes, size_t count, deflate_effort effort) {
  for (;;) {
    size_t at = deflater->at > deflater->literal ? deflater->at : deflater->literal;
    // No short last part: its description would not pay.
    size_t stop = count - at <= PART_BYTES + PART_BYTES / 2 ? count : at + PART_BYTES;
    switch (effort.search) {
    case SEARCH_RUNS: match_runs(deflater, bytes, stop, count); break;
    case SEARCH_ONE: match_quickly(deflater, bytes, stop, count); break;
    case SEARCH_CHAINS: match_carefully(deflater, bytes, stop, count, effort); break;
    case SEARCH_PRICES: match_cheaply(deflater, bytes, stop, count, effort);
    }
    if (deflater->at < stop) deflater->at = stop;
    if (deflater->at > count) deflater->at = count;
    size_t literals = deflater->literal_count + (deflater->at - deflater->literal);
    if (deflater->at == count || literals + deflater->sequence_count >= BLOCK_SYMBOLS) return deflater->at;
  }
}

size_t deflater_run(
  deflater *deflater, const uint8_t *bytes, size_t count, deflate_effort effort, bool last, uint8_t *output
) {
  memset(deflater->heads, 0, sizeof deflater->heads);
  memset(deflater->short_heads, 0, sizeof deflater->short_heads);
  bit_writer writer = {output, 0, 0};
  deflater->at = deflater->literal = 0;
  size_t start = 0;
  do {
    begin_block(deflater);
    size_t next = fill_block(deflater, bytes, count, effort);
    count_literals(deflater, bytes + deflater->literal, next - deflater->literal);
    deflater->literal = next;
    end_block(deflater, &writer, bytes + start, next - start, last && next == count);
    start = next;
  } while (start < count);
  if (last) {
    align_bits(&writer);
  } else {
    write_stored(&writer, bytes, 0, false);
  }
  return (size_t)(writer.position - output);
}
