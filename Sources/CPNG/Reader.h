// What the parts of the reader share.
#ifndef PAINT_READER_H
#define PAINT_READER_H
#include <png.h>

#include "ByteSource.h"
#include "CPNG.h"
#include "PassSpool.h"

enum {
  READER_WARNING_LIMIT = 8,
  READER_TEXT_CAPACITY = 200,
  // What libpng may allocate for one chunk.
  READER_CHUNK_BYTES_LIMIT = 2 << 20,
  // How many chunks are kept.
  READER_KEPT_LIMIT = 64,
};

typedef struct pixel_rows pixel_rows;

struct paint_png_reader {
  png_structp png;
  png_infop info;
  byte_source source;
  paint_png_status status;
  char message[READER_TEXT_CAPACITY];
  char warnings[READER_WARNING_LIMIT][READER_TEXT_CAPACITY];
  int warning_count;
  uint32_t width, height;
  int bit_depth;
  int color_type;
  bool has_alpha;
  bool interlaced;
  // The position of libpng in the file, to distinguish pixel data from other data.
  uint32_t chunk_remaining;  // unread bytes of the current chunk, including its checksum
  bool in_pixels;            // that chunk is an IDAT
  uint64_t pixel_budget;     // bytes of IDAT that may still be read
  uint64_t file_row_bytes;   // a row before it becomes RGBA8
  bool only_libpng;          // no rows are read here
  pixel_rows *rows;          // how rows are read here, or NULL
  uint32_t next_row;
  uint32_t *band;  // the band passed last; for an interlaced picture all of it
  uint32_t band_rows;
  size_t mapped_bytes;  // of `band`, if it is a mapping
  uint64_t memory_limit;
  bool spooled;      // an interlaced picture whose passes go to a file
  pass_spool spool;
  bool passes_are_read;      // as far as they are there
  int pass;                  // of an interlaced picture, that of the next row to be read
  uint32_t pass_row;         // where that row is in the picture
  bool accepts_missing;      // damage leaves the pixels behind it transparent
  uint32_t rows_read;        // of a picture without passes, that libpng has read
  paint_png_status damage;   // that was accepted
  png_unknown_chunkp chunks;
  int chunk_count;
  unsigned wrong_checksums;  // a bit for each kind of kept chunk
  bool dropped_exif;         // an eXIf chunk is too large to be kept
  paint_png_chunk behind[READER_KEPT_LIMIT];  // the kept chunks behind the pixels
  int behind_count;
  bool is_behind_unknown;  // these cannot be found before the pixels are read
};

/// Fails with a status.
paint_png_status reader_fail(paint_png_reader *reader, paint_png_status status);
/// Fails because of the data, with libpng's message.
paint_png_status reader_refuse(paint_png_reader *reader, const char *message);
/// Fails because the source ended, or could not be read.
paint_png_status reader_fail_at_end(paint_png_reader *reader);
/// Keeps a warning of libpng's, unless it is expected.
void reader_warn(paint_png_reader *reader, const char *message);
/// Whether chunks of this type are kept behind the pixels.
bool reader_is_kept_behind(const uint8_t *type);
/// Whether reading never waits for another program, and can begin anywhere; false with the source's `error_number` set if
/// that cannot be found out.
bool reader_is_at_hand(paint_png_reader *reader);
/// Finds the kept chunks behind the pixels, if the source has any place at hand (ChunksBehind.c); fails with PAINT_PNG_IO
/// if it cannot be read there, and with PAINT_PNG_NO_MEMORY.
paint_png_status reader_find_chunks_behind(paint_png_reader *reader);
void reader_free_chunks_behind(paint_png_reader *reader);
/// Counts bytes of IDAT that were read; false, with the failure, if they are more than may still be read.
bool reader_spend(paint_png_reader *reader, size_t count);
/// The bytes of IDAT that may be read with this row: after the last one, only so many that inflating them is cheap.
uint64_t reader_budget(const paint_png_reader *reader, bool is_last);

/// Reads the next row with libpng, which may jump.
void reader_read_row(paint_png_reader *reader, uint32_t *pixels, bool is_last);
/// Reads all passes of an interlaced picture, if that was not done yet (ReaderPasses.c).
paint_png_status reader_read_passes(paint_png_reader *reader);
/// Assembles a row of the picture from passes in a file.
paint_png_status reader_assemble_row(paint_png_reader *reader, uint32_t y, uint32_t *row);
#endif
