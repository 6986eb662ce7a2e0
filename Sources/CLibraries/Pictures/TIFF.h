// What is used of libtiff.
#ifndef CPL_TIFF_H
#define CPL_TIFF_H

#include <tiffio.h>

#include "../Loading/LoadedLibrary.h"

// Since 4.5 each handle has its own handlers of errors and its own limit of memory.
#ifndef TIFFLIB_AT_LEAST
#error "libtiff 4.5 or later is needed"
#endif

#define TIFF_FILE CL_FILE("tiff", "6")

#define TIFF_FUNCTIONS(X) \
  X(TIFFGetVersion) \
  X(TIFFOpenOptionsAlloc) \
  X(TIFFOpenOptionsFree) \
  X(TIFFOpenOptionsSetMaxSingleMemAlloc) \
  X(TIFFOpenOptionsSetErrorHandlerExtR) \
  X(TIFFOpenOptionsSetWarningHandlerExtR) \
  X(TIFFClientOpenExt) \
  X(TIFFClose) \
  X(TIFFNumberOfDirectories) \
  X(TIFFSetDirectory) \
  X(TIFFReadDirectory) \
  X(TIFFCurrentDirOffset) \
  X(TIFFIsBigEndian) \
  X(TIFFNumberOfStrips) \
  X(TIFFNumberOfTiles) \
  X(TIFFGetStrileOffset) \
  X(TIFFGetStrileByteCount) \
  X(TIFFGetField) \
  X(TIFFGetFieldDefaulted) \
  X(TIFFSetField) \
  X(TIFFIsTiled) \
  X(TIFFScanlineSize64) \
  X(TIFFReadScanline) \
  X(TIFFStripSize64) \
  X(TIFFComputeStrip) \
  X(TIFFReadEncodedStrip) \
  X(TIFFTileSize64) \
  X(TIFFTileRowSize64) \
  X(TIFFReadTile) \
  X(TIFFRGBAImageOK) \
  X(TIFFReadRGBAStripExt) \
  X(TIFFReadRGBATileExt) \
  X(TIFFDefaultStripSize) \
  X(TIFFWriteScanline) \
  X(TIFFFlush)

typedef struct {
  TIFF_FUNCTIONS(CL_DECLARE)
} tiff_table;

#endif
