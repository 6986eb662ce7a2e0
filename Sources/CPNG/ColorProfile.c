#include <string.h>

#include "CPNG.h"

enum {
  NAME_LIMIT = 79,
  PROFILE_HEADER = 128,
  // To inflate, zlib takes a window of 32 KiB and its state.
  ARENA = 64 << 10,
  ALIGNMENT = 64,
};

/// The memory of one stream, so that a sound profile is never called damaged because the system has none.
typedef struct {
  _Alignas(ALIGNMENT) uint8_t bytes[ARENA];
  size_t used;
} arena;

static voidpf take(voidpf user, uInt items, uInt size) {
  arena *memory = user;
  const uint64_t count = ((uint64_t)items * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (count > ARENA - memory->used) return Z_NULL;
  memory->used += (size_t)count;
  return memory->bytes + memory->used - count;
}

/// Leaves what was taken to the end of the arena.
static void give_back(voidpf user, voidpf bytes) {
  (void)user;
  (void)bytes;
}

bool paint_png_profile_color_space(const uint8_t *payload, size_t count, size_t limit, uint8_t color_space[4]) {
  // Name, NUL, compression method 0, then a zlib stream of the profile.
  const uint8_t *end = memchr(payload, 0, count < NAME_LIMIT + 1 ? count : NAME_LIMIT + 1);
  if (!end || end == payload || (size_t)(end - payload) + 2 >= count || end[1] != 0) return false;

  arena memory;
  memory.used = 0;
  z_stream stream = {.zalloc = take, .zfree = give_back, .opaque = &memory};
  stream.next_in = (Bytef *)(end + 2);
  stream.avail_in = (uInt)(count - (size_t)(end + 2 - payload));
  if (inflateInit(&stream) != Z_OK) return false;

  uint8_t header[PROFILE_HEADER], rest[4096];
  stream.next_out = header;
  stream.avail_out = sizeof header;
  int result = inflate(&stream, Z_SYNC_FLUSH);
  size_t size = 0;
  if (stream.avail_out == 0) {
    size = (size_t)header[0] << 24 | (size_t)header[1] << 16 | (size_t)header[2] << 8 | header[3];
  }
  // A stream may inflate to a thousand times its length: stop at the length that the profile states.
  while (size <= limit && result == Z_OK && stream.total_out <= size) {
    stream.next_out = rest;
    stream.avail_out = sizeof rest;
    result = inflate(&stream, Z_SYNC_FLUSH);
    if (result == Z_BUF_ERROR) break;
  }
  bool whole = result == Z_STREAM_END && size >= PROFILE_HEADER && stream.total_out == size && size <= limit;
  inflateEnd(&stream);
  if (!whole || memcmp(header + 36, "acsp", 4) != 0) return false;
  memcpy(color_space, header + 16, 4);
  return true;
}
