#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Libraries.h"
#include "Reader.h"

#include <jerror.h>

enum {
  // A progressive file of a few kilobytes may ask for hundreds of passes over a large picture. Encoders write about ten
  // scans, those that search for the smallest file a few more.
  SCAN_LIMIT = 100,
};

typedef struct {
  struct jpeg_decompress_struct cinfo;
  struct jpeg_error_mgr error;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  cpl_reader *reader;
  jpeg_saved_marker_ptr next_segment;
  bool has_segments;
  bool is_created, has_started, has_made_up_end, has_skipped, is_inverted;
  uint32_t line;        // of the band, being read
  uint32_t blank_from;  // the row from which on a lenient reader has no pixels
  JOCTET *profile;
  JSAMPLE *cmyk;  // a row
  uint32_t *band;
} jpeg_state;

static jpeg_state *state_of(j_common_ptr cinfo) { return cinfo->client_data; }

// The rows of pixels that a block of a component makes, and the fewest that one of any makes; newer headers tell rows and
// columns apart.
#if JPEG_LIB_VERSION >= 70
#define BLOCK_ROWS(component) ((component)->DCT_v_scaled_size)
#define LEAST_BLOCK_ROWS(cinfo) ((cinfo)->min_DCT_v_scaled_size)
#else
#define BLOCK_ROWS(component) ((component)->DCT_scaled_size)
#define LEAST_BLOCK_ROWS(cinfo) ((cinfo)->min_DCT_scaled_size)
#endif

/// The rows of pixels that `count` rows of blocks make.
static uint32_t rows_of_blocks(const jpeg_state *state, uint64_t count) {
  const struct jpeg_decompress_struct *cinfo = &state->cinfo;
  const uint32_t block = (uint32_t)LEAST_BLOCK_ROWS(cinfo);
  const uint64_t rows = count * (uint32_t)cinfo->max_v_samp_factor * block;
  return rows > cinfo->output_height ? cinfo->output_height : (uint32_t)rows;
}

/// Whether the colours of a row are interpolated with those of the rows above and below.
static bool interpolates_rows(const struct jpeg_decompress_struct *cinfo) {
  if (!cinfo->do_fancy_upsampling) return false;
  const int most = cinfo->max_v_samp_factor * LEAST_BLOCK_ROWS(cinfo);
  for (int i = 0; i < cinfo->num_components; i++) {
    const jpeg_component_info *component = &cinfo->comp_info[i];
    if (component->v_samp_factor * BLOCK_ROWS(component) < most) return true;
  }
  return false;
}

/// Rows that are known to be good when the library meets damage.
static uint32_t good_rows(const jpeg_state *state) {
  if (!state->has_started) return 0;
  // A later scan refines rows that are all there.
  if (state->cinfo.input_scan_number > 1) return state->cinfo.output_height;
  const uint32_t rows = rows_of_blocks(state, state->cinfo.input_iMCU_row);
  return rows > 0 && interpolates_rows(&state->cinfo) ? rows - 1 : rows;
}

/// What a warning of damaged pixels means; NULL for other warnings.
static const char *damage_words(const jpeg_state *state) {
  switch (state->error.msg_code) {
    case JWRN_HIT_MARKER: return "its compressed data end too early";
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE: return "its compressed data have a wrong code";
    case JWRN_MUST_RESYNC: return "a part of its compressed data is missing or too long";
    // Within the data of a scan; between the segments before they change no pixel.
    case JWRN_EXTRANEOUS_DATA:
      return state->cinfo.input_scan_number > 0 ? "its compressed data do not end where its pixels do" : NULL;
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_NOT_SEQUENTIAL: return "its scans do not fit together";
    case JWRN_TOO_MUCH_DATA: return "it has more compressed data than pixels";
    case JWRN_JPEG_EOF:
      // Arithmetic decoding does not notice that bits are missing. Otherwise a missing end is damage only if they are.
      return state->has_started && state->cinfo.arith_code && state->cinfo.output_scanline < state->cinfo.output_height
               ? "" : NULL;
    default: return NULL;
  }
}

