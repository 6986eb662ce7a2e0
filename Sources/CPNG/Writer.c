#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CPNG.h"

enum { BUFFER_CAPACITY = 64 * 1024 };

struct paint_png_writer {
  int fd;
  off_t start;  // of the picture in the file, -1 in a pipe
  int error_number;
  paint_png_status status;
  paint_png_layout layout;
  uint32_t width, height;
  paint_png_compression compression;
  uint32_t frames;    // begun so far, 0 for a still picture
  uint32_t sequence;  // of the next fcTL or fdAT chunk
  bool in_stream;     // a band was written, and not the last
  uint32_t adler;     // of the stream so far
  size_t buffered;
  uint8_t buffer[BUFFER_CAPACITY];
};

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

/// Writes bytes through the buffer; does nothing after an error.
static void put(paint_png_writer *writer, const uint8_t *bytes, size_t count) {
  if (writer->status != PAINT_PNG_OK || count == 0) return;
  if (count > BUFFER_CAPACITY - writer->buffered && !flush(writer)) return;
  if (count > BUFFER_CAPACITY) {
    write_all(writer, bytes, count);
    return;
  }
  memcpy(writer->buffer + writer->buffered, bytes, count);
  writer->buffered += count;
}

static void save_32(uint8_t *to, uint32_t value) {
  for (int byte = 0; byte < 4; byte++) to[byte] = (uint8_t)(value >> (24 - 8 * byte));
}

static void put_32(paint_png_writer *writer, uint32_t value) {
  uint8_t bytes[4];
  save_32(bytes, value);
  put(writer, bytes, sizeof bytes);
}

paint_png_writer *paint_png_writer_create(
  int fd, const paint_png_layout *layout, uint32_t width, uint32_t height, paint_png_compression compression
) {
  paint_png_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->fd = fd;
  writer->start = lseek(fd, 0, SEEK_CUR);
  writer->layout = *layout;
  writer->width = width;
  writer->height = height;
  writer->compression = compression;
  return writer;
}

void paint_png_writer_destroy(paint_png_writer *writer) { free(writer); }

paint_png_status paint_png_writer_start(paint_png_writer *writer) {
  static const uint8_t signature[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
  put(writer, signature, sizeof signature);
  // The last three: deflate, the five filters, not interlaced.
  uint8_t header[13] = {0};
  save_32(header, writer->width);
  save_32(header + 4, writer->height);
  header[8] = writer->layout.depth;
  header[9] = writer->layout.color_type;
  return paint_png_writer_write_chunk(writer, (const uint8_t *)"IHDR", header, sizeof header);
}

paint_png_status paint_png_writer_write_chunk(
  paint_png_writer *writer, const uint8_t type[4], const uint8_t *bytes, size_t count
) {
  put_32(writer, (uint32_t)count);
  put(writer, type, 4);
  put(writer, bytes, count);
  // zlib takes NULL for the beginning of a sum.
  uint32_t crc = (uint32_t)crc32_z(0, type, 4);
  put_32(writer, count > 0 ? (uint32_t)crc32_z(crc, bytes, count) : crc);
  return writer->status;
}

paint_png_status paint_png_writer_write_palette(paint_png_writer *writer) {
  const paint_png_layout *layout = &writer->layout;
  if (layout->color_type != PNG_COLOR_TYPE_PALETTE) return writer->status;
  uint8_t colors[3 * PAINT_PNG_PALETTE], alphas[PAINT_PNG_PALETTE];
  size_t translucent = 0;
  for (size_t index = 0; index < layout->palette_count; index++) {
    uint8_t pixel[4];
    memcpy(pixel, &layout->palette[index], 4);
    memcpy(colors + 3 * index, pixel, 3);
    alphas[index] = pixel[3];
    if (pixel[3] != 255) translucent = index + 1;
  }
  paint_png_writer_write_chunk(writer, (const uint8_t *)"PLTE", colors, 3 * (size_t)layout->palette_count);
  // Colours without an alpha of their own are opaque.
  if (translucent > 0) paint_png_writer_write_chunk(writer, (const uint8_t *)"tRNS", alphas, translucent);
  return writer->status;
}

/// The two bytes before a zlib stream: deflate with a window of 32 KiB, and how hard it was compressed.
static void stream_header(paint_png_compression compression, uint8_t header[2]) {
  header[0] = 0x78;
  header[1] = compression == PAINT_PNG_FAST ? 0x01 : compression == PAINT_PNG_BEST ? 0xDA : 0x9C;
}

paint_png_status paint_png_writer_write_band(paint_png_writer *writer, const paint_png_band *band, bool last) {
  // The type, in an animation the number of the chunk, and what begins the stream.
  uint8_t head[10];
  size_t head_count = 4;
  memcpy(head, writer->frames > 1 ? "fdAT" : "IDAT", 4);
  if (writer->frames > 1) {
    save_32(head + 4, writer->sequence++);
    head_count += 4;
  }
  if (!writer->in_stream) {
    stream_header(writer->compression, head + head_count);
    head_count += 2;
    writer->adler = 1;
  }
  writer->adler = (uint32_t)adler32_combine(writer->adler, band->adler, (z_off_t)band->length);
  writer->in_stream = !last;
  uint8_t sum[4];
  size_t sum_count = last ? 4 : 0;
  save_32(sum, writer->adler);

  put_32(writer, (uint32_t)(head_count - 4 + band->count + sum_count));
  put(writer, head, head_count);
  put(writer, band->bytes, band->count);
  put(writer, sum, sum_count);
  uint32_t crc = (uint32_t)crc32_combine(crc32_z(0, head, head_count), band->crc, (z_off_t)band->count);
  put_32(writer, last ? (uint32_t)crc32_z(crc, sum, sum_count) : crc);
  return writer->status;
}

paint_png_status paint_png_writer_begin_frame(paint_png_writer *writer, const paint_png_frame *frame) {
  writer->frames += 1;
  // The last two bytes: the frame is not disposed of, and its pixels replace the previous ones.
  uint8_t control[26] = {0};
  save_32(control, writer->sequence++);
  save_32(control + 4, frame->width);
  save_32(control + 8, frame->height);
  save_32(control + 12, frame->x);
  save_32(control + 16, frame->y);
  control[20] = (uint8_t)(frame->delay_numerator >> 8);
  control[21] = (uint8_t)frame->delay_numerator;
  control[22] = (uint8_t)(frame->delay_denominator >> 8);
  control[23] = (uint8_t)frame->delay_denominator;
  return paint_png_writer_write_chunk(writer, (const uint8_t *)"fcTL", control, sizeof control);
}

paint_png_status paint_png_writer_finish(paint_png_writer *writer) {
  paint_png_writer_write_chunk(writer, (const uint8_t *)"IEND", NULL, 0);
  if (writer->status == PAINT_PNG_OK) flush(writer);
  return writer->status;
}

paint_png_status paint_png_writer_rewind(paint_png_writer *writer) {
  writer->buffered = 0;
  if (writer->start >= 0 && ftruncate(writer->fd, writer->start) == 0 &&
      lseek(writer->fd, writer->start, SEEK_SET) == writer->start) {
    return PAINT_PNG_OK;
  }
  writer->error_number = writer->start < 0 ? ESPIPE : errno;
  return writer->status = PAINT_PNG_IO;
}

int paint_png_writer_errno(const paint_png_writer *writer) { return writer->error_number; }
