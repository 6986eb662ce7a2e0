// The libraries of picture formats behind functions that return, each loaded with dlopen when a picture of its format is
// first opened. They need not be installed where the program runs; their headers are needed to build it.
//
// libjpeg reports errors by longjmp, which must not cross a Swift frame: each function below catches the jump itself and
// returns a status. A reader or writer is for one thread at a time.
#ifndef CPICTURELIBRARIES_H
#define CPICTURELIBRARIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a call ended. Once a reader or writer has failed, all its later calls return the same failure.
typedef enum cpl_status {
  CPL_OK = 0,
  /// A read failed; the errno is kept.
  CPL_IO,
  /// The bytes end inside the picture.
  CPL_TRUNCATED,
  /// The library refused the data; its message is kept.
  CPL_DAMAGED,
  /// Valid, but of a kind that is not supported; the message says which.
  CPL_UNSUPPORTED,
  /// The picture or its file exceeds a limit; the message says which.
  CPL_TOO_LARGE,
  /// The file has fewer pages than were asked for.
  CPL_NO_PAGE,
  /// The system gave no memory.
  CPL_NO_MEMORY,
  /// A further library that this picture needs, libwebpdemux, is missing or has another version.
  CPL_NO_LIBRARY,
  /// An image within the picture has more pixels than the limit; the message says which.
  CPL_TOO_LARGE_WITHIN,
} cpl_status;

// MARK: Libraries (Loading.c)

enum {
  CPL_JPEG = 0, CPL_WEBP, CPL_WEBP_ANIMATION, CPL_TIFF, CPL_GIF, CPL_AVIF, CPL_HEIF,
  CPL_LIBRARY_COUNT
};

/// CPL_REFUSED: the system refused to open it, for example because too many files are open.
enum { CPL_LOADED = 0, CPL_NOT_INSTALLED = 1, CPL_WRONG_VERSION = 2, CPL_REFUSED = 3 };

/// Loads a library, once unless the system refuses it; no reader or writer of its format may be created unless this has returned CPL_LOADED.
int cpl_load(int library);
/// The system's reason, as in errno, for the last CPL_REFUSED; 0 if there was none.
int cpl_load_error(int library);
/// The library's name as its authors write it, such as "libwebp".
const char *cpl_library_name(int library);
/// The Debian package that contains it, such as "libwebp7".
const char *cpl_library_package(int library);
/// The library's own name for its version, once loaded; "" if it does not tell.
const char *cpl_library_version(int library);
/// Whether the dynamic linker finds a library of this file name; for tests of a missing one.
bool cpl_can_open(const char *file_name);

/// Has C's `stderr` hide the lines that some decoders print about damaged data, from when their libraries are loaded.
///
/// For a program that reports errors itself. It replaces the variable `stderr`, whose new stream is not buffered and, while
/// nothing is decoded, writes to the same descriptor.
void cpl_hide_messages(void);

// MARK: Sources (Source.c)

/// The bytes of a picture: a copy in memory, or what a descriptor delivers from its current offset.
typedef struct cpl_source cpl_source;

/// The descriptor stays the caller's. NULL without memory.
cpl_source *cpl_source_create_fd(int fd);
/// Copies the bytes. NULL without memory.
cpl_source *cpl_source_create_bytes(const uint8_t *bytes, size_t count);
/// NULL is fine.
void cpl_source_destroy(cpl_source *source);
/// Lends at most `count` of the next bytes, at most 4096, without taking them; fewer mean the end or an error.
size_t cpl_source_peek(cpl_source *source, size_t count, const uint8_t **bytes);
/// Takes the next bytes; fewer mean the end or an error.
size_t cpl_source_read(cpl_source *source, uint8_t *bytes, size_t count);
/// Lends all bytes from the current place on: CPL_IO, CPL_NO_MEMORY, or CPL_TOO_LARGE for more than `limit` bytes.
cpl_status cpl_source_all(cpl_source *source, size_t limit, const uint8_t **bytes, size_t *count);
/// The descriptor, set back to the picture's first byte; -1 unless it is that of a regular file.
int cpl_source_rewound(cpl_source *source);
/// For tests: the read of the descriptor with this number, from 1 and counted from now on, fails once with EIO.
void cpl_source_fail_read(cpl_source *source, uint64_t number);
/// The errno of a read that failed, or 0.
int cpl_source_errno(const cpl_source *source);

// MARK: Reading (Reader.c and a file for each format)

