// What the writers of all formats have in common, for the files of this target.
#ifndef CPL_WRITER_H
#define CPL_WRITER_H

#include "CPictureLibraries.h"

/// Bytes that grow, in which a library may also go back.
typedef struct cpl_output {
  uint8_t *bytes;
  size_t capacity, count;
  size_t place;  // of the next write
  size_t taken;  // how many were taken already, all from the beginning on
  bool lacks_memory;  // whether a write failed
} cpl_output;

/// Writes at the place, and moves it; false without memory.
bool cpl_output_write(cpl_output *output, const void *bytes, size_t count);
/// Makes room behind the bytes; false without memory.
bool cpl_output_reserve(cpl_output *output, size_t count);

/// What a format does; `state` is its own.
typedef struct cpl_encoder {
  cpl_status (*start)(cpl_writer *writer);
  cpl_status (*write)(cpl_writer *writer, const uint32_t *pixels, uint32_t rows);
  cpl_status (*finish)(cpl_writer *writer);
  /// Frees the state, which may be incomplete.
  void (*close)(void *state);
  /// Whether bytes are final before the picture has ended.
  bool is_streamed;
} cpl_encoder;

enum { CPL_WRITER_TEXT = 200 };

struct cpl_writer {
  const cpl_encoder *encoder;
  cpl_writing writing;
  void *state;
  cpl_output output;
  cpl_status status;
  bool has_ended;
  char message[CPL_WRITER_TEXT];
  uint32_t next_row;
  uint32_t *pixels;  // all of them, of a format that encodes the whole picture at once
};

/// A writer with `state_size` bytes of state, all zero. NULL without memory.
cpl_writer *cpl_writer_create(const cpl_encoder *encoder, size_t state_size, cpl_writing writing);
/// Fails with a message; with CPL_NO_MEMORY if bytes could not be written, whatever a library makes of it.
cpl_status cpl_writer_fail(cpl_writer *writer, cpl_status status, const char *message);
/// For `start` and `write` of a format that encodes the whole picture at once.
cpl_status cpl_collect_start(cpl_writer *writer);
cpl_status cpl_collect_rows(cpl_writer *writer, const uint32_t *pixels, uint32_t rows);

#endif
