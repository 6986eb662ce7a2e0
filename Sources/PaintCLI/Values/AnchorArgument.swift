import PaintRaster

extension Anchor: NamedValue {
  static var noun: String { "an anchor" }
  static var meaning: String { "A point of a picture, a box or the canvas." }
}