/// What a density counts pixels by: for a ratio nothing, only the shape of a pixel is known.
enum { CPL_NO_DENSITY = 0, CPL_RATIO, CPL_PER_INCH, CPL_PER_CENTIMETRE };

typedef struct cpl_density {
  int unit;
  /// Pixels across and down.
  double x, y;
} cpl_density;

/// How samples are stored.
enum { CPL_GREY = 0, CPL_RGB, CPL_PALETTE, CPL_CMYK, CPL_YCBCR, CPL_LAB };

/// What the bits of a sample are.
enum { CPL_UNSIGNED = 0, CPL_SIGNED, CPL_FLOAT };

typedef struct cpl_header {
  /// Pixels as they will be read: after scaling, before the orientation.
  uint32_t width, height;
  /// Pixels in the file.
  uint32_t full_width, full_height;
  /// The scale in eighths, if it is not the full size; otherwise 0 or 8. The last row and column of pixels may be partly
  /// outside of the picture.
  uint32_t eighths;
  /// Bits a sample; samples a pixel, alpha included.
  uint32_t depth, channels;
  int color;
  int sample_kind;
  /// The floating-point numbers that become 0 and 255, once pixels were read; 255 and 0 if white is the least.
  double low, high;
  bool is_white_least;
  /// The least and the greatest of the picture, if these were asked for, and what is no number does not count; `low` and
  /// `high` otherwise.
  double least, greatest;
  /// How many samples of the rows that were read are no numbers; they become 0, also if white is the least.
  uint64_t not_numbers;
  bool has_alpha;
  /// As in EXIF, 1…8; 0 if the format has no place of its own for it, or states nothing there.
  uint32_t orientation;
  /// Whether what EXIF states of the orientation does not count.
  bool ignores_exif_orientation;
  cpl_density density;
  uint32_t pages;
  /// Whether rows are decoded as they are read; otherwise all of the picture is in memory.
  bool is_streamed;
  /// Pixels that are in memory at once: all of them, or those of a strip or a row of tiles; 0 if these are only rows.
  uint64_t at_once;
  /// A payload of EXIF, from its byte order mark on, or NULL; lives as long as the reader.
  const uint8_t *exif;
  size_t exif_count;
  /// A packet of XMP, or NULL; lives as long as the reader.
  const uint8_t *xmp;
  size_t xmp_count;
  /// Whether there are numbers of H.273 for the primaries and the transfer function.
  bool has_code_points;
  uint16_t primaries, transfer;
  /// The ICC profile, or NULL; lives as long as the reader.
  const uint8_t *profile;
  size_t profile_count;
} cpl_header;

typedef struct cpl_reading {
  /// The page or frame, from 0.
  uint32_t page;
  /// The most pixels in memory at once.
  uint64_t pixel_limit;
  /// Damaged and missing pixels do not end reading.
  bool is_lenient;
  /// Threads that a library may use; at least 1.
  uint32_t threads;
  /// The floating-point numbers that become 0 and 255; those of the picture unless `low` is less than `high`.
  double low, high;
} cpl_reading;

typedef struct cpl_reader cpl_reader;

/// A reader of the picture in `source`, which stays the caller's and must outlive it. NULL without memory.
cpl_reader *cpl_jpeg_reader(cpl_source *source, cpl_reading reading);
cpl_reader *cpl_webp_reader(cpl_source *source, cpl_reading reading);
cpl_reader *cpl_tiff_reader(cpl_source *source, cpl_reading reading);
cpl_reader *cpl_gif_reader(cpl_source *source, cpl_reading reading);
cpl_reader *cpl_avif_reader(cpl_source *source, cpl_reading reading);
cpl_reader *cpl_heif_reader(cpl_source *source, cpl_reading reading);
/// NULL is fine.
void cpl_reader_destroy(cpl_reader *reader);

/// Reads the header. The pixel limit is not applied yet.
cpl_status cpl_reader_open(cpl_reader *reader);
const cpl_header *cpl_reader_header(const cpl_reader *reader);
/// Chooses the smallest size that the format can be decoded at, and that is at least this, for rows as they are stored;
/// only between `cpl_reader_open` and the first row. Formats that cannot do that keep their size, as does a size of 0.
cpl_status cpl_reader_reduce(cpl_reader *reader, uint32_t width, uint32_t height);
/// Lends the next `rows` rows of RGBA8 until the next call; at most as many as the first call asked for.
cpl_status cpl_reader_read(cpl_reader *reader, uint32_t rows, const uint32_t **pixels);
/// Reads what follows the last row.
cpl_status cpl_reader_finish(cpl_reader *reader);

