#include <errno.h>
#include <png.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CPNG.h"
#include "PixelPacker.h"

enum {
  BUFFER_CAPACITY = 64 * 1024,
  TEXT_CAPACITY = 200,
};

struct paint_png_writer {
  png_structp png;
  png_infop info;
  int fd;
  int error_number;
  paint_png_status status;
  char message[TEXT_CAPACITY];
  uint32_t width, height;
  bool opaque;
  pixel_packer *pixels;
  uint32_t frames;    // begun so far, 0 for a still picture
  uint32_t sequence;  // of the next fcTL or fdAT chunk
  size_t buffered;
  uint8_t buffer[BUFFER_CAPACITY];
};

PNG_NORETURN static void on_error(png_structp png, png_const_charp message) {
  paint_png_writer *writer = png_get_error_ptr(png);
  if (writer->status == PAINT_PNG_OK) {
    writer->status = strcmp(message, "Out of memory") == 0 ? PAINT_PNG_NO_MEMORY : PAINT_PNG_DAMAGED;
  }
  strncpy(writer->message, message, TEXT_CAPACITY - 1);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

/// Writes all the bytes; false, with the errno kept, if the system fails to.
static bool write_all(paint_png_writer *writer, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(writer->fd, bytes, count);
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
      continue;
    }
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      // The descriptor is shared with a program that made it non-blocking: wait like a blocking one.
      struct pollfd ready = {.fd = writer->fd, .events = POLLOUT};
      if (poll(&ready, 1, -1) >= 0 || errno == EINTR) continue;
    }
    writer->error_number = written < 0 ? errno : EIO;
    writer->status = PAINT_PNG_IO;
    return false;
  }
  return true;
}

static bool flush(paint_png_writer *writer) {
  size_t count = writer->buffered;
  writer->buffered = 0;
  return write_all(writer, writer->buffer, count);
}

static void on_write(png_structp png, png_bytep bytes, size_t count) {
  paint_png_writer *writer = png_get_io_ptr(png);
  if (count > BUFFER_CAPACITY - writer->buffered && !flush(writer)) png_error(png, "a write failed");
  if (count > BUFFER_CAPACITY) {
    if (!write_all(writer, bytes, count)) png_error(png, "a write failed");
    return;
  }
  memcpy(writer->buffer + writer->buffered, bytes, count);
  writer->buffered += count;
}

static bool on_packed(void *context, const uint8_t *bytes, size_t count);

/// libpng only flushes at the end of the picture, and so does `finish`.
static void on_flush(png_structp png) { (void)png; }

paint_png_writer *paint_png_writer_create(int fd, uint32_t width, uint32_t height, bool opaque) {
  paint_png_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->fd = fd;
  writer->width = width;
  writer->height = height;
  writer->opaque = opaque;
  writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, on_error, on_warning);
  if (writer->png) writer->info = png_create_info_struct(writer->png);
  writer->pixels = pixel_packer_create(width, opaque ? 3 : 4, on_packed, writer);
  if (!writer->info || !writer->pixels) {
    paint_png_writer_destroy(writer);
    return NULL;
  }
  png_set_write_fn(writer->png, writer, on_write, on_flush);
  return writer;
}

void paint_png_writer_destroy(paint_png_writer *writer) {
  if (!writer) return;
  png_destroy_write_struct(&writer->png, &writer->info);
  pixel_packer_destroy(writer->pixels);
  free(writer);
}

paint_png_status paint_png_writer_start(paint_png_writer *writer) {
  if (writer->status != PAINT_PNG_OK) return writer->status;
  png_structp png = writer->png;
  if (setjmp(png_jmpbuf(png))) return writer->status;
  png_set_IHDR(
    png, writer->info, writer->width, writer->height, 8, writer->opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA,
    PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, writer->info);
  return PAINT_PNG_OK;
}

