#include <stdlib.h>

#include "Libraries.h"
#include "Reader.h"
#include "Writer.h"

typedef struct {
  avifImage *image;
  avifEncoder *encoder;
  avifRWData file;
} avif_state;

static bool has_no_memory(const cpl_writing *writing, uint32_t bytes_per_pixel) {
  return cpl_has_no_memory((uint64_t)writing->width * writing->height, bytes_per_pixel, writing->threads);
}

static cpl_status failure(cpl_writer *writer, avifResult result) {
  // Codecs do not say why they fail.
  const bool is_memory = result == AVIF_RESULT_OUT_OF_MEMORY || has_no_memory(&writer->writing, 8);
  return cpl_writer_fail(writer, is_memory ? CPL_NO_MEMORY : CPL_UNSUPPORTED, cpl_avif.avifResultToString(result));
}

static avifPixelFormat format_of(const cpl_writing *writing) {
  if (writing->is_gray) return AVIF_PIXEL_FORMAT_YUV400;
  if (writing->subsampling_x == 1) return AVIF_PIXEL_FORMAT_YUV444;
  return writing->subsampling_y == 1 ? AVIF_PIXEL_FORMAT_YUV422 : AVIF_PIXEL_FORMAT_YUV420;
}

static bool is_opaque(const cpl_writer *writer) {
  const size_t count = (size_t)writer->writing.width * writer->writing.height;
  for (size_t i = 0; i < count; i++) {
    if (writer->pixels[i] < 0xff000000u) return false;
  }
  return true;
}

// Before libavif 1.0 these functions had no result; they ended the program without memory.
#if AVIF_VERSION_MAJOR >= 1
#define RESULT_OF(call) (call)
#else
#define RESULT_OF(call) ((call), AVIF_RESULT_OK)
#endif

/// Sets the quarters, anticlockwise, and the mirror behind them that an orientation is.
static void set_orientation(avifImage *image, uint32_t orientation) {
  enum { NONE = 2 };
  // Mirrors: 0 exchanges top and bottom, 1 left and right.
  static const uint8_t turns[9][2] = {
    {0, NONE}, {0, NONE}, {0, 1}, {2, NONE}, {0, 0}, {1, 0}, {3, NONE}, {1, 1}, {1, NONE}};
  const uint8_t *turn = turns[orientation <= 8 ? orientation : 1];
  image->transformFlags &= ~(avifTransformFlags)(AVIF_TRANSFORM_IROT | AVIF_TRANSFORM_IMIR);
  image->irot.angle = turn[0];
  if (turn[0] != 0) image->transformFlags |= AVIF_TRANSFORM_IROT;
  if (turn[1] == NONE) return;
  image->transformFlags |= AVIF_TRANSFORM_IMIR;
#if AVIF_VERSION_MAJOR >= 1
  image->imir.axis = turn[1];
#else
  image->imir.mode = turn[1];
#endif
}

static avifResult set_metadata(avifImage *image, const cpl_writing *writing) {
  const avif_table *avif = &cpl_avif;
  avifResult result = AVIF_RESULT_OK;
  if (writing->profile_count > 0)
    result = RESULT_OF(avif->avifImageSetProfileICC(image, writing->profile, writing->profile_count));
  if (result == AVIF_RESULT_OK && writing->exif_count > 0)
    result = RESULT_OF(avif->avifImageSetMetadataExif(image, writing->exif, writing->exif_count));
  if (result == AVIF_RESULT_OK && writing->xmp_count > 0)
    result = RESULT_OF(avif->avifImageSetMetadataXMP(image, writing->xmp, writing->xmp_count));
  // Instead of what the library takes from EXIF, which is not always what states it.
  set_orientation(image, writing->orientation);
  return result;
}

static cpl_status finish_avif(cpl_writer *writer) {
  const avif_table *avif = &cpl_avif;
  const cpl_writing *writing = &writer->writing;
  avif_state *state = writer->state;
  // Where memory fails, libavif before 1.0 and codecs end the program. With libaom 3.6 a picture
  // of 2,500 x 2,500 needed an address space of 270 MiB, one of 300 x 300 66 MiB: 34 bytes a pixel, 4 of which are here.
  if (has_no_memory(writing, 32)) return cpl_writer_fail(writer, CPL_NO_MEMORY, "");
  avifImage *image = state->image = avif->avifImageCreate(writing->width, writing->height, 8, format_of(writing));
  avifEncoder *encoder = state->encoder = avif->avifEncoderCreate();
  if (!image || !encoder) return cpl_writer_fail(writer, CPL_NO_MEMORY, "");
  // A profile is not contradicted by numbers.
  const bool is_plain = !writing->has_code_points && writing->profile_count == 0;
  image->colorPrimaries = writing->has_code_points ? writing->primaries
                          : is_plain               ? AVIF_COLOR_PRIMARIES_BT709
                                                   : AVIF_COLOR_PRIMARIES_UNSPECIFIED;
  image->transferCharacteristics = writing->has_code_points ? writing->transfer
                                   : is_plain               ? AVIF_TRANSFER_CHARACTERISTICS_SRGB
                                                            : AVIF_TRANSFER_CHARACTERISTICS_UNSPECIFIED;
  image->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_BT601;
  avifResult result = set_metadata(image, writing);
  if (result != AVIF_RESULT_OK) return failure(writer, result);
  avifRGBImage rgb;
  avif->avifRGBImageSetDefaults(&rgb, image);
  rgb.depth = 8;
  rgb.format = AVIF_RGB_FORMAT_RGBA;
  rgb.ignoreAlpha = is_opaque(writer);
  rgb.pixels = (uint8_t *)writer->pixels;
  rgb.rowBytes = writing->width * 4;
  result = avif->avifImageRGBToYUV(image, &rgb);
  if (result != AVIF_RESULT_OK) return failure(writer, result);
  encoder->maxThreads = (int)writing->threads;
  encoder->speed = 6;
  // As avifenc turns quality into quantizers.
#if AVIF_VERSION_MAJOR >= 1
  encoder->quality = writing->quality;
  encoder->qualityAlpha = 100;
#else
  encoder->minQuantizer = encoder->maxQuantizer = ((100 - writing->quality) * 63 + 50) / 100;
  encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
#endif
  result = avif->avifEncoderWrite(encoder, image, &state->file);
  if (result != AVIF_RESULT_OK) return failure(writer, result);
  return cpl_output_write(&writer->output, state->file.data, state->file.size) ? CPL_OK
                                                                               : cpl_writer_fail(writer, CPL_NO_MEMORY, "");
}

static void close_avif(void *pointer) {
  avif_state *state = pointer;
  if (state->file.data) cpl_avif.avifRWDataFree(&state->file);
  if (state->encoder) cpl_avif.avifEncoderDestroy(state->encoder);
  if (state->image) cpl_avif.avifImageDestroy(state->image);
}

cpl_writer *cpl_avif_writer(cpl_writing writing) {
  static const cpl_encoder encoder = {cpl_collect_start, cpl_collect_rows, finish_avif, close_avif, .is_streamed = false};
  return cpl_writer_create(&encoder, sizeof(avif_state), writing);
}