/// An application segment of a JPEG, or a comment.
typedef struct cpl_segment {
  /// The last byte of its marker.
  uint8_t marker;
  /// What follows its length; lives as long as the reader.
  const uint8_t *bytes;
  size_t count;
} cpl_segment;

/// The next segment of an opened JPEG that may have metadata; false if there are no more.
bool cpl_jpeg_next_segment(cpl_reader *reader, cpl_segment *segment);
/// The place of the directory of an opened TIFF's page.
uint64_t cpl_tiff_directory(const cpl_reader *reader);
/// Copies bytes of an opened TIFF; returns how many there are.
size_t cpl_tiff_read_at(cpl_reader *reader, uint64_t place, uint8_t *bytes, size_t count);

/// The library's words for the failure or the first damage, printable ASCII, or "".
const char *cpl_reader_message(const cpl_reader *reader);
/// The first damage of the pixels, which does not end a lenient reading: CPL_OK, CPL_TRUNCATED or CPL_DAMAGED.
cpl_status cpl_reader_damage(const cpl_reader *reader);
/// Whether a lenient reading goes on behind that damage; also known to a reading that is not lenient.
bool cpl_reader_is_acceptable(const cpl_reader *reader);
/// How many rows from the top on are not affected by the damage.
uint32_t cpl_reader_good_rows(const cpl_reader *reader);
/// Whether these rows are not next to each other: those of an interlaced GIF.
bool cpl_reader_has_spread_rows(const cpl_reader *reader);
/// What was ignored, printable ASCII, or "".
const char *cpl_reader_warning(const cpl_reader *reader);

/// Whether a message of libtiff, which has only texts, says that the system has no memory (TIFFMessages.c). One about a limit
/// does not, and neither does one about an amount that no system has: a damaged file can state it.
bool cpl_tiff_lacks_memory(const char *message);

// MARK: Writing (Writer.c and a file for each format)

/// What a writer stores; fields that a format does not know are ignored.
typedef struct cpl_writing {
  uint32_t width, height;
  /// 0…100; JPEG 1…100.
  int quality;
  /// How many pixels share one sample of colour, across and down: 1 or 2 each.
  int subsampling_x, subsampling_y;
  bool is_progressive, is_lossless;
  /// TIFF: LZW, not Deflate.
  bool uses_lzw;
  /// Every pixel has alpha 255.
  bool is_opaque;
  /// Red, green and blue of every pixel are the same, and stored as grey.
  bool is_gray;
  /// TIFF: the byte order.
  bool is_big_endian;
  /// TIFF and AVIF: how the picture is turned to be upright, as in EXIF, 1…8.
  uint32_t orientation;
  /// AVIF: numbers of H.273 for the primaries and the transfer function, if there are any.
  bool has_code_points;
  uint16_t primaries, transfer;
  const uint8_t *profile;
  size_t profile_count;
  /// EXIF from its byte order mark on, and a packet of XMP.
  const uint8_t *exif;
  size_t exif_count;
  const uint8_t *xmp;
  size_t xmp_count;
  /// JPEG: its segments with metadata, each with the last byte of its marker and two bytes with the length of the rest.
  const uint8_t *segments;
  size_t segments_count;
  cpl_density density;
  /// Threads that a library may use; at least 1.
  uint32_t threads;
} cpl_writing;

typedef struct cpl_writer cpl_writer;

/// A writer; profile, EXIF, XMP and segments must outlive it. NULL without memory.
cpl_writer *cpl_jpeg_writer(cpl_writing writing);
cpl_writer *cpl_webp_writer(cpl_writing writing);
cpl_writer *cpl_tiff_writer(cpl_writing writing);
cpl_writer *cpl_avif_writer(cpl_writing writing);
/// NULL is fine.
void cpl_writer_destroy(cpl_writer *writer);

/// Begins the picture.
cpl_status cpl_writer_start(cpl_writer *writer);
/// Takes the next rows of RGBA8.
cpl_status cpl_writer_write(cpl_writer *writer, const uint32_t *pixels, uint32_t rows);
/// Ends the picture, after its last row.
cpl_status cpl_writer_finish(cpl_writer *writer);
/// Lends the finished bytes that were not taken yet, until the next call.
void cpl_writer_take(cpl_writer *writer, const uint8_t **bytes, size_t *count);
/// A new file without a name, which its descriptor alone keeps; -1 where it cannot be made.
int cpl_unnamed_file(void);
/// The library's words for the failure, printable ASCII, or "".
const char *cpl_writer_message(const cpl_writer *writer);

#endif