/// Notes a warning that is no damage of the pixels; a missing end is noted at the end.
static void note_warning(const jpeg_state *state) {
  cpl_reader *reader = state->reader;
  if (reader->warning[0] || state->error.msg_code == JWRN_JPEG_EOF) return;
  if (state->error.msg_code == JWRN_EXTRANEOUS_DATA) {
    char text[CPL_TEXT_CAPACITY];
    const int count = state->error.msg_parm.i[0];
    snprintf(text, sizeof text, "%d byte%s of the JPEG %s skipped, because a marker was expected there", count,
             count == 1 ? "" : "s", count == 1 ? "was" : "were");
    cpl_copy_text(reader->warning, text);
    return;
  }
  char words[JMSG_LENGTH_MAX];
  state->error.format_message((j_common_ptr)&state->cinfo, words);
  cpl_quote(reader->warning, "libjpeg", words);
}

static void on_error(j_common_ptr cinfo) {
  jpeg_state *state = state_of(cinfo);
  cpl_reader *reader = state->reader;
  char text[JMSG_LENGTH_MAX];
  cinfo->err->format_message(cinfo, text);
  cpl_status status = CPL_DAMAGED;
  switch (cinfo->err->msg_code) {
    case JERR_OUT_OF_MEMORY: status = CPL_NO_MEMORY; break;
    case JERR_IMAGE_TOO_BIG:
      cpl_fail(reader, CPL_TOO_LARGE, "a JPEG has at most 65,500 pixels in each direction");
      longjmp(state->jump, 1);
    case JERR_SOF_UNSUPPORTED:
    case JERR_BAD_PRECISION:
    case JERR_ARITH_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_COMPONENT_COUNT: status = CPL_UNSUPPORTED; break;
    default: break;
  }
  if (reader->source->error_number) {
    status = CPL_IO;
  } else if (state->has_made_up_end && status == CPL_DAMAGED) {
    // The end of the file is the reason for whatever the library misses.
    status = CPL_TRUNCATED;
  }
  if (reader->damage == CPL_OK) {
    reader->good_rows = good_rows(state);
    cpl_quote(reader->message, "libjpeg", status == CPL_TRUNCATED ? "" : text);
  }
  reader->status = status;
  longjmp(state->jump, 1);
}

/// Sorts warnings into damage of the pixels and what can be ignored.
static void on_message(j_common_ptr cinfo, int level) {
  if (level >= 0) return;
  jpeg_state *state = state_of(cinfo);
  cpl_reader *reader = state->reader;
  cinfo->err->num_warnings++;
  const char *words = damage_words(state);
  if (!words) {
    note_warning(state);
    return;
  }
  if (cinfo->err->msg_code == JWRN_EXTRANEOUS_DATA) state->has_skipped = true;
  if (state->has_made_up_end) {
    cpl_damage(reader, CPL_TRUNCATED, good_rows(state), "");
  } else {
    cpl_damage(reader, CPL_DAMAGED, good_rows(state), words);
  }
  const bool is_at_end = state->has_made_up_end || (cinfo->err->msg_code == JWRN_HIT_MARKER && state->cinfo.unread_marker == JPEG_EOI);
  if (is_at_end && state->has_started && reader->good_rows == 0 && good_rows(state) == 0) {
    reader->is_acceptable = false;
    reader->status = reader->damage;
  }
  // The library would go on to the last row in one colour, unless a later scan only refines the rows.
  if (is_at_end && state->has_started && state->blank_from == UINT32_MAX && !state->cinfo.buffered_image &&
      (reader->header.is_streamed || state->cinfo.input_scan_number <= 1))
    state->blank_from = good_rows(state);
}

static void print_nothing(j_common_ptr cinfo) { (void)cinfo; }

static void init_source(j_decompress_ptr cinfo) { (void)cinfo; }

static boolean fill_buffer(j_decompress_ptr cinfo) {
  static const JOCTET end[2] = {0xff, JPEG_EOI};
  jpeg_state *state = cinfo->client_data;
  const uint8_t *bytes = NULL;
  const size_t count = cpl_source_take(state->reader->source, &bytes);
  if (count > 0) {
    state->source.next_input_byte = bytes;
    state->source.bytes_in_buffer = count;
    return TRUE;
  }
  state->source.next_input_byte = NULL;
  state->source.bytes_in_buffer = 0;
  if (state->reader->source->error_number) ERREXIT(cinfo, JERR_FILE_READ);
  state->has_made_up_end = true;
  WARNMS(cinfo, JWRN_JPEG_EOF);
  state->source.next_input_byte = end;
  state->source.bytes_in_buffer = sizeof end;
  return TRUE;
}

