// A wrapper of libpng whose functions return errors, and the system's zlib.
//
// libpng reads, and reports errors by longjmp, which must not cross a Swift frame. So every function below catches the
// jump itself and returns a status; the reader keeps the error. Swift calls these functions, never libpng; png.h is only
// included for its constants, and for tests that read a file with libpng's simplified interface, which does not jump.
// The pixels of most pictures are read without libpng, faster and with the same verdicts (PixelRows.c). Writing does not use
// libpng, which compresses on one thread and in one way.
#ifndef PAINT_CPNG_H
#define PAINT_CPNG_H
#include <png.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

/// How a call ended. Once a reader or writer has failed, all its later calls return the same failure.
typedef enum paint_png_status {
  PAINT_PNG_OK = 0,
  /// A read or write failed; the errno is kept.
  PAINT_PNG_IO,
  /// The source ended inside the picture.
  PAINT_PNG_TRUNCATED,
  /// libpng, or what reads pixels in its place, refused the data or the call; libpng's message is kept.
  PAINT_PNG_DAMAGED,
  /// A side of the picture is longer than the limit.
  PAINT_PNG_TOO_WIDE,
  /// An interlaced picture needs more memory than the limit.
  PAINT_PNG_INTERLACED_TOO_LARGE,
  /// There is not enough memory.
  PAINT_PNG_NO_MEMORY,
} paint_png_status;

// MARK: Reading (Reader.c)

/// Reads one PNG picture, top to bottom, as straight RGBA8.
typedef struct paint_png_reader paint_png_reader;

/// A reader of `fd` from its current position; the caller keeps owning `fd`. NULL without memory.
paint_png_reader *paint_png_reader_create_fd(int fd);
/// A reader of a copy of these bytes. NULL without memory.
paint_png_reader *paint_png_reader_create_bytes(const uint8_t *bytes, size_t count);
/// Before the start: an interlaced picture of more bytes of RGBA8 than these, usually 64 MiB, is assembled in an
/// unnamed temporary file in $TMPDIR or /tmp instead of in memory.
void paint_png_reader_limit_memory(paint_png_reader *reader, uint64_t bytes);
/// Before the start: if a picture is damaged, its pixels up to there are lent and the others are transparent, provided
/// that at least a row, of an interlaced picture one of its first pass, is there.
void paint_png_reader_accept_missing(paint_png_reader *reader);
/// Before the start: all rows are read with libpng, for tests that compare with it.
void paint_png_reader_use_libpng(paint_png_reader *reader);
/// Before the start: the read of the descriptor with this number, from 1, fails once with EIO, for tests.
void paint_png_reader_fail_read(paint_png_reader *reader, uint64_t number);
/// Frees the reader; NULL is fine.
void paint_png_reader_destroy(paint_png_reader *reader);

/// Reads up to the first pixel and prepares nothing to read it, for the header alone.
paint_png_status paint_png_reader_read_header(paint_png_reader *reader, uint32_t side_limit);
/// Reads up to the first pixel; `side_limit` in pixels, `interlaced_limit` in bytes of RGBA8.
paint_png_status paint_png_reader_start(paint_png_reader *reader, uint32_t side_limit, uint64_t interlaced_limit);
/// Reads the next `rows` rows, at most as many as the first call, valid until the next call.
paint_png_status paint_png_reader_read_band(paint_png_reader *reader, uint32_t rows, const uint32_t **pixels);
/// Before the first band: makes room so that bands of `rows` rows can be inflated ahead, while others are made into
/// pixels; if false, `paint_png_reader_read_band` must be used instead.
bool paint_png_reader_prepare_ahead(paint_png_reader *reader, uint32_t rows);
/// Inflates the next band, at most one ahead of those that were made; on a failure the status says so. May run on
/// another thread while a band that was inflated before is made.
void paint_png_reader_inflate_band(paint_png_reader *reader);
/// The first failure of the reader.
paint_png_status paint_png_reader_status(const paint_png_reader *reader);
/// The damage that was accepted, which the message describes; PAINT_PNG_OK for none.
paint_png_status paint_png_reader_damage(const paint_png_reader *reader);
/// How many rows from the top have all their pixels, once reading them has failed or ended.
uint32_t paint_png_reader_complete_rows(const paint_png_reader *reader);
/// How many of the seven passes of an interlaced picture are complete, once reading them has failed or ended.
int paint_png_reader_complete_passes(const paint_png_reader *reader);
/// Whether a row, of an interlaced picture one of a pass, is there, once reading has failed or ended.
bool paint_png_reader_has_pixels(const paint_png_reader *reader);
/// Makes pixels of the next band, which was inflated; valid until the next call.
const uint32_t *paint_png_reader_make_band(paint_png_reader *reader);
/// Reads from the pixels to the end of the picture.
paint_png_status paint_png_reader_finish(paint_png_reader *reader);

