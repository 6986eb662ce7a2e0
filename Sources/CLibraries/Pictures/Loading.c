#include <stdio.h>

#include "CLoading.h"
#include "CPictureLibraries.h"
#include "Libraries.h"
#include "Quiet.h"

jpeg_table cpl_jpeg;
webp_table cpl_webp;
webp_animation_table cpl_webp_animation;
tiff_table cpl_tiff;
gif_table cpl_gif;
avif_table cpl_avif;
heif_table cpl_heif;

/// A library and its names; a version is asked for only after it was loaded.
typedef struct {
  const char *name, *package;
  const char *(*version)(void);
  cl_library loaded;
} library;

#define LOOK_UP(NAME, type, variable, FUNCTIONS) \
  static bool look_up_##variable(void *library) { \
    type *table = &cpl_##variable; \
    FUNCTIONS(CL_LOOK_UP) \
    return true; \
  }

LOOK_UP(JPEG, jpeg_table, jpeg, JPEG_FUNCTIONS)
LOOK_UP(WEBP, webp_table, webp, WEBP_FUNCTIONS)
LOOK_UP(WEBP_ANIMATION, webp_animation_table, webp_animation, WEBP_ANIMATION_FUNCTIONS)
LOOK_UP(TIFF, tiff_table, tiff, TIFF_FUNCTIONS)
LOOK_UP(GIF, gif_table, gif, GIF_FUNCTIONS)
LOOK_UP(AVIF, avif_table, avif, AVIF_FUNCTIONS)
LOOK_UP(HEIF, heif_table, heif, HEIF_FUNCTIONS)

static char webp_text[32];

static bool webp_is_right(void) {
  const int version = cpl_webp.WebPGetDecoderVersion();
  snprintf(webp_text, sizeof webp_text, "%d.%d.%d", version >> 16, version >> 8 & 255, version & 255);
  WebPDecoderConfig decoder;
  WebPConfig encoder;
  return cpl_webp.WebPInitDecoderConfigInternal(&decoder, WEBP_DECODER_ABI_VERSION) &&
         cpl_webp.WebPConfigInitInternal(&encoder, WEBP_PRESET_DEFAULT, 80, WEBP_ENCODER_ABI_VERSION);
}

static bool webp_animation_is_right(void) {
  WebPAnimDecoderOptions options;
  return cpl_webp_animation.WebPAnimDecoderOptionsInitInternal(&options, WEBP_DEMUX_ABI_VERSION);
}

/// The structures belong to one number before the point, and before 1.0 to the number behind it, too.
static bool avif_is_right(void) {
  int major = 0, minor = 0;
  if (sscanf(cpl_avif.avifVersion(), "%d.%d", &major, &minor) != 2) return false;
  return major == AVIF_VERSION_MAJOR && (major > 0 ? minor >= AVIF_VERSION_MINOR : minor == AVIF_VERSION_MINOR);
}

static const char *webp_version(void) { return webp_text; }
static const char *tiff_version(void) { return cpl_tiff.TIFFGetVersion(); }
static const char *avif_version(void) { return cpl_avif.avifVersion(); }
static const char *heif_version(void) { return cpl_heif.heif_get_version(); }

// libjpeg and giflib check their structures themselves, or have had the same ones for all of their file's number.
static library libraries[CPL_LIBRARY_COUNT] = {
  [CPL_JPEG] = {"libjpeg-turbo", JPEG_PACKAGE, NULL, {JPEG_FILE, look_up_jpeg, NULL, NULL, CL_LOCK}},
  [CPL_WEBP] = {"libwebp", "libwebp7", webp_version, {WEBP_FILE, look_up_webp, webp_is_right, NULL, CL_LOCK}},
  [CPL_WEBP_ANIMATION] =
    {"libwebpdemux", "libwebpdemux2", NULL,
     {WEBP_ANIMATION_FILE, look_up_webp_animation, webp_animation_is_right, NULL, CL_LOCK}},
  [CPL_TIFF] = {"libtiff", "libtiff6", tiff_version, {TIFF_FILE, look_up_tiff, NULL, NULL, CL_LOCK}},
  [CPL_GIF] = {"giflib", "libgif7", NULL, {GIF_LIBRARY_FILE, look_up_gif, NULL, NULL, CL_LOCK}},
  [CPL_AVIF] =
    {"libavif", "libavif" AVIF_FILE_VERSION, avif_version,
     {AVIF_FILE, look_up_avif, avif_is_right, cpl_prepare_quiet, CL_LOCK}},
  [CPL_HEIF] =
    {"libheif", "libheif1", heif_version, {HEIF_LIBRARY_FILE, look_up_heif, NULL, cpl_prepare_quiet, CL_LOCK}},
};

int cpl_load(int number) { return cl_load(&libraries[number].loaded); }
int cpl_load_error(int number) { return cl_load_error(&libraries[number].loaded); }

const char *cpl_library_name(int number) { return libraries[number].name; }
const char *cpl_library_package(int number) { return libraries[number].package; }

const char *cpl_library_version(int number) {
  const library *wanted = &libraries[number];
  return cpl_load(number) == CPL_LOADED && wanted->version ? wanted->version() : "";
}

bool cpl_can_open(const char *file_name) {
  void *loaded = dlopen(file_name, RTLD_NOW | RTLD_LOCAL);
  if (loaded) dlclose(loaded);
  return loaded != NULL;
}
