#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "HEIFSizes.h"
#include "HEIFTurns.h"
#include "Libraries.h"
#include "Quiet.h"
#include "Reader.h"

typedef struct {
  struct heif_context *context;
  struct heif_image_handle *handle;
  struct heif_image *image;
  uint8_t *profile, *exif, *xmp;
  heif_bytes file;
  heif_images images;
  heif_turn turn;      // that is undone after decoding
  uint8_t *completed;  // a file that is cut off behind its header
} heif_state;

static cpl_status failure(cpl_reader *reader, struct heif_error error) {
  cpl_status status = CPL_DAMAGED;
  if (error.code == heif_error_Memory_allocation_error) {
    status = error.subcode == heif_suberror_Security_limit_exceeded ? CPL_TOO_LARGE : CPL_NO_MEMORY;
  } else if (error.code == heif_error_Unsupported_filetype || error.code == heif_error_Unsupported_feature) {
    status = CPL_UNSUPPORTED;
  } else if (error.subcode == heif_suberror_End_of_data) {
    status = CPL_TRUNCATED;
  }
  // Decoders do not say why they fail, and a conversion of colours that has no memory is called unsupported. In the header
  // there are no pixels to decode yet.
  const bool is_vague = status == CPL_DAMAGED || error.subcode == heif_suberror_Unsupported_color_conversion;
  if (is_vague && cpl_lacks_memory(reader, (uint64_t)reader->header.width * reader->header.height)) status = CPL_NO_MEMORY;
  return cpl_fail_quoting(reader, status, "libheif", error.message ? error.message : "");
}

/// The image of a page: the primary one is the first.
static struct heif_error find_page(cpl_reader *reader, heif_item_id *item) {
  heif_state *state = reader->state;
  const heif_table *heif = &cpl_heif;
  const uint32_t page = reader->reading.page;
  if (page == 0) return heif->heif_context_get_primary_image_ID(state->context, item);
  heif_item_id *ids = calloc(reader->header.pages, sizeof *ids);
  if (!ids) return (struct heif_error){heif_error_Memory_allocation_error, heif_suberror_Unspecified, ""};
  const int count =
    heif->heif_context_get_list_of_top_level_image_IDs(state->context, ids, (int)reader->header.pages);
  const bool is_found = page < (uint32_t)count;
  if (is_found) *item = ids[page];
  free(ids);
  return (struct heif_error){is_found ? heif_error_Ok : heif_error_Usage_error, heif_suberror_Unspecified, ""};
}

/// Whether an error is about memory, and not about a limit.
static bool is_about_memory(struct heif_error error) {
  return error.code == heif_error_Memory_allocation_error && error.subcode != heif_suberror_Security_limit_exceeded;
}

/// The profile, which is left out if it is damaged.
static cpl_status take_profile(cpl_reader *reader) {
  heif_state *state = reader->state;
  const size_t count = cpl_heif.heif_image_handle_get_raw_color_profile_size(state->handle);
  if (count == 0 || count > CPL_FILE_LIMIT) return CPL_OK;
  state->profile = malloc(count);
  if (!state->profile) return CPL_NO_MEMORY;
  const struct heif_error error = cpl_heif.heif_image_handle_get_raw_color_profile(state->handle, state->profile);
  if (is_about_memory(error)) return CPL_NO_MEMORY;
  if (error.code != heif_error_Ok) return CPL_OK;
  reader->header.profile = state->profile;
  reader->header.profile_count = count;
  return CPL_OK;
}

/// The numbers for the colours, if there are any.
static cpl_status take_code_points(cpl_reader *reader) {
  const heif_state *state = reader->state;
  struct heif_color_profile_nclx *numbers = NULL;
  const struct heif_error error = cpl_heif.heif_image_handle_get_nclx_color_profile(state->handle, &numbers);
  if (is_about_memory(error)) return CPL_NO_MEMORY;
  if (error.code != heif_error_Ok || !numbers) return CPL_OK;
  reader->header.has_code_points = true;
  reader->header.primaries = (uint16_t)numbers->color_primaries;
  reader->header.transfer = (uint16_t)numbers->transfer_characteristics;
  cpl_heif.heif_nclx_color_profile_free(numbers);
  return CPL_OK;
}

