// What is used of giflib.
#ifndef CPL_GIF_H
#define CPL_GIF_H

#include <gif_lib.h>

#include "../Loading/LoadedLibrary.h"

#define GIF_LIBRARY_FILE CL_FILE("gif", "7")

#define GIF_FUNCTIONS(X) \
  X(DGifOpen) \
  X(DGifCloseFile) \
  X(DGifGetRecordType) \
  X(DGifGetImageDesc) \
  X(DGifGetLine) \
  X(DGifGetCode) \
  X(DGifGetCodeNext) \
  X(DGifGetExtension) \
  X(DGifGetExtensionNext) \
  X(DGifExtensionToGCB) \
  X(GifErrorString)

typedef struct {
  GIF_FUNCTIONS(CL_DECLARE)
} gif_table;

#endif
