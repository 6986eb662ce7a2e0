#include "PageSums.h"

#include <string.h>

enum { LEAST_PAGE = 512, MOST_PAGE = 65536, HEADER_ROOM = 20, LOG_HEADER = 32, FRAME_HEADER = 24 };

page_sums page_sums_of(int open_flags) {
  page_sums self = {.own_from = INT64_MAX};
  self.is_index = (open_flags & SQLITE_OPEN_MAIN_DB) != 0;
  self.is_log = (open_flags & SQLITE_OPEN_WAL) != 0;
  return self;
}

static int is_page(int count, int64_t offset) {
  return count >= LEAST_PAGE && count <= MOST_PAGE && (count & (count - 1)) == 0 && offset % count == 0;
}

/// Four lanes, so that a multiplication need not wait for the one before it.
static uint64_t sum(const uint8_t *bytes, int count, int64_t offset) {
  uint64_t lanes[4] = {(uint64_t)offset + 1, 0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb};
  int end = count - PAGE_SUM_BYTES, place = 0;
  for (; place + 32 <= end; place += 32) {
    for (int lane = 0; lane < 4; lane++) {
      uint64_t word;
      memcpy(&word, bytes + place + 8 * lane, 8);
      lanes[lane] = (lanes[lane] ^ word) * 0x9fb21c651e98df25;
      lanes[lane] ^= lanes[lane] >> 29;
    }
  }
  uint64_t all = 0;
  for (int lane = 0; lane < 4; lane++) all = (all ^ lanes[lane]) * 0xd6e8feb86659fd93 + (all >> 31);
  for (; place < end; place += 8) {
    uint64_t word;
    memcpy(&word, bytes + place, 8);
    all = (all ^ word) * 0x9fb21c651e98df25;
    all ^= all >> 29;
  }
  // Zero means that there is no sum.
  return all ? all : 1;
}

static uint64_t stored(const uint8_t *bytes, int count) {
  uint64_t value;
  memcpy(&value, bytes + count - PAGE_SUM_BYTES, PAGE_SUM_BYTES);
  return value;
}

/// Whether a first page has a sum although its header says that there are none: then the header is damaged.
static int is_header_damaged(const uint8_t *bytes, int count) {
  uint8_t page[MOST_PAGE];
  memcpy(page, bytes, (size_t)count);
  page[HEADER_ROOM] = PAGE_SUM_BYTES;
  return sum(page, count, 0) == stored(page, count);
}

/// Another process may have added the sums since this file was opened, and the first page may be read from the log.
static int has_sums_by_now(page_sums *self, sqlite3_file *real) {
  uint8_t room;
  if (!self->has_sums && real->pMethods->xRead(real, &room, 1, HEADER_ROOM) == SQLITE_OK)
    self->has_sums = room == PAGE_SUM_BYTES;
  return self->has_sums;
}

static int check_index(page_sums *self, sqlite3_file *real, uint8_t *bytes, int count, int64_t offset) {
  if (offset == 0 && count > HEADER_ROOM) self->has_sums = bytes[HEADER_ROOM] == PAGE_SUM_BYTES;
  if (!is_page(count, offset)) return SQLITE_OK;
  if (offset == 0 && !self->has_sums) return is_header_damaged(bytes, count) ? SQLITE_CORRUPT : SQLITE_OK;
  if (!has_sums_by_now(self, real)) return SQLITE_OK;
  uint64_t value = stored(bytes, count);
  if (value == 0) return SQLITE_OK;
  if (sum(bytes, count, offset) != value) return SQLITE_CORRUPT;
  // SQLite writes its change of the page to the log without a sum. It reaches the index without one if a program that
  // does not know sums checkpoints it.
  memset(bytes + count - PAGE_SUM_BYTES, 0, PAGE_SUM_BYTES);
  return SQLITE_OK;
}

static uint32_t big(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint32_t word_of(const uint8_t *bytes, int is_big) {
  return is_big ? big(bytes)
                : (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

static void add_to_log_sum(const uint8_t *bytes, int count, int is_big, uint32_t sums[2]) {
  for (int place = 0; place < count; place += 8) {
    sums[0] += word_of(bytes + place, is_big) + sums[1];
    sums[1] += word_of(bytes + place + 4, is_big) + sums[0];
  }
}

/// The sum of a frame continues that of the previous frame, for the first one that of the header.
static int check_log(page_sums *self, sqlite3_file *real, const uint8_t *bytes, int count, int64_t offset) {
  int64_t frame = offset - FRAME_HEADER, size = (int64_t)count + FRAME_HEADER;
  // SQLite completes the sums of frames that it wrote twice in one transaction with the commit.
  if (frame < LOG_HEADER || (frame - LOG_HEADER) % size != 0 || frame >= self->own_from) return SQLITE_OK;
  uint8_t head[LOG_HEADER], own[FRAME_HEADER], before[8];
  int code = real->pMethods->xRead(real, head, LOG_HEADER, 0);
  if (code == SQLITE_OK) code = real->pMethods->xRead(real, own, FRAME_HEADER, frame);
  if (code == SQLITE_OK && frame > LOG_HEADER) code = real->pMethods->xRead(real, before, 8, frame - size + 16);
  if (code == SQLITE_IOERR_SHORT_READ) return SQLITE_CORRUPT;
  if (code != SQLITE_OK) return code;
  if (frame == LOG_HEADER) memcpy(before, head + 24, 8);
  int is_big = head[3] & 1;
  uint32_t sums[2] = {big(before), big(before + 4)};
  add_to_log_sum(own, 8, is_big, sums);
  add_to_log_sum(bytes, count, is_big, sums);
  return sums[0] == big(own + 16) && sums[1] == big(own + 20) ? SQLITE_OK : SQLITE_CORRUPT;
}

int page_sums_check(page_sums *self, sqlite3_file *real, void *bytes, int count, int64_t offset) {
  if (self->is_index) return check_index(self, real, bytes, count, offset);
  int is_of_page_size = count >= LEAST_PAGE && (count & (count - 1)) == 0;
  return self->is_log && is_of_page_size ? check_log(self, real, bytes, count, offset) : SQLITE_OK;
}

int page_sums_stamps(page_sums *self, sqlite3_file *real, const void *bytes, int count, int64_t offset) {
  if (self->is_log && offset < self->own_from) self->own_from = offset;
  if (!self->is_index || !is_page(count, offset)) return 0;
  if (offset > 0) return has_sums_by_now(self, real);
  return self->has_sums = ((const uint8_t *)bytes)[HEADER_ROOM] == PAGE_SUM_BYTES;
}

const void *page_sums_stamp(const void *bytes, int count, int64_t offset, void *room) {
  memcpy(room, bytes, (size_t)count);
  uint64_t value = sum(room, count, offset);
  memcpy((uint8_t *)room + count - PAGE_SUM_BYTES, &value, PAGE_SUM_BYTES);
  return room;
}
