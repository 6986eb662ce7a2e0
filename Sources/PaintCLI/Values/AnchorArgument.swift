import PaintRaster

extension Anchor: NamedValue {
  static var noun: String { "an anchor" }
}