static void skip_bytes(j_decompress_ptr cinfo, long count) {
  jpeg_state *state = cinfo->client_data;
  while (count > (long)state->source.bytes_in_buffer) {
    count -= (long)state->source.bytes_in_buffer;
    fill_buffer(cinfo);
    // Behind the end there is nothing to skip.
    if (state->has_made_up_end) return;
  }
  state->source.next_input_byte += count;
  state->source.bytes_in_buffer -= (size_t)count;
}

static void end_source(j_decompress_ptr cinfo) { (void)cinfo; }

static void on_progress(j_common_ptr cinfo) {
  jpeg_state *state = state_of(cinfo);
  if (state->cinfo.input_scan_number <= SCAN_LIMIT) return;
  cpl_fail(state->reader, CPL_TOO_LARGE, "the picture has more than 100 scans");
  longjmp(state->jump, 1);
}

static int color_of(J_COLOR_SPACE space) {
  switch (space) {
    case JCS_GRAYSCALE: return CPL_GREY;
    case JCS_YCbCr: return CPL_YCBCR;
    case JCS_CMYK:
    case JCS_YCCK: return CPL_CMYK;
    default: return CPL_RGB;
  }
}

bool cpl_jpeg_next_segment(cpl_reader *reader, cpl_segment *segment) {
  jpeg_state *state = reader->state;
  const jpeg_saved_marker_ptr marker = state->has_segments ? state->next_segment : state->cinfo.marker_list;
  state->has_segments = true;
  if (!marker) return false;
  state->next_segment = marker->next;
  *segment = (cpl_segment){marker->marker, marker->data, marker->data_length};
  return true;
}

static void find_density(cpl_header *header, const struct jpeg_decompress_struct *cinfo) {
  static const int units[] = {CPL_RATIO, CPL_PER_INCH, CPL_PER_CENTIMETRE};
  if (!cinfo->saw_JFIF_marker || cinfo->density_unit > 2) return;
  const int unit = units[cinfo->density_unit];
  // The usual way to state nothing.
  if (unit == CPL_RATIO && cinfo->X_density == cinfo->Y_density) return;
  header->density = (cpl_density){unit, cinfo->X_density, cinfo->Y_density};
}

/// Sets the size to that many eighths; after `setjmp`.
static cpl_status scale_jpeg(cpl_reader *reader, unsigned eighths) {
  struct jpeg_decompress_struct *cinfo = &((jpeg_state *)reader->state)->cinfo;
  cinfo->scale_num = eighths;
  cinfo->scale_denom = 8;
  cpl_jpeg.jpeg_calc_output_dimensions(cinfo);
  reader->header.width = cinfo->output_width;
  reader->header.height = cinfo->output_height;
  reader->header.eighths = eighths;
  return CPL_OK;
}

/// Takes an eighth, a quarter or half of the size: the library has vector code for these alone, and 3/8 would take longer
/// than 4/8.
static cpl_status reduce_jpeg(cpl_reader *reader, uint32_t width, uint32_t height) {
  jpeg_state *state = reader->state;
  if (setjmp(state->jump)) return reader->status;
  for (unsigned eighths = 1; eighths < 8; eighths *= 2) {
    const uint64_t wide = ((uint64_t)reader->header.full_width * eighths + 7) / 8;
    const uint64_t high = ((uint64_t)reader->header.full_height * eighths + 7) / 8;
    if (wide >= width && high >= height) return scale_jpeg(reader, eighths);
  }
  return CPL_OK;
}

