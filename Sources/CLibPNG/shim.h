// libpng and zlib as the system has them.
#ifndef PAINT_CLIBPNG_H
#define PAINT_CLIBPNG_H
#include <png.h>
#include <zlib.h>
#endif
