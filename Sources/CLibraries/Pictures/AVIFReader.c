#include <stdlib.h>
#include <string.h>

#include "HEIFBoxes.h"
#include "Libraries.h"
#include "Quiet.h"
#include "Reader.h"

typedef struct {
  const uint8_t *bytes;
  size_t count;
  uint8_t *completed;      // a file that is cut off behind its header
  uint32_t width, height;  // of the decoded pixels
  avifCropRect crop;       // the part of the decoded pixels that is shown
  avifDecoder *decoder;
} avif_state;

static cpl_status failure(cpl_reader *reader, avifResult result) {
  cpl_status status = CPL_DAMAGED;
  switch (result) {
    case AVIF_RESULT_TRUNCATED_DATA: status = CPL_TRUNCATED; break;
    case AVIF_RESULT_OUT_OF_MEMORY: status = CPL_NO_MEMORY; break;
    case AVIF_RESULT_NO_CODEC_AVAILABLE:
    case AVIF_RESULT_UNSUPPORTED_DEPTH:
    case AVIF_RESULT_NOT_IMPLEMENTED: status = CPL_UNSUPPORTED; break;
    default: break;
  }
  // Codecs do not say why they fail. In the header there are no pixels to decode yet.
  const avif_state *state = reader->state;
  if (status == CPL_DAMAGED && cpl_lacks_memory(reader, (uint64_t)state->width * state->height)) status = CPL_NO_MEMORY;
  return cpl_fail_quoting(reader, status, "libavif", cpl_avif.avifResultToString(result));
}

/// The orientation that turning (by quarters, anticlockwise) and then mirroring gives, as EXIF numbers it.
static uint32_t orientation_of(const avifImage *image) {
  // No mirror, top and bottom exchanged, left and right exchanged.
  static const uint8_t orientations[4][3] = {{1, 4, 2}, {8, 5, 7}, {3, 2, 4}, {6, 7, 5}};
  const int quarters = image->transformFlags & AVIF_TRANSFORM_IROT ? image->irot.angle & 3 : 0;
#if AVIF_VERSION_MAJOR >= 1
  const int axis = image->imir.axis;
#else
  const int axis = image->imir.mode;
#endif
  return orientations[quarters][image->transformFlags & AVIF_TRANSFORM_IMIR ? 1 + (axis & 1) : 0];
}

/// The part of the pixels that the file's clean aperture shows, before the picture is turned.
static avifCropRect crop_of(cpl_reader *reader, const avifImage *image) {
  const avifCropRect all = {0, 0, image->width, image->height};
  if (!(image->transformFlags & AVIF_TRANSFORM_CLAP)) return all;
  avifDiagnostics diagnostics;
  avifCropRect crop;
  // Without a format of pixels: an odd place is a problem for players that show subsampled colours, but not here.
  const bool is_right = cpl_avif.avifCropRectConvertCleanApertureBox(
    &crop, &image->clap, image->width, image->height, AVIF_PIXEL_FORMAT_YUV444, &diagnostics);
  if (is_right && crop.width > 0 && crop.height > 0) return crop;
  if (!reader->warning[0])
    cpl_copy_text(reader->warning, "the crop that the AVIF states cannot be applied, and was ignored");
  return all;
}

/// Reads the header with a new decoder.
static avifResult parse(cpl_reader *reader, bool ignores_metadata) {
  avif_state *state = reader->state;
  const avif_table *avif = &cpl_avif;
  if (state->decoder) avif->avifDecoderDestroy(state->decoder);
  avifDecoder *decoder = state->decoder = avif->avifDecoderCreate();
  if (!decoder) return AVIF_RESULT_OUT_OF_MEMORY;
  decoder->maxThreads = (int)reader->reading.threads;
  decoder->ignoreXMP = decoder->ignoreExif = ignores_metadata;
  // Files that older encoders wrote lack what only the strict rules ask for.
  decoder->strictFlags = AVIF_STRICT_DISABLED;
  const avifResult result = avif->avifDecoderSetIOMemory(decoder, state->bytes, state->count);
  return result == AVIF_RESULT_OK ? avif->avifDecoderParse(decoder) : result;
}

/// Reads the header of a file that ends behind it; CPL_DAMAGED for one that is not just cut off.
static cpl_status parse_cut_file(cpl_reader *reader) {
  avif_state *state = reader->state;
  const heif_bytes file = {state->bytes, state->count};
  const heif_extent extent = heif_find_extent(file);
  if (!extent.has_header) return extent.is_cut ? cpl_fail(reader, CPL_TRUNCATED, "") : CPL_DAMAGED;
  const cpl_status status = heif_copy_completed(file, extent, &state->completed, &state->count);
  if (status != CPL_OK) return status == CPL_NO_MEMORY ? cpl_fail(reader, status, "") : status;
  state->bytes = state->completed;
  // Metadata are among what may be missing.
  const avifResult result = parse(reader, true);
  if (result == AVIF_RESULT_OUT_OF_MEMORY) return failure(reader, result);
  return result == AVIF_RESULT_OK ? CPL_OK : CPL_DAMAGED;
}

static void take_metadata(cpl_header *header, const avifImage *image) {
  if (image->icc.size > 0) {
    header->profile = image->icc.data;
    header->profile_count = image->icc.size;
  }
  header->has_code_points = true;
  header->primaries = image->colorPrimaries;
  header->transfer = image->transferCharacteristics;
  cpl_take_exif(header, image->exif.data, image->exif.size);
  if (image->xmp.size > 0) {
    header->xmp = image->xmp.data;
    header->xmp_count = image->xmp.size;
  }
}

