#include <stdlib.h>
#include <string.h>

#include "Libraries.h"
#include "Reader.h"

enum {
  // A file of a few megabytes may have a million frames, each of which is drawn onto the picture.
  FRAME_LIMIT = 100000,
};

typedef struct {
  const uint8_t *bytes;
  size_t count, place;
  GifFileType *gif;
  GraphicsControlBlock control;  // of the next frame
  bool has_ended;                // a read came to the end of the bytes
  bool is_cut;                   // the file ends within a block
  // How the last frame is removed before the next.
  GifImageDesc last;
  int disposal;
  uint32_t *saved;  // the pixels before that frame, where it asks for them
  bool has_drawn;   // a row of a frame
  GifPixelType *line;
} gif_state;

static int read_bytes(GifFileType *gif, GifByteType *bytes, int count) {
  gif_state *state = gif->UserData;
  if (count < 0) return 0;
  const size_t left = state->count - state->place;
  const size_t part = left < (size_t)count ? left : (size_t)count;
  if (part < (size_t)count) state->has_ended = true;
  memcpy(bytes, state->bytes + state->place, part);
  state->place += part;
  return (int)part;
}

/// Opens the bytes from the beginning; the library cannot go back.
static cpl_status restart(cpl_reader *reader) {
  gif_state *state = reader->state;
  int error = 0;
  if (state->gif) cpl_gif.DGifCloseFile(state->gif, &error);
  state->place = 0;
  state->has_ended = false;
  state->control = (GraphicsControlBlock){.TransparentColor = NO_TRANSPARENT_COLOR};
  state->gif = cpl_gif.DGifOpen(state, read_bytes, &error);
  if (state->gif) return CPL_OK;
  // The other reason for no screen is the end of the file: only the memory of its colours can be missing.
  if (error == D_GIF_ERR_NOT_ENOUGH_MEM || (error == D_GIF_ERR_NO_SCRN_DSCR && !state->has_ended))
    return cpl_fail(reader, CPL_NO_MEMORY, "");
  const char *text = cpl_gif.GifErrorString(error);
  return cpl_fail_quoting(reader, state->has_ended ? CPL_TRUNCATED : CPL_DAMAGED, "giflib", text ? text : "");
}

static cpl_status damage(cpl_reader *reader, cpl_status status, uint32_t good_rows, const char *text) {
  const gif_state *state = reader->state;
  // Without a row there is nothing to be lenient for.
  return state->has_drawn ? cpl_damage(reader, status, good_rows, text) : cpl_fail(reader, status, text);
}

static cpl_status failure(cpl_reader *reader, uint32_t good_rows) {
  const gif_state *state = reader->state;
  if (state->gif->Error == D_GIF_ERR_NOT_ENOUGH_MEM) return cpl_fail(reader, CPL_NO_MEMORY, "");
  const char *text = cpl_gif.GifErrorString(state->gif->Error);
  if (state->has_ended) return damage(reader, CPL_TRUNCATED, good_rows, "");
  char words[CPL_TEXT_CAPACITY];
  cpl_quote(words, "giflib", text ? text : "");
  return damage(reader, CPL_DAMAGED, good_rows, words);
}

/// Reads an extension; that of the graphics control says how the next frame is drawn.
static bool read_extension(gif_state *state) {
  int code = 0;
  GifByteType *block = NULL;
  if (cpl_gif.DGifGetExtension(state->gif, &code, &block) == GIF_ERROR) return false;
  while (block) {
    if (code == GRAPHICS_EXT_FUNC_CODE && block[0] >= 4)
      cpl_gif.DGifExtensionToGCB(block[0], block + 1, &state->control);
    if (cpl_gif.DGifGetExtensionNext(state->gif, &block) == GIF_ERROR) return false;
  }
  return true;
}

/// Goes on to the next frame and reads its header: 1, 0 after the last, -1 for damage.
static int next_frame(gif_state *state) {
  for (;;) {
    // Only the mark of the end is missing, which some programs do not write.
    if (state->place == state->count) {
      state->has_ended = true;
      return 0;
    }
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    if (cpl_gif.DGifGetRecordType(state->gif, &type) == GIF_ERROR) return -1;
    switch (type) {
      case TERMINATE_RECORD_TYPE: return 0;
      case EXTENSION_RECORD_TYPE:
        if (!read_extension(state)) return -1;
        break;
      case IMAGE_DESC_RECORD_TYPE: return cpl_gif.DGifGetImageDesc(state->gif) == GIF_ERROR ? -1 : 1;
      default: return -1;
    }
  }
}

