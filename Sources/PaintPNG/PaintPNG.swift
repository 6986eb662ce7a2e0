// PaintPNG
