#include <stdlib.h>
#include <string.h>

#include "Libraries.h"
#include "Reader.h"
#include "Writer.h"

#include <jerror.h>

enum { BUFFER = 1 << 16 };

typedef struct {
  struct jpeg_compress_struct cinfo;
  struct jpeg_error_mgr error;
  struct jpeg_destination_mgr destination;
  jmp_buf jump;
  cpl_writer *writer;
  bool is_created;
  JSAMPLE *gray;  // a row
  JOCTET buffer[BUFFER];
} jpeg_state;

static void on_error(j_common_ptr cinfo) {
  jpeg_state *state = cinfo->client_data;
  char text[JMSG_LENGTH_MAX];
  cinfo->err->format_message(cinfo, text);
  cpl_writer_fail(state->writer, cinfo->err->msg_code == JERR_OUT_OF_MEMORY ? CPL_NO_MEMORY : CPL_UNSUPPORTED, text);
  longjmp(state->jump, 1);
}

static void say_nothing(j_common_ptr cinfo, int level) {
  (void)cinfo;
  (void)level;
}

static void print_nothing(j_common_ptr cinfo) { (void)cinfo; }

static void init_destination(j_compress_ptr cinfo) {
  jpeg_state *state = cinfo->client_data;
  state->destination.next_output_byte = state->buffer;
  state->destination.free_in_buffer = BUFFER;
}

static void append(j_compress_ptr cinfo, size_t count) {
  jpeg_state *state = cinfo->client_data;
  if (!cpl_output_write(&state->writer->output, state->buffer, count)) ERREXIT1(cinfo, JERR_OUT_OF_MEMORY, 0);
  init_destination(cinfo);
}

static boolean empty_buffer(j_compress_ptr cinfo) {
  append(cinfo, BUFFER);
  return TRUE;
}

static void end_destination(j_compress_ptr cinfo) {
  jpeg_state *state = cinfo->client_data;
  append(cinfo, BUFFER - state->destination.free_in_buffer);
}

static void write_segments(j_compress_ptr cinfo, const uint8_t *bytes, size_t count) {
  while (count >= 3) {
    const size_t length = (size_t)bytes[1] << 8 | bytes[2];
    if (length > count - 3) return;
    cpl_jpeg.jpeg_write_marker(cinfo, bytes[0], bytes + 3, (unsigned)length);
    bytes += 3 + length;
    count -= 3 + length;
  }
}

static void set_density(struct jpeg_compress_struct *cinfo, const cpl_density *density) {
  if (density->unit == CPL_NO_DENSITY || density->x < 1 || density->y < 1 || density->x > 65535 || density->y > 65535) return;
  cinfo->density_unit = (UINT8)(density->unit == CPL_PER_INCH ? 1 : density->unit == CPL_PER_CENTIMETRE ? 2 : 0);
  cinfo->X_density = (UINT16)(density->x + 0.5);
  cinfo->Y_density = (UINT16)(density->y + 0.5);
}

static cpl_status start_jpeg(cpl_writer *writer) {
  jpeg_state *state = writer->state;
  struct jpeg_compress_struct *cinfo = &state->cinfo;
  const jpeg_table *jpeg = &cpl_jpeg;
  const cpl_writing *writing = &writer->writing;
  if (writing->width > JPEG_MAX_DIMENSION || writing->height > JPEG_MAX_DIMENSION)
    return cpl_writer_fail(writer, CPL_TOO_LARGE, "a side of a JPEG has at most 65,500 pixels");
  state->writer = writer;
  cinfo->err = jpeg->jpeg_std_error(&state->error);
  state->error.error_exit = on_error;
  state->error.emit_message = say_nothing;
  state->error.output_message = print_nothing;
  cinfo->client_data = state;
  if (setjmp(state->jump)) return writer->status;
  jpeg->jpeg_CreateCompress(cinfo, JPEG_LIB_VERSION, sizeof *cinfo);
  state->is_created = true;
  cinfo->client_data = state;
  state->destination = (struct jpeg_destination_mgr){
    .init_destination = init_destination, .empty_output_buffer = empty_buffer, .term_destination = end_destination};
  cinfo->dest = &state->destination;
  cinfo->image_width = writing->width;
  cinfo->image_height = writing->height;
  cinfo->input_components = writing->is_gray ? 1 : 4;
  cinfo->in_color_space = writing->is_gray ? JCS_GRAYSCALE : JCS_EXT_RGBX;
  jpeg->jpeg_set_defaults(cinfo);
  jpeg->jpeg_set_quality(cinfo, writing->quality, TRUE);
  if (writing->is_gray) {
    state->gray = malloc(writing->width);
    if (!state->gray) return cpl_writer_fail(writer, CPL_NO_MEMORY, "");
  } else {
    cinfo->comp_info[0].h_samp_factor = writing->subsampling_x;
    cinfo->comp_info[0].v_samp_factor = writing->subsampling_y;
  }
  if (writing->is_progressive) jpeg->jpeg_simple_progression(cinfo);
  set_density(cinfo, &writing->density);
  jpeg->jpeg_start_compress(cinfo, TRUE);
  write_segments(cinfo, writing->segments, writing->segments_count);
  if (writing->profile_count > 0) jpeg->jpeg_write_icc_profile(cinfo, writing->profile, (unsigned)writing->profile_count);
  return CPL_OK;
}

static cpl_status write_jpeg(cpl_writer *writer, const uint32_t *pixels, uint32_t rows) {
  jpeg_state *state = writer->state;
  if (setjmp(state->jump)) return writer->status;
  for (uint32_t row = 0; row < rows; row++) {
    const uint32_t *from = pixels + (size_t)row * writer->writing.width;
    for (uint32_t x = 0; state->gray && x < writer->writing.width; x++) state->gray[x] = (JSAMPLE)(from[x] & 255);
    JSAMPROW line = state->gray ? state->gray : (JSAMPROW)(uintptr_t)from;
    if (cpl_jpeg.jpeg_write_scanlines(&state->cinfo, &line, 1) != 1)
      return cpl_writer_fail(writer, CPL_UNSUPPORTED, "a row was refused");
  }
  return CPL_OK;
}

static cpl_status finish_jpeg(cpl_writer *writer) {
  jpeg_state *state = writer->state;
  if (setjmp(state->jump)) return writer->status;
  cpl_jpeg.jpeg_finish_compress(&state->cinfo);
  return CPL_OK;
}

static void close_jpeg(void *pointer) {
  jpeg_state *state = pointer;
  if (state->is_created) cpl_jpeg.jpeg_destroy_compress(&state->cinfo);
  free(state->gray);
}

cpl_writer *cpl_jpeg_writer(cpl_writing writing) {
  static const cpl_encoder encoder = {start_jpeg, write_jpeg, finish_jpeg, close_jpeg, .is_streamed = true};
  return cpl_writer_create(&encoder, sizeof(jpeg_state), writing);
}
