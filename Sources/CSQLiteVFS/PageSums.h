// Checksums of whole pages, so that a flipped bit anywhere in a page is noticed when the page is read.
//
// The rows of the index have checksums of their own. But a bit in what SQLite keeps around them, such as a page's count of
// cells, can make rows vanish without a trace. A page of the index therefore ends with eight bytes that SQLite leaves
// alone, and that are a sum of the others and of the page's place. The log has SQLite's own checksums, which SQLite looks
// at only when it recovers the log: here they are looked at when a page is read from it.
#ifndef PAGE_SUMS_H
#define PAGE_SUMS_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

/// Bytes at the end of each page that hold its sum.
enum { PAGE_SUM_BYTES = 8 };

typedef struct {
  int is_index;  // the database itself
  int is_log;
  int has_sums;  // the header says that pages have room for them
  int64_t own_from;  // frames of the log from this offset on were written through this file
} page_sums;

/// What a file of those flags of `xOpen` needs.
page_sums page_sums_of(int open_flags);

/// Looks at what was read: SQLITE_CORRUPT where it is not what was written. Takes the sum of a whole page out of it.
int page_sums_check(page_sums *self, sqlite3_file *real, void *bytes, int count, int64_t offset);

/// The page with its sum, in `room`, which has `count` bytes.
const void *page_sums_stamp(const void *bytes, int count, int64_t offset, void *room);

/// Notes what is written; whether it is a page whose sum is to be written with it.
int page_sums_stamps(page_sums *self, const void *bytes, int count, int64_t offset);

#endif
