// What the readers of all formats have in common, for the files of this target.
#ifndef CPL_READER_H
#define CPL_READER_H

#include "CPictureLibraries.h"
#include "Source.h"

enum {
  CPL_TEXT_CAPACITY = 200,
  /// The largest file that has to be in memory as a whole.
  CPL_FILE_LIMIT = 1 << 30,
};

/// What a format does; `state` is its own.
typedef struct cpl_format {
  cpl_status (*open)(cpl_reader *reader);
  /// Before the first row; NULL if there is nothing to do.
  cpl_status (*begin)(cpl_reader *reader);
  /// Sets `pixels` to the next rows.
  cpl_status (*read)(cpl_reader *reader, uint32_t rows, const uint32_t **pixels);
  /// After the last row; NULL if there is nothing to do.
  cpl_status (*finish)(cpl_reader *reader);
  /// Frees the state, which may be incomplete.
  void (*close)(void *state);
  /// Chooses a smaller size, as `cpl_reader_reduce`; NULL if the format has one size.
  cpl_status (*reduce)(cpl_reader *reader, uint32_t width, uint32_t height);
} cpl_format;

struct cpl_reader {
  const cpl_format *format;
  cpl_source *source;
  cpl_reading reading;
  cpl_header header;
  void *state;
  cpl_status status;
  char message[CPL_TEXT_CAPACITY], warning[CPL_TEXT_CAPACITY];
  bool has_begun;
  uint32_t next_row;
  cpl_status damage;
  bool is_acceptable;  // a lenient reading goes on behind the damage
  uint32_t good_rows;
  bool has_spread_rows;         // these are not next to each other
  uint32_t *pixels;             // all of them, of a format that is not streamed; its readers set and may free it
  const uint32_t *lent_pixels;  // in place of these, in the memory of the format's state
};

/// A reader with `state_size` bytes of state, all zero. NULL without memory.
cpl_reader *cpl_reader_create(const cpl_format *format, size_t state_size, cpl_source *source, cpl_reading reading);
/// Keeps a message, as printable ASCII.
void cpl_copy_text(char *to, const char *from);
/// Keeps a library's words in quotes, with its name.
void cpl_quote(char *to, const char *library, const char *words);
/// Fails with a message.
cpl_status cpl_fail(cpl_reader *reader, cpl_status status, const char *message);
/// Fails with a library's words, unless the end of the file is the reason for them.
cpl_status cpl_fail_quoting(cpl_reader *reader, cpl_status status, const char *library, const char *words);
/// Notes damage that begins after `good_rows` rows; CPL_OK if reading goes on. With CPL_TRUNCATED, "" says that the file ends
/// within the picture's rows.
cpl_status cpl_damage(cpl_reader *reader, cpl_status status, uint32_t good_rows, const char *message);
/// Fails because the file ends before the page that was asked for does; a "frame" or "page".
cpl_status cpl_fail_without_page(cpl_reader *reader, const char *noun);
/// The status of a source that ended early.
cpl_status cpl_source_failure(const cpl_source *source);
/// Takes EXIF, of which some programs write the name that precedes it in a JPEG, too; the bytes outlive the header.
void cpl_take_exif(cpl_header *header, const uint8_t *bytes, size_t count);
/// The most pixels that data may have of a picture that states so many. Otherwise a file of a kilobyte that states a small
/// picture takes as long and as much memory as the largest one.
uint64_t cpl_plausible_pixels(uint64_t stated);
/// Whether the system lacks the memory that decoding a picture of so many pixels takes about: after the failure of a library
/// that does not tell this from damage, while it still has what it took.
bool cpl_lacks_memory(const cpl_reader *reader, uint64_t pixels);
/// Whether the system lacks so many bytes for each pixel, and the stacks and contexts of so many threads.
bool cpl_has_no_memory(uint64_t pixels, uint32_t bytes_per_pixel, uint32_t workers);
/// Memory for so many pixels, which are transparent; false without memory.
bool cpl_allocate_pixels(cpl_reader *reader, uint32_t width, uint32_t height);
/// For `cpl_format.read` of a format that has all pixels in memory.
cpl_status cpl_read_from_memory(cpl_reader *reader, uint32_t rows, const uint32_t **pixels);

#endif