static cpl_status open_jpeg(cpl_reader *reader) {
  jpeg_state *state = reader->state;
  struct jpeg_decompress_struct *cinfo = &state->cinfo;
  const jpeg_table *jpeg = &cpl_jpeg;
  state->reader = reader;
  state->blank_from = UINT32_MAX;
  cinfo->err = jpeg->jpeg_std_error(&state->error);
  state->error.error_exit = on_error;
  state->error.emit_message = on_message;
  state->error.output_message = print_nothing;
  cinfo->client_data = state;
  if (setjmp(state->jump)) return reader->status;
  jpeg->jpeg_CreateDecompress(cinfo, JPEG_LIB_VERSION, sizeof *cinfo);
  state->is_created = true;
  cinfo->client_data = state;
  state->source = (struct jpeg_source_mgr){
    .init_source = init_source,
    .fill_input_buffer = fill_buffer,
    .skip_input_data = skip_bytes,
    .resync_to_restart = jpeg->jpeg_resync_to_restart,
    .term_source = end_source,
  };
  cinfo->src = &state->source;
  state->progress.progress_monitor = on_progress;
  cinfo->progress = &state->progress;
  jpeg->jpeg_save_markers(cinfo, JPEG_APP0 + 1, 0xffff);
  jpeg->jpeg_save_markers(cinfo, JPEG_APP0 + 2, 0xffff);
  jpeg->jpeg_save_markers(cinfo, JPEG_APP0 + 13, 0xffff);
  jpeg->jpeg_save_markers(cinfo, JPEG_COM, 0xffff);
  jpeg->jpeg_read_header(cinfo, TRUE);

  cpl_header *header = &reader->header;
  header->full_width = cinfo->image_width;
  header->full_height = cinfo->image_height;
  header->depth = (uint32_t)cinfo->data_precision;
  header->channels = (uint32_t)cinfo->num_components;
  header->color = color_of(cinfo->jpeg_color_space);
  // All blocks of a file with several scans are in memory before the first row.
  header->is_streamed = !cinfo->progressive_mode && cinfo->comps_in_scan == cinfo->num_components;
  find_density(header, cinfo);
  unsigned profile_count = 0;
  if (jpeg->jpeg_read_icc_profile(cinfo, &state->profile, &profile_count)) {
    header->profile = state->profile;
    header->profile_count = profile_count;
  }
  if (cinfo->jpeg_color_space == JCS_UNKNOWN && cinfo->num_components != 1)
    return cpl_fail(reader, CPL_UNSUPPORTED, "its colours are of an unknown kind");
  const bool is_cmyk = header->color == CPL_CMYK;
  // Adobe's programs write CMYK upside down, and say that they wrote it.
  state->is_inverted = cinfo->saw_Adobe_marker;
  cinfo->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
  if (cinfo->jpeg_color_space == JCS_UNKNOWN) cinfo->jpeg_color_space = JCS_GRAYSCALE;
  return scale_jpeg(reader, 8);
}

/// Whether the scans of a file with several of them brought every bit of every sample.
static bool has_all_bits(const jpeg_state *state) {
  const struct jpeg_decompress_struct *cinfo = &state->cinfo;
  if (state->reader->header.is_streamed) return true;
  if (!cinfo->coef_bits) return false;
  for (int component = 0; component < cinfo->num_components; component++) {
    for (int i = 0; i < DCTSIZE2; i++) {
      if (cinfo->coef_bits[component][i] != 0) return false;
    }
  }
  return true;
}

static cpl_status begin_jpeg(cpl_reader *reader) {
  jpeg_state *state = reader->state;
  if (setjmp(state->jump)) {
    // The library makes no rows of what it has.
    reader->good_rows = 0;
    reader->is_acceptable = false;
    return reader->status;
  }
  if (state->cinfo.out_color_space == JCS_CMYK) {
    state->cmyk = malloc((size_t)reader->header.width * 4);
    if (!state->cmyk) return CPL_NO_MEMORY;
  }
  state->has_started = true;
  cpl_jpeg.jpeg_start_decompress(&state->cinfo);
  // Scans that are missing at the end leave no trace in the library.
  if (state->has_made_up_end && reader->damage == CPL_OK && !has_all_bits(state))
    cpl_damage(reader, CPL_TRUNCATED, reader->header.height, "");
  // A lenient reading goes on if it gets the first row, so this is known only when that was tried.
  if (reader->status != CPL_OK && reader->is_acceptable) {
    if (!state->cmyk) state->band = malloc((size_t)reader->header.width * 4);
    JSAMPROW target = state->cmyk ? state->cmyk : (JSAMPROW)state->band;
    if (!target) return CPL_NO_MEMORY;
    cpl_jpeg.jpeg_read_scanlines(&state->cinfo, &target, 1);
  }
  return reader->status;
}

