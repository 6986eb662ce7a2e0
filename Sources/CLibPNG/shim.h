// libpng and zlib of the system.
#ifndef PAINT_CLIBPNG_H
#define PAINT_CLIBPNG_H
#include <png.h>
#include <zlib.h>
#endif