/// Passes over a frame's pixels without decoding them.
static bool skip_frame(gif_state *state) {
  int size = 0;
  GifByteType *block = NULL;
  if (cpl_gif.DGifGetCode(state->gif, &size, &block) == GIF_ERROR) return false;
  while (block) {
    if (cpl_gif.DGifGetCodeNext(state->gif, &block) == GIF_ERROR) return false;
  }
  return true;
}

static int color_bits(const GifFileType *gif) { return gif->SColorMap ? gif->SColorMap->BitsPerPixel : 8; }

static cpl_status open_gif(cpl_reader *reader) {
  gif_state *state = reader->state;
  state->disposal = DISPOSAL_UNSPECIFIED;
  cpl_status status = cpl_source_all(reader->source, CPL_FILE_LIMIT, &state->bytes, &state->count);
  if (status != CPL_OK) return cpl_fail(reader, status, "a GIF file has at most 1 GiB");
  if ((status = restart(reader)) != CPL_OK) return status;
  cpl_header *header = &reader->header;
  header->width = header->full_width = (uint32_t)state->gif->SWidth;
  header->height = header->full_height = (uint32_t)state->gif->SHeight;
  header->depth = (uint32_t)color_bits(state->gif);
  header->channels = 1;
  header->color = CPL_PALETTE;
  header->pages = 0;
  int found;
  while ((found = next_frame(state)) > 0 && header->pages < FRAME_LIMIT) {
    header->pages++;
    if (state->control.TransparentColor != NO_TRANSPARENT_COLOR) header->has_alpha = true;
    const GifImageDesc *frame = &state->gif->Image;
    if (frame->Left > 0 || frame->Top > 0 || frame->Width < state->gif->SWidth || frame->Height < state->gif->SHeight)
      header->has_alpha = true;
    if (!skip_frame(state)) {
      found = -1;
      break;
    }
    state->control = (GraphicsControlBlock){.TransparentColor = NO_TRANSPARENT_COLOR};
  }
  if (found < 0 && state->gif->Error == D_GIF_ERR_NOT_ENOUGH_MEM) return cpl_fail(reader, CPL_NO_MEMORY, "");
  state->is_cut = found < 0 && state->has_ended;
  if (header->pages == 0) {
    if (state->has_ended) return cpl_fail(reader, CPL_TRUNCATED, "the file ends before its first frame");
    return cpl_fail(reader, CPL_DAMAGED, "it has no picture");
  }
  if (reader->reading.page >= header->pages)
    return state->is_cut ? cpl_fail_without_page(reader, "frame") : cpl_fail(reader, CPL_NO_PAGE, "");
  return CPL_OK;
}

/// The part of a frame that is on the picture.
static GifImageDesc clipped(const cpl_reader *reader, GifImageDesc frame) {
  const int width = (int)reader->header.width, height = (int)reader->header.height;
  if (frame.Left > width) frame.Left = width;
  if (frame.Top > height) frame.Top = height;
  if (frame.Width > width - frame.Left) frame.Width = width - frame.Left;
  if (frame.Height > height - frame.Top) frame.Height = height - frame.Top;
  return frame;
}

/// Removes the last frame as it asked for.
static void dispose(cpl_reader *reader) {
  gif_state *state = reader->state;
  const size_t width = reader->header.width;
  const GifImageDesc box = clipped(reader, state->last);
  if (state->disposal == DISPOSE_BACKGROUND) {
    // As browsers do: the background is transparent, whatever colour the file gives it.
    for (int y = 0; y < box.Height; y++)
      memset(reader->pixels + (size_t)(box.Top + y) * width + (size_t)box.Left, 0, (size_t)box.Width * 4);
  } else if (state->disposal == DISPOSE_PREVIOUS && state->saved) {
    memcpy(reader->pixels, state->saved, width * reader->header.height * 4);
  }
}

