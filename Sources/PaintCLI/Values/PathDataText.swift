import PaintRaster

/// Writes paths as path data that is read as the same path.
enum PathDataText {
  /// Appends the path with absolute commands only: `M10,10 L90,10 A5,5 0 0 1 95,15 Z`.
  ///
  /// Coordinates must be multiples of 1/65,536, as `PathDataReader` makes them.
  static func append(_ path: Path, to text: inout [UInt8]) {
    var separator: UInt8?
    func point(_ lead: Unicode.Scalar, _ point: Point) {
      text.append(UInt8(ascii: lead))
      NumberText.appendCoordinate(point.x, to: &text)
      text.append(UInt8(ascii: ","))
      NumberText.appendCoordinate(point.y, to: &text)
    }
    for element in path.elements {
      if let separator { text.append(separator) }
      separator = UInt8(ascii: " ")
      switch element {
      case .move(let end): point("M", end)
      case .line(let end): point("L", end)
      case .quadratic(let control, let end):
        point("Q", control)
        point(" ", end)
      case .cubic(let first, let second, let end):
        point("C", first)
        point(" ", second)
        point(" ", end)
      case .arc(let arc, let end):
        text.append(UInt8(ascii: "A"))
        NumberText.append(arc.radiusX, to: &text)
        text.append(UInt8(ascii: ","))
        NumberText.append(arc.radiusY, to: &text)
        text.append(UInt8(ascii: " "))
        NumberText.append(arc.rotation, to: &text)
        text.append(contentsOf: arc.isLarge ? " 1".utf8 : " 0".utf8)
        text.append(contentsOf: arc.sweeps ? " 1".utf8 : " 0".utf8)
        point(" ", end)
      case .close: text.append(UInt8(ascii: "Z"))
      }
    }
  }

  /// The text of `append(_:to:)`.
  static func text(_ path: Path) -> String {
    var text: [UInt8] = []
    append(path, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
