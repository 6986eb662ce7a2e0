// What is used of libavif.
#ifndef CPL_AVIF_H
#define CPL_AVIF_H

#include <avif/avif.h>

#include "../Loading/LoadedLibrary.h"

// The structures change with the number of its file, which the header does not tell.
#if AVIF_VERSION_MAJOR >= 1
#define AVIF_FILE_VERSION "16"
#else
#define AVIF_FILE_VERSION "15"
#endif
#define AVIF_FILE CL_FILE("avif", AVIF_FILE_VERSION)

#define AVIF_FUNCTIONS(X) \
  X(avifVersion) \
  X(avifResultToString) \
  X(avifDecoderCreate) \
  X(avifDecoderDestroy) \
  X(avifDecoderSetIOMemory) \
  X(avifDecoderParse) \
  X(avifDecoderNthImage) \
  X(avifRGBImageSetDefaults) \
  X(avifImageYUVToRGB) \
  X(avifCropRectConvertCleanApertureBox) \
  X(avifImageRGBToYUV) \
  X(avifImageCreate) \
  X(avifImageDestroy) \
  X(avifImageSetProfileICC) \
  X(avifImageSetMetadataExif) \
  X(avifImageSetMetadataXMP) \
  X(avifEncoderCreate) \
  X(avifEncoderDestroy) \
  X(avifEncoderWrite) \
  X(avifRWDataFree)

typedef struct {
  AVIF_FUNCTIONS(CL_DECLARE)
} avif_table;

#endif
