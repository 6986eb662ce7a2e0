// PaintEditing