static void convert_cmyk(const JSAMPLE *cmyk, bool is_inverted, uint32_t *pixels, uint32_t width) {
  const uint32_t flip = is_inverted ? 0 : 255;
  for (uint32_t x = 0; x < width; x++, cmyk += 4) {
    const uint32_t k = cmyk[3] ^ flip;
    const uint32_t red = ((cmyk[0] ^ flip) * k * 2 + 255) / 510;
    const uint32_t green = ((cmyk[1] ^ flip) * k * 2 + 255) / 510;
    const uint32_t blue = ((cmyk[2] ^ flip) * k * 2 + 255) / 510;
    pixels[x] = red | green << 8 | blue << 16 | 0xff000000u;
  }
}

static cpl_status read_jpeg(cpl_reader *reader, uint32_t rows, const uint32_t **pixels) {
  jpeg_state *state = reader->state;
  const size_t width = reader->header.width;
  if (!state->band) state->band = malloc(rows * width * 4);
  if (!state->band) return CPL_NO_MEMORY;
  if (setjmp(state->jump)) {
    const cpl_status status = reader->status;
    reader->is_acceptable = (status == CPL_TRUNCATED || status == CPL_DAMAGED) && reader->next_row + state->line > 0;
    if (!reader->reading.is_lenient || !reader->is_acceptable) return status;
    // The rows from before are kept, and the library is not asked again.
    if (reader->damage == CPL_OK) reader->damage = status;
    reader->status = CPL_OK;
    state->blank_from = 0;
  } else {
    state->line = 0;
  }
  for (; state->line < rows; state->line++) {
    uint32_t *line = state->band + state->line * width;
    if (reader->next_row + state->line >= state->blank_from) {
      memset(line, 0, width * 4);
      continue;
    }
    JSAMPROW target = state->cmyk ? state->cmyk : (JSAMPROW)line;
    if (cpl_jpeg.jpeg_read_scanlines(&state->cinfo, &target, 1) != 1)
      return cpl_fail(reader, CPL_TRUNCATED, "");
    if (state->cmyk) convert_cmyk(state->cmyk, state->is_inverted, line, (uint32_t)width);
    if (reader->status != CPL_OK) return reader->status;
    // The end may only have been met for this row.
    if (reader->next_row + state->line >= state->blank_from) memset(line, 0, width * 4);
  }
  *pixels = state->band;
  return CPL_OK;
}

static cpl_status finish_jpeg(cpl_reader *reader) {
  jpeg_state *state = reader->state;
  // Not all rows were taken: the library would call that an error.
  if (state->cinfo.output_scanline < state->cinfo.output_height) return CPL_OK;
  if (setjmp(state->jump)) {
    // All pixels are there.
    if (!reader->warning[0] && reader->damage == CPL_OK) cpl_copy_text(reader->warning, reader->message);
  } else {
    cpl_jpeg.jpeg_finish_decompress(&state->cinfo);
  }
  if (state->has_made_up_end && reader->damage == CPL_OK && !reader->warning[0])
    cpl_copy_text(reader->warning, "the JPEG has no end marker");
  // After bytes that no pixel came from nobody knows where the wrong ones began.
  if (!state->has_skipped || reader->reading.is_lenient) return reader->status = CPL_OK;
  // It was noted as damage; as the end of the file if that came within these bytes.
  return reader->status = reader->damage;
}

static void close_jpeg(void *pointer) {
  jpeg_state *state = pointer;
  if (state->is_created) cpl_jpeg.jpeg_destroy_decompress(&state->cinfo);
  free(state->profile);
  free(state->cmyk);
  free(state->band);
}

cpl_reader *cpl_jpeg_reader(cpl_source *source, cpl_reading reading) {
  static const cpl_format format = {open_jpeg, begin_jpeg, read_jpeg, finish_jpeg, close_jpeg, reduce_jpeg};
  return cpl_reader_create(&format, sizeof(jpeg_state), source, reading);
}