/// The first metadata of a type, of which there may be several; NULL if there is none, or it is longer than is kept.
static cpl_status read_metadata(
  const heif_state *state, const char *type, const char *content_type, uint8_t **metadata, size_t *count) {
  enum { BLOCKS = 16, BYTES = 1 << 20 };
  const heif_table *heif = &cpl_heif;
  heif_item_id ids[BLOCKS];
  const int found = heif->heif_image_handle_get_list_of_metadata_block_IDs(state->handle, type, ids, BLOCKS);
  for (int i = 0; i < found && i < BLOCKS; i++) {
    if (content_type) {
      const char *actual = heif->heif_image_handle_get_metadata_content_type(state->handle, ids[i]);
      if (!actual || strcmp(actual, content_type) != 0) continue;
    }
    *count = heif->heif_image_handle_get_metadata_size(state->handle, ids[i]);
    if (*count == 0 || *count > BYTES) continue;
    uint8_t *bytes = malloc(*count);
    if (!bytes) return CPL_NO_MEMORY;
    const struct heif_error error = heif->heif_image_handle_get_metadata(state->handle, ids[i], bytes);
    if (error.code == heif_error_Ok) {
      *metadata = bytes;
      return CPL_OK;
    }
    free(bytes);
    if (is_about_memory(error)) return CPL_NO_MEMORY;
  }
  return CPL_OK;
}

static cpl_status take_metadata(cpl_reader *reader) {
  heif_state *state = reader->state;
  cpl_header *header = &reader->header;
  size_t count = 0;
  // A number precedes EXIF: how many bytes further its byte order mark is.
  const size_t place_bytes = 4;
  cpl_status status = read_metadata(state, "Exif", NULL, &state->exif, &count);
  if (status != CPL_OK) return status;
  if (state->exif && count > place_bytes) cpl_take_exif(header, state->exif + place_bytes, count - place_bytes);
  status = read_metadata(state, "mime", "application/rdf+xml", &state->xmp, &count);
  if (status != CPL_OK || !state->xmp) return status;
  header->xmp = state->xmp;
  header->xmp_count = count;
  return CPL_OK;
}

/// Opens a file that ends behind its header; CPL_DAMAGED for one that is not just cut off.
static cpl_status read_cut_file(cpl_reader *reader) {
  heif_state *state = reader->state;
  const heif_table *heif = &cpl_heif;
  const heif_extent extent = heif_find_extent(state->file);
  if (!extent.has_header) return extent.is_cut ? cpl_fail(reader, CPL_TRUNCATED, "") : CPL_DAMAGED;
  size_t count;
  const cpl_status status = heif_copy_completed(state->file, extent, &state->completed, &count);
  if (status != CPL_OK) return status == CPL_NO_MEMORY ? cpl_fail(reader, status, "") : status;
  heif->heif_context_free(state->context);
  state->context = heif->heif_context_alloc();
  if (!state->context) return cpl_fail(reader, CPL_NO_MEMORY, "");
  const struct heif_error error =
    heif->heif_context_read_from_memory_without_copy(state->context, state->completed, count, NULL);
  if (is_about_memory(error)) return failure(reader, error);
  return error.code == heif_error_Ok ? CPL_OK : CPL_DAMAGED;
}

