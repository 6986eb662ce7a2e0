#define _GNU_SOURCE
#include "Writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "Reader.h"

bool cpl_output_reserve(cpl_output *output, size_t count) {
  if (count > SIZE_MAX / 4 - output->place) return false;
  const size_t needed = output->place + count;
  if (needed <= output->capacity) return true;
  size_t capacity = output->capacity ? output->capacity : 1 << 16;
  while (capacity < needed) capacity *= 2;
  uint8_t *larger = realloc(output->bytes, capacity);
  if (!larger) return false;
  output->bytes = larger;
  output->capacity = capacity;
  return true;
}

bool cpl_output_write(cpl_output *output, const void *bytes, size_t count) {
  if (!cpl_output_reserve(output, count)) {
    output->lacks_memory = true;
    return false;
  }
  // A place behind the end leaves a gap, which is zero as in a file.
  if (output->place > output->count) memset(output->bytes + output->count, 0, output->place - output->count);
  if (count) memcpy(output->bytes + output->place, bytes, count);
  output->place += count;
  if (output->place > output->count) output->count = output->place;
  return true;
}

cpl_writer *cpl_writer_create(const cpl_encoder *encoder, size_t state_size, cpl_writing writing) {
  cpl_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->state = calloc(1, state_size);
  if (!writer->state) {
    free(writer);
    return NULL;
  }
  writer->encoder = encoder;
  writer->writing = writing;
  return writer;
}

void cpl_writer_destroy(cpl_writer *writer) {
  if (!writer) return;
  writer->encoder->close(writer->state);
  free(writer->state);
  free(writer->output.bytes);
  free(writer->pixels);
  free(writer);
}

cpl_status cpl_writer_fail(cpl_writer *writer, cpl_status status, const char *message) {
  cpl_copy_text(writer->message, message);
  return writer->status = writer->output.lacks_memory ? CPL_NO_MEMORY : status;
}

cpl_status cpl_writer_start(cpl_writer *writer) {
  if (writer->status != CPL_OK) return writer->status;
  return writer->status = writer->encoder->start(writer);
}

cpl_status cpl_writer_write(cpl_writer *writer, const uint32_t *pixels, uint32_t rows) {
  if (writer->status != CPL_OK) return writer->status;
  if (rows > writer->writing.height - writer->next_row)
    return cpl_writer_fail(writer, CPL_UNSUPPORTED, "there are more rows than the picture has");
  if (rows == 0) return CPL_OK;
  writer->status = writer->encoder->write(writer, pixels, rows);
  writer->next_row += rows;
  return writer->status;
}

cpl_status cpl_writer_finish(cpl_writer *writer) {
  if (writer->status != CPL_OK) return writer->status;
  if (writer->next_row != writer->writing.height)
    return cpl_writer_fail(writer, CPL_UNSUPPORTED, "rows of the picture are missing");
  writer->status = writer->encoder->finish(writer);
  writer->has_ended = writer->status == CPL_OK;
  return writer->status;
}

void cpl_writer_take(cpl_writer *writer, const uint8_t **bytes, size_t *count) {
  cpl_output *output = &writer->output;
  *bytes = NULL;
  *count = 0;
  if (!writer->has_ended && !writer->encoder->is_streamed) return;
  if (writer->encoder->is_streamed) {
    // What was lent before is not needed again, and such a format never goes back.
    if (output->taken > 0) {
      memmove(output->bytes, output->bytes + output->taken, output->count - output->taken);
      output->count -= output->taken;
      output->place = output->count;
      output->taken = 0;
    }
  }
  *bytes = output->bytes + output->taken;
  *count = output->count - output->taken;
  output->taken = output->count;
}

int cpl_unnamed_file(void) {
#ifdef __linux__
  return memfd_create("picture", MFD_CLOEXEC);
#else
  FILE *file = tmpfile();
  const int fd = file ? dup(fileno(file)) : -1;
  if (file) fclose(file);
  return fd;
#endif
}

const char *cpl_writer_message(const cpl_writer *writer) { return writer->message; }

cpl_status cpl_collect_start(cpl_writer *writer) {
  const uint64_t count = (uint64_t)writer->writing.width * writer->writing.height;
  if (count > SIZE_MAX / 4) return cpl_writer_fail(writer, CPL_NO_MEMORY, "");
  writer->pixels = malloc((size_t)count * 4);
  return writer->pixels ? CPL_OK : cpl_writer_fail(writer, CPL_NO_MEMORY, "");
}

cpl_status cpl_collect_rows(cpl_writer *writer, const uint32_t *pixels, uint32_t rows) {
  const size_t width = writer->writing.width;
  memcpy(writer->pixels + writer->next_row * width, pixels, rows * width * 4);
  return CPL_OK;
}
