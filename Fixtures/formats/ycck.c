// Writes the PPM on standard input as a YCCK JPEG of Adobe's kind, upside down, with libjpeg.
#include <stdio.h>
#include <stdlib.h>
#include <jpeglib.h>

int main(void) {
  int width, height, most;
  if (scanf("P6 %d %d %d", &width, &height, &most) != 3 || most != 255) return 1;
  getchar();
  struct jpeg_compress_struct cinfo;
  struct jpeg_error_mgr error;
  cinfo.err = jpeg_std_error(&error);
  jpeg_create_compress(&cinfo);
  jpeg_stdio_dest(&cinfo, stdout);
  cinfo.image_width = width;
  cinfo.image_height = height;
  cinfo.input_components = 4;
  cinfo.in_color_space = JCS_CMYK;
  jpeg_set_defaults(&cinfo);
  jpeg_set_colorspace(&cinfo, JCS_YCCK);
  jpeg_set_quality(&cinfo, 85, TRUE);
  jpeg_start_compress(&cinfo, TRUE);
  unsigned char *row = malloc(width * 4);
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      int red = getchar(), green = getchar(), blue = getchar();
      int most = red > green ? red : green;
      if (blue > most) most = blue;
      // Inverted: 255 is no ink. Black takes the brightest colour.
      row[4 * x] = most ? red * 255 / most : 255;
      row[4 * x + 1] = most ? green * 255 / most : 255;
      row[4 * x + 2] = most ? blue * 255 / most : 255;
      row[4 * x + 3] = most;
    }
    jpeg_write_scanlines(&cinfo, &row, 1);
  }
  jpeg_finish_compress(&cinfo);
  return 0;
}