static cpl_status open_heif(cpl_reader *reader) {
  heif_state *state = reader->state;
  const heif_table *heif = &cpl_heif;
  const uint8_t *bytes;
  size_t count;
  cpl_status status = cpl_source_all(reader->source, CPL_FILE_LIMIT, &bytes, &count);
  if (status != CPL_OK) return cpl_fail(reader, status, "a HEIF file has at most 1 GiB");
  state->context = heif->heif_context_alloc();
  if (!state->context) return cpl_fail(reader, CPL_NO_MEMORY, "");
  // None means the caller's thread.
  heif->heif_context_set_max_decoding_threads(
    state->context, reader->reading.threads > 1 ? (int)reader->reading.threads : 0);
  state->file = (heif_bytes){bytes, count};
  struct heif_error error = heif->heif_context_read_from_memory_without_copy(state->context, bytes, count, NULL);
  if (error.code != heif_error_Ok) {
    // The message belongs to the context, which the other attempt may free.
    char message[CPL_TEXT_CAPACITY];
    cpl_copy_text(message, error.message ? error.message : "");
    error.message = message;
    if ((status = read_cut_file(reader)) == CPL_DAMAGED) return failure(reader, error);
    if (status != CPL_OK) return status;
  }
  cpl_header *header = &reader->header;
  const int pages = heif->heif_context_get_number_of_top_level_images(state->context);
  header->pages = pages > 0 ? (uint32_t)pages : 1;
  if (reader->reading.page >= header->pages) return cpl_fail(reader, CPL_NO_PAGE, "");
  heif_item_id item = 0;
  error = find_page(reader, &item);
  if (error.code != heif_error_Ok) return failure(reader, error);
  if ((status = heif_collect_images(state->file, item, &state->images)) != CPL_OK)
    return cpl_fail(reader, status, "its images refer to each other without end");
  error = heif->heif_context_get_image_handle(state->context, item, &state->handle);
  if (error.code != heif_error_Ok) return failure(reader, error);
  const int width = heif->heif_image_handle_get_width(state->handle);
  const int height = heif->heif_image_handle_get_height(state->handle);
  if (width <= 0 || height <= 0) return cpl_fail(reader, CPL_DAMAGED, "the picture has no pixels");
  // The library crops, turns and mirrors; the sizes are those after that. It can do all of it or nothing, so the turn is
  // undone, and the crop stays: whether the picture is turned is for the caller, as with other formats.
  state->turn = heif_find_turn(state->file, item);
  const bool is_swapped = heif_swaps_sides(state->turn);
  header->width = header->full_width = (uint32_t)(is_swapped ? height : width);
  header->height = header->full_height = (uint32_t)(is_swapped ? width : height);
  header->orientation = heif_orientation(state->turn);
  const int depth = heif->heif_image_handle_get_luma_bits_per_pixel(state->handle);
  header->depth = depth > 0 ? (uint32_t)depth : 8;
  header->has_alpha = heif->heif_image_handle_has_alpha_channel(state->handle);
  header->channels = header->has_alpha ? 4 : 3;
  header->color = CPL_YCBCR;
  header->ignores_exif_orientation = true;
  if ((status = take_profile(reader)) != CPL_OK || (status = take_code_points(reader)) != CPL_OK) return status;
  // Metadata are among what may be missing.
  return state->completed ? CPL_OK : take_metadata(reader);
}

static void make_straight(uint32_t *row, uint32_t width) {
  for (uint32_t x = 0; x < width; x++) {
    const uint32_t pixel = row[x], alpha = pixel >> 24;
    if (alpha == 0 || alpha == 255) continue;
    uint32_t result = alpha << 24;
    for (int shift = 0; shift < 24; shift += 8) {
      const uint32_t color = ((pixel >> shift & 255) * 510 + alpha) / (2 * alpha);
      result |= (color > 255 ? 255 : color) << shift;
    }
    row[x] = result;
  }
}

/// A number of pixels that whole blocks of HEVC cover.
static uint64_t whole_blocks(uint32_t pixels) { return ((uint64_t)pixels + 63) / 64 * 64; }

