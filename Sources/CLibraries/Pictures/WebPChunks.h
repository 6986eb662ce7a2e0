// The chunks of a WebP file, for its reader and writer.
#ifndef CPL_WEBPCHUNKS_H
#define CPL_WEBPCHUNKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The bytes before the first chunk: "RIFF", the length of the rest, "WEBP".
enum { WEBP_HEADER = 12, WEBP_CHUNK_HEADER = 8 };

typedef struct {
  const uint8_t *type;
  const uint8_t *bytes;
  size_t count;
} webp_chunk;

static inline uint32_t webp_number(const uint8_t *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/// The chunk at a place, which is moved behind it; false where there is no whole one.
static inline bool webp_next_chunk(const uint8_t *file, size_t count, size_t *place, webp_chunk *chunk) {
  if (count < WEBP_CHUNK_HEADER || *place > count - WEBP_CHUNK_HEADER) return false;
  const uint8_t *header = file + *place;
  const size_t size = webp_number(header + 4), left = count - *place - WEBP_CHUNK_HEADER;
  if (size > left) return false;
  *chunk = (webp_chunk){header, header + WEBP_CHUNK_HEADER, size};
  *place += WEBP_CHUNK_HEADER + size + (size & 1 && size < left ? 1 : 0);
  return true;
}

static inline bool webp_is(const webp_chunk *chunk, const char *type) { return memcmp(chunk->type, type, 4) == 0; }

#endif
