#include <stdlib.h>
#include <string.h>

#include "CPNG.h"

enum { SLOTS = 1024 };

struct paint_png_survey {
  bool is_translucent, is_colored;
  uint32_t count;  // of colours so far; one more than there can be in a palette when there are too many
  uint32_t colors[PAINT_PNG_PALETTE];
  uint32_t slot_colors[SLOTS];
  bool is_used[SLOTS];
};

paint_png_survey *paint_png_survey_create(void) { return calloc(1, sizeof(paint_png_survey)); }
void paint_png_survey_destroy(paint_png_survey *survey) { free(survey); }

static void add_color(paint_png_survey *survey, uint32_t color) {
  uint32_t slot = (color * 0x9E3779B1u) >> 22;
  while (survey->is_used[slot]) {
    if (survey->slot_colors[slot] == color) return;
    slot = (slot + 1) % SLOTS;
  }
  if (survey->count == PAINT_PNG_PALETTE) {
    survey->count++;
    return;
  }
  survey->is_used[slot] = true;
  survey->slot_colors[slot] = color;
  survey->colors[survey->count++] = color;
}

void paint_png_survey_add(paint_png_survey *survey, const uint32_t *pixels, size_t count) {
  const uint8_t *restrict bytes = (const uint8_t *)pixels;
  if (!survey->is_translucent) {
    uint8_t alpha = 255;
    for (size_t i = 0; i < count; i++) alpha &= bytes[4 * i + 3];
    survey->is_translucent = alpha != 255;
  }
  // Mostly settled by the first pixels; but a long grey picture is walked through without a branch a pixel.
  for (size_t start = 0; start < count && !survey->is_colored; start += 1024) {
    size_t end = count - start < 1024 ? count : start + 1024;
    uint8_t difference = 0;
    for (size_t i = start; i < end; i++) {
      difference |= (uint8_t)((bytes[4 * i] ^ bytes[4 * i + 1]) | (bytes[4 * i] ^ bytes[4 * i + 2]));
    }
    survey->is_colored = difference != 0;
  }
  for (size_t i = 0; i < count && survey->count <= PAINT_PNG_PALETTE; i++) {
    if (i == 0 || pixels[i] != pixels[i - 1]) add_color(survey, pixels[i]);
  }
}

bool paint_png_survey_is_translucent(const paint_png_survey *survey) { return survey->is_translucent; }
bool paint_png_survey_is_colored(const paint_png_survey *survey) { return survey->is_colored; }

uint32_t paint_png_survey_colors(const paint_png_survey *survey, uint32_t colors[PAINT_PNG_PALETTE]) {
  if (survey->count <= PAINT_PNG_PALETTE) memcpy(colors, survey->colors, survey->count * sizeof *colors);
  return survey->count;
}
