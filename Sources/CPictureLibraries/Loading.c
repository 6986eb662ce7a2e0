#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

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

/// A library: its names, how its functions are looked up, and whether its version is one that the headers fit.
typedef struct {
  const char *name, *package, *file;
  bool (*look_up)(void *library);
  bool (*is_right)(void);
  const char *(*version)(void);
  /// What is to be done before it is loaded; NULL for nothing.
  void (*prepare)(void);
  pthread_mutex_t lock;
  /// Whether the result is final; the system may have what it lacked when it is tried again.
  bool is_tried;
  /// The result of the last try, and the reason if the system refused it.
  int result, error;
} library;

#define LOOK_UP(NAME, type, variable, FUNCTIONS) \
  static bool look_up_##variable(void *library) { \
    type *table = &cpl_##variable; \
    FUNCTIONS(CPL_LOOK_UP) \
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

/// Why the system, and not the library, is the reason that `dlopen` failed; 0 if it is not.
///
/// The linker has no function that tells, but its message ends with the system's text. `errno` cannot be used, because
/// it is that of the last folder, or of freeing memory.
static int system_error(void) {
  const char *message = dlerror();
  if (!message) return 0;
  // The second text is the beginning of the first in some C libraries.
  static const int errors[] = {ENFILE, EMFILE, ENOMEM, EIO};
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (strstr(message, strerror(errors[i]))) return errors[i];
  // For its own messages.
  return strstr(message, "out of memory") || strstr(message, "cannot allocate") ? ENOMEM : 0;
}

static void load(library *wanted) {
  if (wanted->prepare) wanted->prepare();
  // Without what it exports becoming visible to others.
  void *loaded = dlopen(wanted->file, RTLD_NOW | RTLD_LOCAL);
  if (loaded) {
    const bool fits = wanted->look_up(loaded) && (!wanted->is_right || wanted->is_right());
    wanted->result = fits ? CPL_LOADED : CPL_WRONG_VERSION;
  } else {
    wanted->error = system_error();
    wanted->result = wanted->error ? CPL_REFUSED : CPL_NOT_INSTALLED;
  }
  wanted->is_tried = wanted->result != CPL_REFUSED;
}

#define LOCK .lock = PTHREAD_MUTEX_INITIALIZER

// libjpeg and giflib check their structures themselves, or have had the same ones for all of their file's number.
static library libraries[CPL_LIBRARY_COUNT] = {
  [CPL_JPEG] = {"libjpeg-turbo", JPEG_PACKAGE, JPEG_FILE, look_up_jpeg, NULL, NULL, NULL, LOCK},
  [CPL_WEBP] = {"libwebp", "libwebp7", WEBP_FILE, look_up_webp, webp_is_right, webp_version, NULL, LOCK},
  [CPL_WEBP_ANIMATION] =
    {"libwebpdemux", "libwebpdemux2", WEBP_ANIMATION_FILE, look_up_webp_animation, webp_animation_is_right, NULL, NULL,
     LOCK},
  [CPL_TIFF] = {"libtiff", "libtiff6", TIFF_FILE, look_up_tiff, NULL, tiff_version, NULL, LOCK},
  [CPL_GIF] = {"giflib", "libgif7", GIF_LIBRARY_FILE, look_up_gif, NULL, NULL, NULL, LOCK},
  [CPL_AVIF] =
    {"libavif", "libavif" AVIF_FILE_VERSION, AVIF_FILE, look_up_avif, avif_is_right, avif_version, cpl_prepare_quiet,
     LOCK},
  [CPL_HEIF] = {"libheif", "libheif1", HEIF_LIBRARY_FILE, look_up_heif, NULL, heif_version, cpl_prepare_quiet, LOCK},
};

int cpl_load(int number) {
  library *wanted = &libraries[number];
  pthread_mutex_lock(&wanted->lock);
  if (!wanted->is_tried) load(wanted);
  const int result = wanted->result;
  pthread_mutex_unlock(&wanted->lock);
  return result;
}

int cpl_load_error(int number) {
  library *wanted = &libraries[number];
  pthread_mutex_lock(&wanted->lock);
  const int error = wanted->error;
  pthread_mutex_unlock(&wanted->lock);
  return error;
}

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
