#include <errno.h>
#include <sys/mman.h>

#include "PixelRows.h"
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
      reader->pass = pass;
      reader->pass_row = y;
      reader_read_row(reader, reader->band + (size_t)y * reader->width, is_last);
    }
  }
  reader->pass = PAINT_PASSES;
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
      reader->pass = pass;
      reader->pass_row = pass_place(pass, y);
      // The row has space for a whole row of the picture, because libpng writes that much.
      reader_read_row(reader, reader->band, pass == last && y == rows - 1);
      if (!pass_spool_append(spool, reader->band, columns)) return fail_to_spool(reader);
    }
  }
  reader->pass = PAINT_PASSES;
  return pass_spool_flush(spool) ? PAINT_PNG_OK : fail_to_spool(reader);
}

paint_png_status reader_read_passes(paint_png_reader *reader) {
  if (reader->passes_are_read) return PAINT_PNG_OK;
  const paint_png_status status = reader->spooled ? spool_passes(reader) : read_into_memory(reader);
  const bool is_damage = status == PAINT_PNG_TRUNCATED || status == PAINT_PNG_DAMAGED;
  if (status != PAINT_PNG_OK && !(is_damage && paint_png_reader_has_pixels(reader) && reader->accepts_missing))
    return status;
  if (status != PAINT_PNG_OK) {
    reader->damage = status;
    reader->status = PAINT_PNG_OK;
    // In memory the other pixels are transparent already.
    if (reader->spooled && !pass_spool_fill(&reader->spool)) return fail_to_spool(reader);
  }
  reader->passes_are_read = true;
  return PAINT_PNG_OK;
}

int paint_png_reader_complete_passes(const paint_png_reader *reader) { return reader->pass; }

bool paint_png_reader_has_pixels(const paint_png_reader *reader) {
  if (reader->interlaced) return reader->pass > 0 || reader->pass_row > 0;
  return paint_png_reader_complete_rows(reader) > 0;
}

uint32_t paint_png_reader_complete_rows(const paint_png_reader *reader) {
  if (!reader->interlaced) return reader->rows ? reader->rows->inflated + reader->rows->cut_rows : reader->rows_read;
  uint32_t rows = reader->height;
  for (int pass = reader->pass; pass < PAINT_PASSES; pass++) {
    if (pass_columns(&reader->spool, pass) == 0 || pass_rows(&reader->spool, pass) == 0) continue;
    uint32_t row = 0;
    // In memory the place may be between two rows of the pass.
    while (pass == reader->pass && row < pass_rows(&reader->spool, pass) && pass_place(pass, row) < reader->pass_row) row++;
    if (row < pass_rows(&reader->spool, pass) && pass_place(pass, row) < rows) rows = pass_place(pass, row);
  }
  return rows;
}

paint_png_status reader_assemble_row(paint_png_reader *reader, uint32_t y, uint32_t *row) {
  return pass_spool_read(&reader->spool, y, row) ? PAINT_PNG_OK : fail_to_spool(reader);
}
