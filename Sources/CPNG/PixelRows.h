// The rows of a picture that is not interlaced and has samples of 8 bits, read without libpng.
#ifndef PAINT_PIXEL_ROWS_H
#define PAINT_PIXEL_ROWS_H
#include "Inflater.h"
#include "Reader.h"

struct pixel_rows {
  inflater stream;
  size_t row_bytes;      // in the stream, with the filter's byte
  size_t pixel_bytes;    // 1 to 4
  uint64_t row_start;    // where the next row begins in the stream
  uint64_t piece_start;  // the output when the present piece of input was loaded
  uint32_t chunk_left;   // bytes of the present IDAT chunk that are not loaded
  uint32_t crc;          // of what was loaded
  bool is_ended;         // the compressed stream
  uint32_t *above;       // the row above the next one, if that was not in the same band
  uint8_t *samples[2];   // of grey and palette: the row above, and the next one
  bool has_key;          // a colour is transparent: tRNS of grey or RGB
  uint32_t key;
  uint32_t palette[256];  // of grey and palette: the pixel of each sample
  uint32_t inflated;      // rows so far
  uint64_t drained;       // the output when a source that ended was asked for more last
  uint32_t cut_rows;      // complete ones behind them, of a source that ended, which are only counted
  uint8_t *ahead[2];      // rows that are inflated ahead, alternately, or NULL
  uint32_t ahead_rows;    // how many each can have
};

/// Whether the picture of this header is one of these.
bool pixel_rows_can_read(const paint_png_reader *reader);
/// Prepares to read: libpng has just read the header of the first IDAT chunk, and must not read the pixels any more.
paint_png_status pixel_rows_start(paint_png_reader *reader);
/// Reads `count` rows into the band.
paint_png_status pixel_rows_read(paint_png_reader *reader, uint32_t count);
/// Makes room for bands of `count` rows that are inflated ahead; false without memory.
bool pixel_rows_prepare_ahead(paint_png_reader *reader, uint32_t count);
/// Inflates the next `count` rows into that room. Does not touch what `pixel_rows_make` changes.
paint_png_status pixel_rows_inflate(paint_png_reader *reader, uint32_t count);
/// Makes `count` rows that were inflated into that room into the band. Does not touch what `pixel_rows_inflate` changes.
void pixel_rows_make(paint_png_reader *reader, uint32_t count);
void pixel_rows_destroy(pixel_rows *rows);
#endif
