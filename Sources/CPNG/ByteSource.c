#include "ByteSource.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "CPNG.h"

int64_t paint_png_read_some(int fd, uint8_t *bytes, size_t count) {
  for (;;) {
    ssize_t got = read(fd, bytes, count);
    if (got >= 0) return got;
    if (errno == EINTR) continue;
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      // The descriptor is shared with a program that made it non-blocking: wait like a blocking one.
      struct pollfd ready = {.fd = fd, .events = POLLIN};
      if (poll(&ready, 1, -1) >= 0 || errno == EINTR) continue;
    }
    return -errno;
  }
}

bool byte_source_fails(byte_source *source) { return source->reads_to_failure > 0 && --source->reads_to_failure == 0; }

/// Reads once, at least a byte; 0 at the end or on an error.
static size_t read_some(byte_source *source, uint8_t *bytes, size_t count) {
  if (source->is_memory || source->error_number != 0) return 0;
  int64_t got = byte_source_fails(source) ? -EIO : paint_png_read_some(source->fd, bytes, count);
  if (got >= 0) return (size_t)got;
  source->error_number = (int)-got;
  return 0;
}

bool byte_source_peek(byte_source *source, size_t count) {
  if (!source->is_memory && source->start > 0 && source->capacity - source->start < count) {
    memmove(source->buffer, source->buffer + source->start, source->end - source->start);
    source->end -= source->start;
    source->start = 0;
  }
  while (source->end - source->start < count) {
    size_t got = read_some(source, source->buffer + source->end, source->capacity - source->end);
    if (got == 0) return false;
    source->end += got;
  }
  return true;
}

bool byte_source_read(byte_source *source, uint8_t *bytes, size_t count) {
  while (count > 0) {
    if (source->start == source->end) {
      if (source->is_memory) return false;
      source->start = 0;
      source->end = read_some(source, source->buffer, source->capacity);
      if (source->end == 0) return false;
    }
    size_t part = source->end - source->start;
    if (part > count) part = count;
    memcpy(bytes, source->buffer + source->start, part);
    source->start += part;
    bytes += part;
    count -= part;
  }
  return true;
}