uint32_t paint_png_reader_width(const paint_png_reader *reader);
uint32_t paint_png_reader_height(const paint_png_reader *reader);
/// Bits per sample in the file: 1, 2, 4, 8 or 16.
int paint_png_reader_bit_depth(const paint_png_reader *reader);
/// The colour type in the file: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha.
int paint_png_reader_color_type(const paint_png_reader *reader);
/// Whether pixels may be transparent: by their alpha, or by a tRNS chunk.
bool paint_png_reader_has_alpha(const paint_png_reader *reader);
bool paint_png_reader_is_interlaced(const paint_png_reader *reader);
int paint_png_reader_errno(const paint_png_reader *reader);
/// Whether that error is about the temporary file of an interlaced picture.
bool paint_png_reader_spool_failed(const paint_png_reader *reader);
/// libpng's message, or "".
const char *paint_png_reader_message(const paint_png_reader *reader);
/// The distinct warnings of libpng and of the limits on chunks so far, the first few of them.
int paint_png_reader_warning_count(const paint_png_reader *reader);
const char *paint_png_reader_warning(const paint_png_reader *reader, int index);
/// Whether an eXIf chunk was too large to be kept.
bool paint_png_reader_dropped_exif(const paint_png_reader *reader);

/// A kept chunk, unchanged; `bytes` is valid as long as the reader.
typedef struct paint_png_chunk {
  uint8_t type[4];
  const uint8_t *bytes;
  size_t count;
  bool after_palette;
  bool after_pixels;
  bool wrong_checksum;
} paint_png_chunk;

/// The chunks iCCP, sRGB, gAMA, cHRM, cICP, pHYs, eXIf and those of texts, unchecked, in the file's order. Those after the
/// pixels are among them in memory and in regular files; for others there is a warning at the end of the picture.
int paint_png_reader_chunk_count(const paint_png_reader *reader);
paint_png_chunk paint_png_reader_chunk(const paint_png_reader *reader, int index);

/// Reads once from `fd`, at most `count` bytes; returns their number, 0 at the end, minus an errno on an error.
int64_t paint_png_read_some(int fd, uint8_t *bytes, size_t count);

// MARK: Colours (ColorSurvey.c)

/// The most colours of a palette.
#define PAINT_PNG_PALETTE 256

/// Collects what the colour type of a picture depends on; the order of its pixels has no effect.
typedef struct paint_png_survey paint_png_survey;

/// A survey of no pixels. NULL without memory.
paint_png_survey *paint_png_survey_create(void);
/// Frees the survey; NULL is fine.
void paint_png_survey_destroy(paint_png_survey *survey);
void paint_png_survey_add(paint_png_survey *survey, const uint32_t *pixels, size_t count);
/// Whether a pixel has an alpha below 255.
bool paint_png_survey_is_translucent(const paint_png_survey *survey);
/// Whether the red, green and blue of a pixel differ.
bool paint_png_survey_is_colored(const paint_png_survey *survey);
/// Copies the colours, in any order, and returns their number. If there are more than `PAINT_PNG_PALETTE`, it returns
/// more than that and copies nothing.
uint32_t paint_png_survey_colors(const paint_png_survey *survey, uint32_t colors[PAINT_PNG_PALETTE]);

// MARK: Compressing (BandEncoder.c)

/// How the pixels of a picture are stored.
typedef struct paint_png_layout {
  /// PNG_COLOR_TYPE_GRAY, RGB, PALETTE, GRAY_ALPHA or RGB_ALPHA.
  uint8_t color_type;
  /// Bits of a sample: 8, for grey and palettes also 1, 2 and 4.
  uint8_t depth;
  uint16_t palette_count;
  /// The colours of the palette, all different, those with alpha first.
  uint32_t palette[PAINT_PNG_PALETTE];
} paint_png_layout;

