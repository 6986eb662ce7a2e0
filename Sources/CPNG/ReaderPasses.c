#include <errno.h>
#include <sys/mman.h>

#include "Reader.h"

/// Reads all passes of an interlaced picture into a mapping, whose pages only need memory when they are written: a
/// short file that claims to be large stays cheap.
static paint_png_status read_into_memory(paint_png_reader *reader) {
  size_t bytes = (size_t)reader->width * reader->height * 4;
  void *pixels = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pixels == MAP_FAILED) return reader_fail(reader, PAINT_PNG_NO_MEMORY);
  reader->band = pixels;
  reader->mapped_bytes = bytes;
  if (setjmp(png_jmpbuf(reader->png))) return reader->status;
  for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
    for (uint32_t y = 0; y < reader->height; y++) {
      bool is_last = pass == PNG_INTERLACE_ADAM7_PASSES - 1 && y == reader->height - 1;
      reader_read_row(reader, reader->band + (size_t)y * reader->width, is_last);
    }
  }
  return PAINT_PNG_OK;
}

static paint_png_status fail_to_spool(paint_png_reader *reader) {
  reader->source.error_number = reader->spool.error_number;
  return reader_fail(reader, reader->spool.error_number == ENOMEM ? PAINT_PNG_NO_MEMORY : PAINT_PNG_IO);
}

/// Reads all passes of an interlaced picture into a temporary file, from which its rows are then assembled.
static paint_png_status spool_passes(paint_png_reader *reader) {
  pass_spool *spool = &reader->spool;
  if (!pass_spool_open(spool, reader->width, reader->height)) return fail_to_spool(reader);
  int last = PAINT_PASSES - 1;
  while (last > 0 && (pass_columns(spool, last) == 0 || pass_rows(spool, last) == 0)) last--;
  if (setjmp(png_jmpbuf(reader->png))) return reader->status;
  for (int pass = 0; pass <= last; pass++) {
    const uint32_t columns = pass_columns(spool, pass);
    // libpng leaves out passes without pixels.
    const uint32_t rows = columns == 0 ? 0 : pass_rows(spool, pass);
    for (uint32_t y = 0; y < rows; y++) {
      // The row has space for a whole row of the picture, because libpng writes that much.
      reader_read_row(reader, reader->band, pass == last && y == rows - 1);
      if (!pass_spool_append(spool, reader->band, columns)) return fail_to_spool(reader);
    }
  }
  if (!pass_spool_flush(spool)) return fail_to_spool(reader);
  reader->spool_ready = true;
  return PAINT_PNG_OK;
}

paint_png_status reader_read_passes(paint_png_reader *reader) {
  if (reader->spooled) return reader->spool_ready ? PAINT_PNG_OK : spool_passes(reader);
  return reader->mapped_bytes ? PAINT_PNG_OK : read_into_memory(reader);
}

paint_png_status reader_assemble_row(paint_png_reader *reader, uint32_t y, uint32_t *row) {
  return pass_spool_read(&reader->spool, y, row) ? PAINT_PNG_OK : fail_to_spool(reader);
}
