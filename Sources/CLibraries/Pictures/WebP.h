// What is used of libwebp, and of its library for animations.
#ifndef CPL_WEBP_H
#define CPL_WEBP_H

#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

#include "../Loading/LoadedLibrary.h"

#define WEBP_FILE CL_FILE("webp", "7")
#define WEBP_ANIMATION_FILE CL_FILE("webpdemux", "2")

#define WEBP_FUNCTIONS(X) \
  X(WebPGetDecoderVersion) \
  X(WebPGetFeaturesInternal) \
  X(WebPInitDecoderConfigInternal) \
  X(WebPIDecode) \
  X(WebPIUpdate) \
  X(WebPIDecGetRGB) \
  X(WebPIDelete) \
  X(WebPFreeDecBuffer) \
  X(WebPConfigInitInternal) \
  X(WebPValidateConfig) \
  X(WebPPictureInitInternal) \
  X(WebPPictureImportRGBA) \
  X(WebPPictureFree) \
  X(WebPEncode)

#define WEBP_ANIMATION_FUNCTIONS(X) \
  X(WebPAnimDecoderOptionsInitInternal) \
  X(WebPAnimDecoderNewInternal) \
  X(WebPAnimDecoderGetInfo) \
  X(WebPAnimDecoderGetNext) \
  X(WebPAnimDecoderDelete)

typedef struct {
  WEBP_FUNCTIONS(CL_DECLARE)
} webp_table;

typedef struct {
  WEBP_ANIMATION_FUNCTIONS(CL_DECLARE)
} webp_animation_table;

#endif
