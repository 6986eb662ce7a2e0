import PaintEditing

/// What a retouching brush does, as typed: its own options, which are never settings.
struct RetouchArgument: Sendable {
  let retouching: Retouching

  /// The blur's radius if none is given, in pixels.
  static let defaultRadius = 4.0

  /// Reads the options; nil for a brush that does not retouch.
  ///
  /// - Throws: `missing_word` for a clone without `--offset`, `bad_value`.
  init?(_ line: ParsedLine, _ brush: Brush) throws(Failure) {
    switch brush.effect {
    case .paint, .spray, .erase: return nil
    case .clone:
      guard let offset = try line.value(.offset, PlainValues.offset) else {
        throw Failure(
          .missingWord, "stroke clone needs --offset DX,DY",
          hint: "--offset 40,-10 copies from 40 pixels to the right and 10 up")
      }
      retouching = .clone(x: offset.x, y: offset.y)
    case .blur: retouching = .blur(radius: try line.value(.radius, PlainValues.blurRadius) ?? Self.defaultRadius)
    }
  }

  /// Appends ` --offset 40,-10` or ` --radius 4`.
  func append(to text: inout [UInt8]) {
    switch retouching {
    case .clone(let x, let y): text.append(contentsOf: " --offset \(x),\(y)".utf8)
    case .blur(let radius):
      text.append(contentsOf: " --radius ".utf8)
      NumberText.append(radius, to: &text)
    }
  }
}
