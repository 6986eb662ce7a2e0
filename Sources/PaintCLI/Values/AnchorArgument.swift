import PaintEditing

extension Anchor: NamedValue {
  static var noun: String { "an anchor" }
}
