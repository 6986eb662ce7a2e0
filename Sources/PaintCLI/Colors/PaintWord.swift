import PaintRaster

/// What is painted with, as typed: a colour, a gradient or a pattern.
enum PaintWord: Equatable, Sendable {
  /// `none`: where something has a colour, it is transparent; the line or the inside of a shape is not painted.
  case nothing
  case color(Pixel)
  case gradient(GradientArgument)
  case pattern(PatternArgument)

  /// Reads the whole word; throws `unknown_color` or `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> PaintWord {
    if PatternArgument.isPattern(word) { return .pattern(try PatternArgument.parse(word)) }
    if GradientReader.isGradient(word) { return .gradient(try GradientReader.read(word)) }
    if String(copying: word).lowercased() == "none" { return .nothing }
    return .color(try ColorArgument.parse(word))
  }

  /// False for the line or the inside of a shape that is not painted; a transparent colour is one like any other.
  var isPainted: Bool { self != .nothing }

  /// The colour; nil for a gradient and a pattern.
  var pixel: Pixel? {
    switch self {
    case .nothing: .transparent
    case .color(let color): color
    case .gradient, .pattern: nil
    }
  }

  /// Whether it is a gradient, which needs a box.
  var isGradient: Bool { if case .gradient = self { true } else { false } }

  /// The pattern; nil for a colour and a gradient.
  var pattern: PatternArgument? { if case .pattern(let pattern) = self { pattern } else { nil } }

  /// The source of a paint in a box; a pattern whose picture was not read is transparent.
  func source(in box: ShapeBox?, isDithered: Bool) -> Paint.Source {
    switch self {
    case .nothing: .color(.transparent)
    case .color(let color): .color(color)
    case .gradient(let gradient):
      .gradient(gradient.gradient(in: box ?? ShapeBox(x: 0, y: 0, width: 0, height: 0), isDithered: isDithered))
    case .pattern(let pattern): pattern.pattern.map { .pattern($0) } ?? .color(.transparent)
    }
  }

  /// The text for JSON: `#rrggbbaa`, the gradient or the pattern.
  var text: String {
    switch self {
    case .nothing: "none"
    case .color(let color): HexadecimalColor.text(color)
    case .gradient(let gradient): GradientText.text(gradient)
    case .pattern(let pattern): String(decoding: pattern.bytes, as: UTF8.self)
    }
  }

  /// Appends the word of a command.
  func append(to text: inout [UInt8]) {
    switch self {
    case .nothing: text.append(contentsOf: "none".utf8)
    case .color(let color): HexadecimalColor.appendDigits(color, to: &text)
    case .gradient(let gradient): ShellQuoting.append(Array(GradientText.text(gradient).utf8), to: &text)
    case .pattern(let pattern): ShellQuoting.append(pattern.bytes, to: &text)
    }
  }
}

/// The value of `--paint-box`.
enum PaintBoxArgument: Equatable, Sendable {
  /// A box and its text.
  case typed(BoxArgument, String)
  /// A box in pixels.
  case placed(ShapeBox)

  /// Reads the whole word; throws `bad_box`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> PaintBoxArgument {
    .typed(try BoxArgument.parse(word), String(copying: word))
  }

  /// The box on a canvas; throws `bad_box` if a side is below 0.
  func resolved(on canvas: CanvasSize) throws(Failure) -> ShapeBox {
    switch self {
    case .typed(let box, _):
      let box = try box.resolved(on: canvas)
      return ShapeBox(x: box.x, y: box.y, width: box.width, height: box.height)
    case .placed(let box): return box
    }
  }
}