/// Compares the sizes that will be decoded with the limit. A picture within it may have incomplete blocks at its edges.
static cpl_status check_sizes(cpl_reader *reader) {
  heif_state *state = reader->state;
  heif_size largest, stated;
  const char *message = NULL;
  const cpl_status status = heif_find_largest(state->file, &state->images, &largest, &stated, &message);
  if (status != CPL_OK) return cpl_fail(reader, status, message ? message : "");
  char words[CPL_TEXT_CAPACITY];
  const uint64_t pixels = (uint64_t)largest.width * largest.height;
  if (pixels > cpl_plausible_pixels((uint64_t)stated.width * stated.height)) {
    snprintf(
      words, sizeof words, "its data have %" PRIu32 "x%" PRIu32 " pixels, but it states %" PRIu32 "x%" PRIu32 " at most",
      largest.width, largest.height, stated.width, stated.height);
    return cpl_fail(reader, CPL_DAMAGED, words);
  }
  uint64_t limit = whole_blocks(reader->header.width) * whole_blocks(reader->header.height);
  if (limit < reader->reading.pixel_limit) limit = reader->reading.pixel_limit;
  if (pixels <= limit) return CPL_OK;
  snprintf(
    words, sizeof words,
    "an image within the file has %" PRIu32 "x%" PRIu32 " pixels, of which at most %" PRIu64 " may be in memory at once",
    largest.width, largest.height, reader->reading.pixel_limit);
  return cpl_fail(reader, CPL_TOO_LARGE_WITHIN, words);
}

static cpl_status begin_heif(cpl_reader *reader) {
  heif_state *state = reader->state;
  if (state->completed) return cpl_fail(reader, CPL_TRUNCATED, "");
  const cpl_status sizes = check_sizes(reader);
  if (sizes != CPL_OK) return sizes;
  // Without memory for the stack of its thread, libde265 waits for that thread without end.
  if (cpl_lacks_memory(reader, (uint64_t)reader->header.width * reader->header.height))
    return cpl_fail(reader, CPL_NO_MEMORY, "");
  const heif_table *heif = &cpl_heif;
  const bool is_swapped = heif_swaps_sides(state->turn);
  const uint32_t width = is_swapped ? reader->header.height : reader->header.width;
  const uint32_t height = is_swapped ? reader->header.width : reader->header.height;
  cpl_begin_quiet();
  struct heif_error error =
    heif->heif_decode_image(state->handle, &state->image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, NULL);
  cpl_end_quiet();
  if (error.code != heif_error_Ok) return failure(reader, error);
  int stride = 0;
  const uint8_t *plane = heif->heif_image_get_plane_readonly(state->image, heif_channel_interleaved, &stride);
  if (!plane || heif->heif_image_get_width(state->image, heif_channel_interleaved) != (int)width ||
      heif->heif_image_get_height(state->image, heif_channel_interleaved) != (int)height)
    return cpl_fail(reader, CPL_DAMAGED, "the size of the pixels is not that of the header");
  if (!cpl_allocate_pixels(reader, reader->header.width, reader->header.height)) return CPL_NO_MEMORY;
  const bool is_premultiplied = heif->heif_image_handle_is_premultiplied_alpha(state->handle);
  uint32_t *row = malloc((size_t)width * 4);
  if (!row) return CPL_NO_MEMORY;
  for (uint32_t y = 0; y < height; y++) {
    memcpy(row, plane + (size_t)y * (size_t)stride, (size_t)width * 4);
    if (is_premultiplied) make_straight(row, width);
    heif_turn_back(state->turn, row, y, width, height, reader->pixels);
  }
  free(row);
  heif->heif_image_release(state->image);
  state->image = NULL;
  return CPL_OK;
}

static void close_heif(void *pointer) {
  heif_state *state = pointer;
  if (state->image) cpl_heif.heif_image_release(state->image);
  if (state->handle) cpl_heif.heif_image_handle_release(state->handle);
  if (state->context) cpl_heif.heif_context_free(state->context);
  free(state->completed);
  free(state->profile);
  free(state->exif);
  free(state->xmp);
}

cpl_reader *cpl_heif_reader(cpl_source *source, cpl_reading reading) {
  static const cpl_format format = {open_heif, begin_heif, cpl_read_from_memory, NULL, close_heif};
  return cpl_reader_create(&format, sizeof(heif_state), source, reading);
}
