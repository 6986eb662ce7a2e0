#define _GNU_SOURCE
#include "PassSpool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1 << 20 };

// The first pixel of each pass and the distance between its pixels (PNG specification, 8.2).
static const uint8_t first_column[PAINT_PASSES] = {0, 4, 0, 2, 0, 1, 0};
static const uint8_t column_step[PAINT_PASSES] = {8, 8, 4, 4, 2, 2, 1};
static const uint8_t first_row[PAINT_PASSES] = {0, 0, 4, 0, 2, 0, 1};
static const uint8_t row_step[PAINT_PASSES] = {8, 8, 8, 4, 4, 2, 2};

static uint32_t count(uint32_t side, uint32_t first, uint32_t step) {
  return side > first ? (side - first + step - 1) / step : 0;
}

uint32_t pass_columns(const pass_spool *spool, int pass) {
  return count(spool->width, first_column[pass], column_step[pass]);
}

uint32_t pass_rows(const pass_spool *spool, int pass) { return count(spool->height, first_row[pass], row_step[pass]); }

uint32_t pass_place(int pass, uint32_t row) { return first_row[pass] + row * row_step[pass]; }

/// A file without a name; the kernel frees it with the last descriptor, however the process ends.
static int unnamed_file(void) {
  const char *folder = getenv("TMPDIR");
  if (!folder || !*folder) folder = "/tmp";
#ifdef O_TMPFILE
  const int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return fd;
#endif
  // A file system without unnamed files.
  char path[4096];
  if (snprintf(path, sizeof path, "%s/paint-png.XXXXXX", folder) >= (int)sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  const int named = mkstemp(path);
  if (named >= 0) {
    unlink(path);
    fcntl(named, F_SETFD, FD_CLOEXEC);
  }
  return named;
}

static bool fail(pass_spool *spool, int error_number) {
  spool->error_number = error_number;
  return false;
}

bool pass_spool_open(pass_spool *spool, uint32_t width, uint32_t height) {
  spool->width = width;
  spool->height = height;
  spool->fd = unnamed_file();
  if (spool->fd < 0) return fail(spool, errno);
  spool->buffer = malloc(BUFFER_BYTES);
  spool->row = malloc((size_t)width * 4);
  if (!spool->buffer || !spool->row) return fail(spool, ENOMEM);
  uint64_t end = 0;
  for (int pass = 0; pass < PAINT_PASSES; pass++) {
    spool->start[pass] = end;
    end += (uint64_t)pass_columns(spool, pass) * pass_rows(spool, pass) * 4;
  }
  return true;
}

void pass_spool_close(pass_spool *spool) {
  if (spool->fd >= 0) close(spool->fd);
  spool->fd = -1;
  free(spool->buffer);
  free(spool->row);
  spool->buffer = NULL;
  spool->row = NULL;
}

bool pass_spool_flush(pass_spool *spool) {
  size_t done = 0;
  while (done < spool->filled) {
    const ssize_t part = pwrite(spool->fd, spool->buffer + done, spool->filled - done, (off_t)spool->written);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) return fail(spool, part < 0 ? errno : EIO);
    done += (size_t)part;
    spool->written += (uint64_t)part;
  }
  spool->filled = 0;
  return true;
}

bool pass_spool_append(pass_spool *spool, const uint32_t *row, uint32_t columns) {
  const uint8_t *bytes = (const uint8_t *)row;
  size_t left = (size_t)columns * 4;
  while (left > 0) {
    if (spool->filled == BUFFER_BYTES && !pass_spool_flush(spool)) return false;
    const size_t part = left < BUFFER_BYTES - spool->filled ? left : BUFFER_BYTES - spool->filled;
    memcpy(spool->buffer + spool->filled, bytes, part);
    spool->filled += part;
    bytes += part;
    left -= part;
  }
  return true;
}

bool pass_spool_fill(pass_spool *spool) {
  if (!pass_spool_flush(spool)) return false;
  const int last = PAINT_PASSES - 1;
  const uint64_t end = spool->start[last] + (uint64_t)pass_columns(spool, last) * pass_rows(spool, last) * 4;
  while (ftruncate(spool->fd, (off_t)end) != 0) {
    if (errno != EINTR) return fail(spool, errno);
  }
  return true;
}

static bool read_all(pass_spool *spool, uint8_t *bytes, size_t left, uint64_t offset) {
  while (left > 0) {
    const ssize_t part = pread(spool->fd, bytes, left, (off_t)offset);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) return fail(spool, part < 0 ? errno : EIO);
    bytes += part;
    left -= (size_t)part;
    offset += (uint64_t)part;
  }
  return true;
}

bool pass_spool_read(pass_spool *spool, uint32_t y, uint32_t *row) {
  for (int pass = 0; pass < PAINT_PASSES; pass++) {
    if (y < first_row[pass] || (y - first_row[pass]) % row_step[pass] != 0) continue;
    const uint32_t columns = pass_columns(spool, pass);
    if (columns == 0) continue;
    const uint64_t number = (y - first_row[pass]) / row_step[pass];
    const bool is_whole = column_step[pass] == 1;
    uint32_t *to = is_whole ? row : spool->row;
    if (!read_all(spool, (uint8_t *)to, (size_t)columns * 4, spool->start[pass] + number * columns * 4)) return false;
    if (is_whole) continue;
    for (uint32_t i = 0; i < columns; i++) row[first_column[pass] + i * column_step[pass]] = spool->row[i];
  }
  return true;
}