typedef enum paint_png_compression { PAINT_PNG_FAST, PAINT_PNG_DEFAULT, PAINT_PNG_BEST } paint_png_compression;

/// Bytes of a row, without its filter.
size_t paint_png_row_bytes(const paint_png_layout *layout, uint32_t width);
/// The rows of a band, into which every picture of this width is divided; the last band may have fewer.
uint32_t paint_png_band_rows(const paint_png_layout *layout, uint32_t width);

/// Filters and compresses bands of a picture, each independent of the others; for one thread at a time.
typedef struct paint_png_encoder paint_png_encoder;

/// An encoder of bands of at most `rows` rows. NULL without memory.
paint_png_encoder *paint_png_encoder_create(
  const paint_png_layout *layout, uint32_t width, uint32_t rows, paint_png_compression compression);
/// Frees the encoder; NULL is fine.
void paint_png_encoder_destroy(paint_png_encoder *encoder);

/// A compressed band: deflate blocks, and what is needed to join them.
typedef struct paint_png_band {
  /// Whether all pixels can be stored in the layout; if not, there are no bytes.
  bool fits;
  /// Lives until the encoder is used again.
  const uint8_t *bytes;
  size_t count;
  /// The CRC-32 of these bytes.
  uint32_t crc;
  /// The Adler-32 and the number of the bytes that they inflate to.
  uint32_t adler;
  uint64_t length;
} paint_png_band;

/// Encodes `rows` rows of RGBA8 below the row `above`, which is NULL for the first band. The last band ends the stream.
paint_png_band paint_png_encoder_encode(
  paint_png_encoder *encoder, const uint32_t *above, const uint32_t *pixels, uint32_t rows, bool last);

// MARK: Writing (Writer.c)

/// Writes the chunks of one PNG picture or animation.
typedef struct paint_png_writer paint_png_writer;

/// A writer to `fd`, which the caller keeps owning. NULL without memory.
paint_png_writer *paint_png_writer_create(
  int fd, const paint_png_layout *layout, uint32_t width, uint32_t height, paint_png_compression compression);
/// Frees the writer, whatever state the file is in; NULL is fine.
void paint_png_writer_destroy(paint_png_writer *writer);

/// Writes the signature and the header.
paint_png_status paint_png_writer_start(paint_png_writer *writer);
/// Writes an ancillary chunk; only between start and the palette.
paint_png_status paint_png_writer_write_chunk(
  paint_png_writer *writer, const uint8_t type[4], const uint8_t *bytes, size_t count);
/// Writes the palette and its alpha, if there is one, before the first band.
paint_png_status paint_png_writer_write_palette(paint_png_writer *writer);
/// Writes the next band of the picture or frame; after the last one its stream is complete.
paint_png_status paint_png_writer_write_band(paint_png_writer *writer, const paint_png_band *band, bool last);
/// A frame of an animation: its box on the picture, and for how long it shows, in seconds as a fraction.
typedef struct paint_png_frame {
  uint32_t x, y, width, height;
  uint16_t delay_numerator, delay_denominator;
} paint_png_frame;

/// Begins the next frame of an animation, whose bands follow. The first frame is the whole picture; the acTL chunk is
/// written before it.
paint_png_status paint_png_writer_begin_frame(paint_png_writer *writer, const paint_png_frame *frame);
/// Ends the picture and writes the last bytes (no fsync); all bands must be written.
paint_png_status paint_png_writer_finish(paint_png_writer *writer);

/// Truncates the file to where the picture began, and moves there, for another writer.
paint_png_status paint_png_writer_rewind(paint_png_writer *writer);

int paint_png_writer_errno(const paint_png_writer *writer);

// MARK: Colour profiles (ColorProfile.c)

/// Inflates the payload of an iCCP chunk, at most `limit` bytes, without keeping them, and returns the profile's colour
/// space ("RGB ", "GRAY" …). False unless it is a complete profile of at most `limit` bytes.
bool paint_png_profile_color_space(const uint8_t *payload, size_t count, size_t limit, uint8_t color_space[4]);
#endif