/// Draws a row of a frame onto the picture.
static void draw_line(cpl_reader *reader, const GifImageDesc *frame, int row, const ColorMapObject *map) {
  const gif_state *state = reader->state;
  const GifImageDesc box = clipped(reader, *frame);
  if (row >= box.Height) return;
  uint32_t *target = reader->pixels + (size_t)(box.Top + row) * reader->header.width + (size_t)box.Left;
  for (int x = 0; x < box.Width; x++) {
    const int index = state->line[x];
    if (index == state->control.TransparentColor || index >= map->ColorCount) continue;
    const GifColorType color = map->Colors[index];
    target[x] = color.Red | (uint32_t)color.Green << 8 | (uint32_t)color.Blue << 16 | 0xff000000u;
  }
}

/// Decodes the frame at hand onto the picture; rows are delivered as far as they are there.
static cpl_status draw_frame(cpl_reader *reader, bool is_wanted) {
  gif_state *state = reader->state;
  const GifImageDesc frame = state->gif->Image;
  const ColorMapObject *map = frame.ColorMap ? frame.ColorMap : state->gif->SColorMap;
  if (frame.Width <= 0 || frame.Height <= 0) return damage(reader, CPL_DAMAGED, 0, "a frame has no pixels");
  if (!map || !map->Colors) return damage(reader, CPL_DAMAGED, 0, "there are no colours");
  free(state->line);
  state->line = malloc((size_t)frame.Width * sizeof *state->line);
  if (!state->line) return CPL_NO_MEMORY;
  static const int starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
  const int passes = frame.Interlace ? 4 : 1;
  const int shown = clipped(reader, frame).Height;
  int done = 0;
  for (int pass = 0; pass < passes; pass++) {
    const int step = frame.Interlace ? steps[pass] : 1;
    for (int row = frame.Interlace ? starts[pass] : 0; row < frame.Height; row += step) {
      if (cpl_gif.DGifGetLine(state->gif, state->line, frame.Width) == GIF_ERROR) {
        // The rows above a frame come from those before it. Those of an interlaced one are not next to each other.
        const int good = is_wanted ? frame.Top + done : 0;
        reader->has_spread_rows = frame.Interlace && reader->damage == CPL_OK;
        return failure(reader, good < 0 ? 0 : (uint32_t)good);
      }
      draw_line(reader, &frame, row, map);
      state->has_drawn = true;
      if (row < shown) done++;
    }
  }
  return CPL_OK;
}

static cpl_status begin_gif(cpl_reader *reader) {
  gif_state *state = reader->state;
  const size_t bytes = (size_t)reader->header.width * reader->header.height * 4;
  cpl_status status = restart(reader);
  if (status != CPL_OK) return status;
  if (!cpl_allocate_pixels(reader, reader->header.width, reader->header.height)) return CPL_NO_MEMORY;
  for (uint32_t page = 0; page <= reader->reading.page; page++) {
    if (next_frame(state) <= 0) return failure(reader, 0);
    dispose(reader);
    state->last = state->gif->Image;
    state->disposal = state->control.DisposalMode;
    if (state->disposal == DISPOSE_PREVIOUS && page < reader->reading.page) {
      if (!state->saved) state->saved = malloc(bytes);
      if (!state->saved) return CPL_NO_MEMORY;
      memcpy(state->saved, reader->pixels, bytes);
    }
    if ((status = draw_frame(reader, page == reader->reading.page)) != CPL_OK) return status;
    // A lenient reader shows what there is.
    if (reader->damage != CPL_OK) return CPL_OK;
    state->control = (GraphicsControlBlock){.TransparentColor = NO_TRANSPARENT_COLOR};
  }
  return state->is_cut ? cpl_damage(reader, CPL_TRUNCATED, reader->header.height, "the file ends before all of its frames") : CPL_OK;
}

static void close_gif(void *pointer) {
  gif_state *state = pointer;
  int error = 0;
  if (state->gif) cpl_gif.DGifCloseFile(state->gif, &error);
  free(state->saved);
  free(state->line);
}

cpl_reader *cpl_gif_reader(cpl_source *source, cpl_reading reading) {
  static const cpl_format format = {open_gif, begin_gif, cpl_read_from_memory, NULL, close_gif};
  return cpl_reader_create(&format, sizeof(gif_state), source, reading);
}
