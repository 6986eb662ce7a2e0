#ifndef PAINT_CPNG_H
#define PAINT_CPNG_H
#include <png.h>
#include <zlib.h>
#endif
