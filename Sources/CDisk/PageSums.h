// Checksums of whole pages, which detect a flipped bit anywhere in a page when it is read.
//
// The rows of the index have checksums of their own. But a flipped bit in SQLite's own data between them, such as a
// page's count of cells, can make rows vanish undetected. A page of the index therefore ends with eight bytes that
// SQLite does not use: a checksum of the other bytes and of the page's position. The log has SQLite's checksums, which
// SQLite only verifies when it recovers the log; here they are verified whenever a page is read from it.
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
  int has_sums;  // the header says that pages have space for them
  int64_t own_from;  // frames of the log from this offset on were written through this file
} page_sums;

/// The state for a file that is opened with these flags of `xOpen`.
page_sums page_sums_of(int open_flags);

/// Verifies bytes that were read: SQLITE_CORRUPT if they are not those written. Removes the sum from a whole page.
int page_sums_check(page_sums *self, sqlite3_file *real, void *bytes, int count, int64_t offset);

/// The page with its sum, in `room`, which has `count` bytes.
const void *page_sums_stamp(const void *bytes, int count, int64_t offset, void *room);

/// Records a write; returns whether it is a page that must be written with its sum.
int page_sums_stamps(page_sums *self, sqlite3_file *real, const void *bytes, int count, int64_t offset);

#endif
