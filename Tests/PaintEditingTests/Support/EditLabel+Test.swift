import PaintEditing

extension EditLabel {
  /// A label for edits whose label does not matter.
  static var test: EditLabel { EditLabel(name: "Edit", command: "edit") }
}
