// The seven passes of an interlaced picture, one after the other in an unnamed temporary file.
#ifndef PAINT_PASS_SPOOL_H
#define PAINT_PASS_SPOOL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAINT_PASSES = 7 };

typedef struct pass_spool {
  int fd;            // -1 without a file
  int error_number;  // of the call that failed, or 0
  uint32_t width, height;
  uint64_t start[PAINT_PASSES];  // the offset of each pass in the file
  uint8_t *buffer;               // pixels that are not written to the file yet
  size_t filled;
  uint64_t written;
  uint32_t *row;  // one row of a pass
} pass_spool;

/// Creates the file, in $TMPDIR or else /tmp, and the buffers; false with `error_number` if that fails.
bool pass_spool_open(pass_spool *spool, uint32_t width, uint32_t height);
void pass_spool_close(pass_spool *spool);
uint32_t pass_columns(const pass_spool *spool, int pass);
uint32_t pass_rows(const pass_spool *spool, int pass);
/// Where a row of a pass is in the picture.
uint32_t pass_place(int pass, uint32_t row);
/// Appends the next row of the current pass; false as above.
bool pass_spool_append(pass_spool *spool, const uint32_t *row, uint32_t columns);
/// Writes the buffered pixels; to be called once after the last row.
bool pass_spool_flush(pass_spool *spool);
/// Completes the file with transparent pixels for rows that were not appended, after the buffered ones; false as above.
bool pass_spool_fill(pass_spool *spool);
/// Assembles row `y` of the picture; false as above.
bool pass_spool_read(pass_spool *spool, uint32_t y, uint32_t *row);
#endif
