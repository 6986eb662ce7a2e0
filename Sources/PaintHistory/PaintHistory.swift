// PaintHistory
