// What the files that read TIFF share.
#ifndef CPL_TIFFREADER_H
#define CPL_TIFFREADER_H

#include "Libraries.h"
#include "Reader.h"
#include "TIFFSamples.h"

/// How pixels are read: rows as they are stored, strips or rows of tiles at once, or converted by the library.
enum { BY_ROW, BY_STRIP, BY_TILE, BY_CONVERTED_STRIP, BY_CONVERTED_TILE };

typedef struct {
  TIFF *tiff;
  cpl_source *source;
  // The file, where its source cannot be read at any place.
  const uint8_t *bytes;
  uint64_t count, place;
  bool has_ended;  // a read came to the end of the file
  bool is_cut;     // pages, or pixels of pages that were not asked for, are behind the end of the file
  bool lacks_values;  // of the page's directory, because the file ends
  bool is_decoding;   // pixels, so that warnings are about them
  bool lacks_memory;  // the library said so at any time, perhaps only in a warning
  bool has_limited;   // the library refused to allocate as much as the file states; what it says then is not about memory
  char error[CPL_TEXT_CAPACITY];

  tiff_samples samples;
  int way;
  bool is_converted_straight;
  uint32_t block_width, block_height;  // of a tile; the rows of a strip
  size_t plane_bytes, row_bytes;       // of a strip or tile, or of a row
  uint8_t *raw;                        // one for each plane
  uint32_t *block;                     // decoded rows of a strip or of a row of tiles
  uint32_t *tile;                      // a converted one
  uint32_t block_first, block_rows;    // which they are
  uint32_t blank_to;                   // the row up to which a lenient reader has no pixels
  bool has_pixels;                     // something could be read
  uint32_t *band;
} tiff_reader;

/// Before a call of the library, so that an error afterwards is its own.
void tiff_forget_error(tiff_reader *state);
/// CPL_IO or CPL_NO_MEMORY if that has happened since the reader was made, otherwise CPL_OK. The library passes over values
/// that it cannot read for such a reason, such as a profile, and the picture would be another one.
cpl_status tiff_system_failure(const cpl_reader *reader);
/// The status of a call that failed.
cpl_status tiff_failure(const cpl_reader *reader);
/// For `cpl_format`, after the header was read.
cpl_status tiff_begin(cpl_reader *reader);
cpl_status tiff_read(cpl_reader *reader, uint32_t rows, const uint32_t **pixels);

#endif
