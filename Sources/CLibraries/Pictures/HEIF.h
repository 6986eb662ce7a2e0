// What is used of libheif.
#ifndef CPL_HEIF_H
#define CPL_HEIF_H

#include <libheif/heif.h>

#include "../Loading/LoadedLibrary.h"

#define HEIF_LIBRARY_FILE CL_FILE("heif", "1")

// In libheif since 1.13.
#define HEIF_FUNCTIONS(X) \
  X(heif_get_version) \
  X(heif_context_alloc) \
  X(heif_context_free) \
  X(heif_context_set_max_decoding_threads) \
  X(heif_context_read_from_memory_without_copy) \
  X(heif_context_get_number_of_top_level_images) \
  X(heif_context_get_list_of_top_level_image_IDs) \
  X(heif_context_get_primary_image_ID) \
  X(heif_context_get_image_handle) \
  X(heif_image_handle_release) \
  X(heif_image_handle_get_width) \
  X(heif_image_handle_get_height) \
  X(heif_image_handle_has_alpha_channel) \
  X(heif_image_handle_is_premultiplied_alpha) \
  X(heif_image_handle_get_luma_bits_per_pixel) \
  X(heif_image_handle_get_raw_color_profile_size) \
  X(heif_image_handle_get_raw_color_profile) \
  X(heif_image_handle_get_nclx_color_profile) \
  X(heif_nclx_color_profile_free) \
  X(heif_image_handle_get_list_of_metadata_block_IDs) \
  X(heif_image_handle_get_metadata_content_type) \
  X(heif_image_handle_get_metadata_size) \
  X(heif_image_handle_get_metadata) \
  X(heif_decode_image) \
  X(heif_image_release) \
  X(heif_image_get_width) \
  X(heif_image_get_height) \
  X(heif_image_get_plane_readonly)

typedef struct {
  HEIF_FUNCTIONS(CL_DECLARE)
} heif_table;

#endif
