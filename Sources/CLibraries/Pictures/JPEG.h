// What is used of libjpeg-turbo.
#ifndef CPL_JPEG_H
#define CPL_JPEG_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "../Loading/LoadedLibrary.h"

// Its file is numbered by the version of libjpeg whose structures it has.
#define JPEG_FILE CL_FILE("jpeg", CL_TEXT(JPEG_FILE_VERSION))
#if JPEG_LIB_VERSION >= 80
#define JPEG_FILE_VERSION 8
#define JPEG_PACKAGE "libjpeg-turbo8"
#else
#define JPEG_FILE_VERSION 62
#define JPEG_PACKAGE "libjpeg62-turbo"
#endif

// The profile's functions are in libjpeg-turbo since 2.0, which the original libjpeg 6b lacks.
#define JPEG_FUNCTIONS(X) \
  X(jpeg_std_error) \
  X(jpeg_CreateDecompress) \
  X(jpeg_destroy_decompress) \
  X(jpeg_save_markers) \
  X(jpeg_read_header) \
  X(jpeg_read_icc_profile) \
  X(jpeg_calc_output_dimensions) \
  X(jpeg_start_decompress) \
  X(jpeg_read_scanlines) \
  X(jpeg_finish_decompress) \
  X(jpeg_resync_to_restart) \
  X(jpeg_CreateCompress) \
  X(jpeg_destroy_compress) \
  X(jpeg_set_defaults) \
  X(jpeg_set_quality) \
  X(jpeg_simple_progression) \
  X(jpeg_start_compress) \
  X(jpeg_write_icc_profile) \
  X(jpeg_write_marker) \
  X(jpeg_write_scanlines) \
  X(jpeg_finish_compress)

typedef struct {
  JPEG_FUNCTIONS(CL_DECLARE)
} jpeg_table;

#endif