paint_png_status paint_png_writer_write_chunk(
  paint_png_writer *writer, const uint8_t type[4], const uint8_t *bytes, size_t count
) {
  if (writer->status != PAINT_PNG_OK) return writer->status;
  png_byte name[5] = {type[0], type[1], type[2], type[3], 0};
  if (setjmp(png_jmpbuf(writer->png))) return writer->status;
  png_write_chunk(writer->png, name, bytes, count);
  return PAINT_PNG_OK;
}

/// Writes compressed pixels of a frame after the first: a sequence number, then the same bytes as in an IDAT.
static paint_png_status write_frame_data(paint_png_writer *writer, const uint8_t *bytes, size_t count) {
  if (writer->status != PAINT_PNG_OK) return writer->status;
  png_byte number[4];
  png_save_uint_32(number, writer->sequence++);
  if (setjmp(png_jmpbuf(writer->png))) return writer->status;
  png_write_chunk_start(writer->png, (png_const_bytep) "fdAT", (png_uint_32)(4 + count));
  png_write_chunk_data(writer->png, number, 4);
  png_write_chunk_data(writer->png, bytes, count);
  png_write_chunk_end(writer->png);
  return PAINT_PNG_OK;
}

/// Receives the compressed pixels, one chunk at a time.
static bool on_packed(void *context, const uint8_t *bytes, size_t count) {
  paint_png_writer *writer = context;
  if (writer->frames > 1) return write_frame_data(writer, bytes, count) == PAINT_PNG_OK;
  return paint_png_writer_write_chunk(context, (const uint8_t *)"IDAT", bytes, count) == PAINT_PNG_OK;
}

/// The packer only fails if a write failed, or by a defect.
static paint_png_status packed(paint_png_writer *writer, bool done) {
  if (!done && writer->status == PAINT_PNG_OK) writer->status = PAINT_PNG_DAMAGED;
  return writer->status;
}

paint_png_status paint_png_writer_write_rows(paint_png_writer *writer, const uint32_t *pixels, uint32_t rows) {
  if (writer->status != PAINT_PNG_OK) return writer->status;
  return packed(writer, pixel_packer_add(writer->pixels, pixels, rows));
}

paint_png_status paint_png_writer_begin_frame(paint_png_writer *writer, const paint_png_frame *frame) {
  if (writer->status != PAINT_PNG_OK) return writer->status;
  if (writer->frames > 0 && packed(writer, pixel_packer_finish(writer->pixels)) != PAINT_PNG_OK) return writer->status;
  pixel_packer_destroy(writer->pixels);
  writer->pixels = pixel_packer_create(frame->width, writer->opaque ? 3 : 4, on_packed, writer);
  if (!writer->pixels) return writer->status = PAINT_PNG_NO_MEMORY;
  writer->frames += 1;
  // The last two bytes: the frame is not disposed of, and its pixels replace the previous ones.
  png_byte control[26] = {0};
  png_save_uint_32(control, writer->sequence++);
  png_save_uint_32(control + 4, frame->width);
  png_save_uint_32(control + 8, frame->height);
  png_save_uint_32(control + 12, frame->x);
  png_save_uint_32(control + 16, frame->y);
  png_save_uint_16(control + 20, frame->delay_numerator);
  png_save_uint_16(control + 22, frame->delay_denominator);
  return paint_png_writer_write_chunk(writer, (const uint8_t *)"fcTL", control, sizeof control);
}

paint_png_status paint_png_writer_finish(paint_png_writer *writer) {
  if (writer->status != PAINT_PNG_OK) return writer->status;
  if (packed(writer, pixel_packer_finish(writer->pixels)) != PAINT_PNG_OK) return writer->status;
  // Not png_write_end, which only knows pixels that libpng packed itself.
  if (paint_png_writer_write_chunk(writer, (const uint8_t *)"IEND", NULL, 0) != PAINT_PNG_OK) return writer->status;
  if (!flush(writer)) return writer->status;
  return PAINT_PNG_OK;
}

int paint_png_writer_errno(const paint_png_writer *writer) { return writer->error_number; }
const char *paint_png_writer_message(const paint_png_writer *writer) { return writer->message; }
