#include "Source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

cpl_source *cpl_source_create_fd(int fd) {
  cpl_source *source = calloc(1, sizeof *source);
  if (!source) return NULL;
  source->fd = fd;
  source->base = -1;
  source->capacity = CPL_SOURCE_BUFFER;
  source->buffer = malloc(source->capacity);
  if (!source->buffer) {
    free(source);
    return NULL;
  }
  struct stat status;
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
    const off_t place = lseek(fd, 0, SEEK_CUR);
    source->base = place;
    source->size = place >= 0 && status.st_size > place ? (uint64_t)(status.st_size - place) : 0;
  }
  return source;
}

cpl_source *cpl_source_create_bytes(const uint8_t *bytes, size_t count) {
  cpl_source *source = calloc(1, sizeof *source);
  if (!source) return NULL;
  source->fd = -1;
  source->base = -1;
  source->capacity = source->end = count;
  source->has_ended = true;
  source->buffer = malloc(count ? count : 1);
  if (!source->buffer) {
    free(source);
    return NULL;
  }
  if (count) memcpy(source->buffer, bytes, count);
  return source;
}

void cpl_source_destroy(cpl_source *source) {
  if (!source) return;
  free(source->buffer);
  free(source);
}

int cpl_source_rewound(cpl_source *source) {
  if (source->fd < 0 || source->base < 0 || lseek(source->fd, source->base, SEEK_SET) < 0) return -1;
  source->start = source->end = 0;
  source->has_ended = false;
  return source->fd;
}

int cpl_source_errno(const cpl_source *source) { return source->error_number; }

void cpl_source_fail_read(cpl_source *source, uint64_t number) { source->reads_to_failure = number; }

/// Reads from the descriptor once, at its offset or, if `place` is not negative, there.
static ssize_t read_once(cpl_source *source, uint8_t *bytes, size_t count, off_t place) {
  if (source->reads_to_failure > 0 && --source->reads_to_failure == 0) {
    errno = EIO;
    return -1;
  }
  return place < 0 ? read(source->fd, bytes, count) : pread(source->fd, bytes, count, place);
}

/// Reads more bytes behind those in the buffer, which must have room; false at the end or on an error.
static bool read_more(cpl_source *source) {
  if (source->has_ended) return false;
  for (;;) {
    const ssize_t count = read_once(source, source->buffer + source->end, source->capacity - source->end, -1);
    if (count > 0) {
      source->end += (size_t)count;
      return true;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) source->error_number = errno;
    source->has_ended = true;
    return false;
  }
}

/// Moves the bytes that are left to the buffer's beginning. Memory is not moved: places in it are counted from there.
static void make_room(cpl_source *source) {
  if (source->fd < 0 || source->start == 0) return;
  memmove(source->buffer, source->buffer + source->start, source->end - source->start);
  source->end -= source->start;
  source->start = 0;
}

size_t cpl_source_peek(cpl_source *source, size_t count, const uint8_t **bytes) {
  if (count > 4096) count = 4096;
  if (source->end - source->start < count) make_room(source);
  while (source->end - source->start < count && read_more(source)) {}
  const size_t left = source->end - source->start;
  *bytes = source->buffer + source->start;
  return left < count ? left : count;
}

size_t cpl_source_take(cpl_source *source, const uint8_t **bytes) {
  if (source->start == source->end) {
    make_room(source);
    read_more(source);
  }
  const size_t count = source->end - source->start;
  *bytes = source->buffer + source->start;
  source->start = source->end;
  return count;
}

size_t cpl_source_read(cpl_source *source, uint8_t *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    if (source->start == source->end) {
      make_room(source);
      if (!read_more(source)) break;
    }
    const size_t left = source->end - source->start;
    const size_t part = left < count - done ? left : count - done;
    memcpy(bytes + done, source->buffer + source->start, part);
    source->start += part;
    done += part;
  }
  return done;
}

cpl_status cpl_source_all(cpl_source *source, size_t limit, const uint8_t **bytes, size_t *count) {
  make_room(source);
  for (;;) {
    if (source->end - source->start > limit) return CPL_TOO_LARGE;
    if (source->end == source->capacity && !source->has_ended) {
      size_t capacity = source->capacity * 2;
      // One byte more than the file is long, so that its end is seen without growing again.
      if (source->size > 0 && source->size < limit && capacity < source->size + 1) capacity = (size_t)source->size + 1;
      uint8_t *larger = realloc(source->buffer, capacity);
      if (!larger) return CPL_NO_MEMORY;
      source->buffer = larger;
      source->capacity = capacity;
    }
    if (!read_more(source)) break;
  }
  *bytes = source->buffer + source->start;
  *count = source->end - source->start;
  return source->error_number ? CPL_IO : CPL_OK;
}

bool cpl_source_is_random(const cpl_source *source) { return source->fd < 0 || source->base >= 0; }

uint64_t cpl_source_size(const cpl_source *source) { return source->fd < 0 ? source->end : source->size; }

size_t cpl_source_read_at(cpl_source *source, uint64_t place, uint8_t *bytes, size_t count) {
  const uint64_t size = cpl_source_size(source);
  if (place >= size) return 0;
  if (count > size - place) count = (size_t)(size - place);
  if (source->fd < 0) {
    memcpy(bytes, source->buffer + place, count);
    return count;
  }
  size_t done = 0;
  while (done < count) {
    const ssize_t part = read_once(source, bytes + done, count - done, source->base + (off_t)(place + done));
    if (part < 0 && errno == EINTR) continue;
    if (part < 0) source->error_number = errno;
    if (part <= 0) break;
    done += (size_t)part;
  }
  return done;
}
