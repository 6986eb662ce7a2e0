// The checksum of a row of index.sqlite: one definition for rows that are written and rows that are read.
#ifndef PAINT_ROW_SUM_H
#define PAINT_ROW_SUM_H
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

// Added before a value that is no integer, so that values of different types never begin alike.
#define PAINT_SUM_NULL 0x6a09e667f3bcc909ULL
#define PAINT_SUM_TEXT 0xbb67ae8584caa73bULL
#define PAINT_SUM_BLOB 0x3c6ef372fe94f82bULL
#define PAINT_SUM_REAL 0xa54ff53a5f1d36f1ULL

/// Adds 64 bits. With either argument fixed it is a bijection in the other: a change of one value alone, or of all
/// previous values alone, always changes the result.
static inline uint64_t paint_sum_mix(uint64_t sum, uint64_t value) {
  sum = (sum ^ value) * 0x9fb21c651e98df25ULL;
  return sum ^ (sum >> 32);
}

static inline uint64_t paint_sum_text(void) { return PAINT_SUM_TEXT; }
static inline uint64_t paint_sum_blob(void) { return PAINT_SUM_BLOB; }

static inline uint64_t paint_sum_null(uint64_t sum) { return paint_sum_mix(sum + PAINT_SUM_NULL, 0); }

/// Adds `kind`, the number of bytes, and the bytes, eight at a time.
static inline uint64_t paint_sum_bytes(uint64_t sum, uint64_t kind, const void *bytes, int64_t count) {
  const unsigned char *next = (const unsigned char *)bytes;
  sum = paint_sum_mix(sum + kind, (uint64_t)count);
  while (count > 0) {
    uint64_t word = 0;
    int64_t length = count < 8 ? count : 8;
    if (length == 8) memcpy(&word, next, 8);
    else memcpy(&word, next, (size_t)length);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    sum = paint_sum_mix(sum, word);
    next += length;
    count -= length;
  }
  return sum;
}

/// Adds a value of SQLite that has that type.
static inline uint64_t paint_sum_typed(uint64_t sum, sqlite3_value *value, int type) {
  switch (type) {
  case SQLITE_INTEGER: return paint_sum_mix(sum, (uint64_t)sqlite3_value_int64(value));
  case SQLITE_NULL: return paint_sum_null(sum);
  case SQLITE_FLOAT: {
    double number = sqlite3_value_double(value);
    uint64_t bits;
    memcpy(&bits, &number, 8);
    return paint_sum_mix(sum + PAINT_SUM_REAL, bits);
  }
  default: {
    uint64_t kind = type == SQLITE_TEXT ? PAINT_SUM_TEXT : PAINT_SUM_BLOB;
    // As they are stored: nothing is converted, since the database is in UTF-8.
    const void *bytes = sqlite3_value_blob(value);
    return paint_sum_bytes(sum, kind, bytes, bytes ? sqlite3_value_bytes(value) : 0);
  }
  }
}

/// Adds a value of SQLite.
static inline uint64_t paint_sum_value(uint64_t sum, sqlite3_value *value) {
  return paint_sum_typed(sum, value, sqlite3_value_type(value));
}

/// The 32 bits that are stored, as a signed number: it takes at most four bytes of the row.
static inline int64_t paint_sum_end(uint64_t sum) {
  sum = (sum ^ (sum >> 29)) * 0xd6e8feb86659fd93ULL;
  return (int32_t)(uint32_t)(sum >> 32);
}

/// Whether the column after `count` columns of the row from `first` on is their checksum, begun with `sum`, and the
/// columns have the right types: `texts`, `blobs` and `optional` have a bit for each one that is a text, a blob, or an
/// integer or NULL, the first the lowest; all others are integers.
static inline int paint_row_holds(
  sqlite3_stmt *row, int first, int count, uint64_t sum, uint32_t texts, uint32_t blobs, uint32_t optional) {
  uint32_t others = 0;
  for (int column = 0; column < count; column++) {
    sqlite3_value *value = sqlite3_column_value(row, first + column);
    const int type = sqlite3_value_type(value);
    const uint32_t bit = UINT32_C(1) << column;
    if (type == SQLITE_TEXT) texts ^= bit;
    else if (type == SQLITE_BLOB) blobs ^= bit;
    else if (type != SQLITE_INTEGER) others |= type == SQLITE_NULL ? bit & ~optional : bit;
    sum = paint_sum_typed(sum, value, type);
  }
  sqlite3_value *stored = sqlite3_column_value(row, first + count);
  return (texts | blobs | others) == 0 && sqlite3_value_type(stored) == SQLITE_INTEGER
    && sqlite3_value_int64(stored) == paint_sum_end(sum);
}
#endif