static cpl_status open_avif(cpl_reader *reader) {
  avif_state *state = reader->state;
  cpl_status status = cpl_source_all(reader->source, CPL_FILE_LIMIT, &state->bytes, &state->count);
  if (status != CPL_OK) return cpl_fail(reader, status, "an AVIF file has at most 1 GiB");
  avifResult result = parse(reader, false);
  if (result != AVIF_RESULT_OK && result != AVIF_RESULT_OUT_OF_MEMORY) {
    // The pixels may be whole.
    result = parse(reader, true);
    if (result == AVIF_RESULT_OK) cpl_copy_text(reader->warning, "EXIF and XMP cannot be read");
  }
  if (result != AVIF_RESULT_OK && result != AVIF_RESULT_OUT_OF_MEMORY) {
    if ((status = parse_cut_file(reader)) == CPL_DAMAGED) return failure(reader, result);
    if (status != CPL_OK) return status;
  } else if (result != AVIF_RESULT_OK) {
    return failure(reader, result);
  }
  const avifDecoder *decoder = state->decoder;
  const avifImage *image = decoder->image;
  cpl_header *header = &reader->header;
  state->width = image->width;
  state->height = image->height;
  state->crop = crop_of(reader, image);
  header->width = header->full_width = state->crop.width;
  header->height = header->full_height = state->crop.height;
  header->at_once = (uint64_t)image->width * image->height;
  header->depth = image->depth;
  header->has_alpha = decoder->alphaPresent;
  const bool is_grey = image->yuvFormat == AVIF_PIXEL_FORMAT_YUV400;
  header->color = is_grey ? CPL_GREY : CPL_YCBCR;
  header->channels = (is_grey ? 1 : 3) + (decoder->alphaPresent ? 1 : 0);
  header->orientation = orientation_of(image);
  header->pages = decoder->imageCount > 0 ? (uint32_t)decoder->imageCount : 1;
  header->ignores_exif_orientation = true;
  take_metadata(header, image);
  if (reader->reading.page >= header->pages) return cpl_fail(reader, CPL_NO_PAGE, "");
  return CPL_OK;
}

/// Moves the part of the decoded pixels that is shown to their beginning.
static void crop_pixels(cpl_reader *reader) {
  const avif_state *state = reader->state;
  const avifCropRect crop = state->crop;
  for (uint32_t y = 0; y < crop.height; y++)
    memmove(
      reader->pixels + (size_t)y * crop.width, reader->pixels + (size_t)(crop.y + y) * state->width + crop.x,
      (size_t)crop.width * 4);
}

static cpl_status begin_avif(cpl_reader *reader) {
  avif_state *state = reader->state;
  const avif_table *avif = &cpl_avif;
  if (state->completed) return cpl_fail(reader, CPL_TRUNCATED, "");
  // The compressed pixels have a size of their own, which may be another than the header's.
  uint64_t limit = cpl_plausible_pixels((uint64_t)state->width * state->height);
  if (reader->reading.pixel_limit < limit) limit = reader->reading.pixel_limit;
  if (limit < state->decoder->imageSizeLimit) state->decoder->imageSizeLimit = (uint32_t)limit;
  cpl_begin_quiet();
  avifResult result = avif->avifDecoderNthImage(state->decoder, reader->reading.page);
  cpl_end_quiet();
  // The library looks for the pixels of a small file here, not when it reads the header.
  if (result == AVIF_RESULT_BMFF_PARSE_FAILED && heif_find_extent((heif_bytes){state->bytes, state->count}).is_cut)
    return cpl_fail(reader, CPL_TRUNCATED, "");
  if (result != AVIF_RESULT_OK) return failure(reader, result);
  const avifImage *image = state->decoder->image;
  if (image->width != state->width || image->height != state->height)
    return cpl_fail(reader, CPL_DAMAGED, "the size of the pixels is not that of the header");
  if (!cpl_allocate_pixels(reader, state->width, state->height)) return CPL_NO_MEMORY;
  avifRGBImage rgb;
  avif->avifRGBImageSetDefaults(&rgb, image);
  rgb.depth = 8;
  rgb.format = AVIF_RGB_FORMAT_RGBA;
  rgb.alphaPremultiplied = AVIF_FALSE;
  // As avifdec, which writes no alpha then: libyuv has another result for four channels of more than 8 bits.
  rgb.avoidLibYUV = image->depth > 8 && !image->alphaPlane;
  rgb.pixels = (uint8_t *)reader->pixels;
  rgb.rowBytes = image->width * 4;
  result = avif->avifImageYUVToRGB(image, &rgb);
  if (result != AVIF_RESULT_OK) return failure(reader, result);
  if (image->width != reader->header.width || image->height != reader->header.height) crop_pixels(reader);
  return CPL_OK;
}

static void close_avif(void *pointer) {
  avif_state *state = pointer;
  if (state->decoder) cpl_avif.avifDecoderDestroy(state->decoder);
  free(state->completed);
}

cpl_reader *cpl_avif_reader(cpl_source *source, cpl_reading reading) {
  static const cpl_format format = {open_avif, begin_avif, cpl_read_from_memory, NULL, close_avif};
  return cpl_reader_create(&format, sizeof(avif_state), source, reading);
}
