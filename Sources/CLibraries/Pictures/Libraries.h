// The loaded tables, for the files of this target.
#ifndef CPL_LIBRARIES_H
#define CPL_LIBRARIES_H

#include "AVIF.h"
#include "GIF.h"
#include "HEIF.h"
#include "JPEG.h"
#include "TIFF.h"
#include "WebP.h"

extern jpeg_table cpl_jpeg;
extern webp_table cpl_webp;
extern webp_animation_table cpl_webp_animation;
extern tiff_table cpl_tiff;
extern gif_table cpl_gif;
extern avif_table cpl_avif;
extern heif_table cpl_heif;

#endif
