import PaintRaster

/// A box as typed: its corner and its sides, two opposite corners, or an anchor and its sides.
struct BoxArgument: Equatable, Sendable {
  private enum Form: Equatable {
    /// `X,Y,WxH`; words may be used for X and Y as in a point.
    case sides(x: Length, y: Length, width: Length, height: Length)
    /// `X,Y X,Y`, in any order.
    case corners(PointArgument, PointArgument)
    /// `bottom-right,WxH`: the anchor points of box and canvas coincide.
    case anchored(Anchor, width: Length, height: Length)
  }

  private let form: Form

  /// The box between two points.
  init(_ first: PointArgument, _ second: PointArgument) { form = .corners(first, second) }

  private init(_ form: Form) { self.form = form }

  /// The corners as typed; nil for a box with sides.
  var corners: (PointArgument, PointArgument)? {
    guard case .corners(let first, let second) = form else { return nil }
    return (first, second)
  }

  /// Reads the whole word as a box; throws `bad_box`.
  ///
  /// A negative side in pixels is rejected here, one with a percentage by `resolved(on:)`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> BoxArgument {
    guard let form = sides(word) ?? anchored(word) ?? corners(word) else {
      throw .notA("a box: X,Y,WxH, 'X,Y X,Y' or center,WxH", word, code: .badBox)
    }
    switch form {
    case .sides(_, _, let width, let height), .anchored(_, let width, let height):
      if width.percent == 0 && width.pixels < 0 || height.percent == 0 && height.pixels < 0 {
        throw .notA("a box: its sides cannot be below 0", word, code: .badBox)
      }
    case .corners: break
    }
    return BoxArgument(form)
  }

  /// Reads a line's operands: a box in one word, or two corners of it.
  static func operands(_ line: ParsedLine) throws(Failure) -> BoxArgument {
    guard line.operands.count > 1 else { return try line.operand(0, parse) }
    return BoxArgument(try line.operand(0, PointArgument.parse), try line.operand(1, PointArgument.parse))
  }

  /// The box in pixels on that canvas, each number rounded to 1/65,536; throws `bad_box` if a side is below 0.
  ///
  /// The corner of an anchored box is rounded down to whole pixels.
  func resolved(
    on size: CanvasSize
  ) throws(Failure) -> (x: Double, y: Double, width: Double, height: Double) {
    switch form {
    case .sides(let x, let y, let width, let height):
      let (width, height) = try Self.sides(width, height, on: size)
      return (x.resolved(on: size.width), y.resolved(on: size.height), width, height)
    case .corners(let first, let second):
      let (left, right) = Self.ordered(first.x.resolved(on: size.width), second.x.resolved(on: size.width))
      let (top, bottom) = Self.ordered(first.y.resolved(on: size.height), second.y.resolved(on: size.height))
      return (left, top, right - left, bottom - top)
    case .anchored(let anchor, let width, let height):
      let (width, height) = try Self.sides(width, height, on: size)
      let x = (Double(size.width) - width) * Double(anchor.halvesRight) / 2
      let y = (Double(size.height) - height) * Double(anchor.halvesDown) / 2
      return (x.rounded(.down), y.rounded(.down), width, height)
    }
  }

  /// The box in whole pixels on that canvas, percentages rounded to the nearest.
  ///
  /// Throws `bad_box` if a pixel number is not whole or the box has no pixel.
  func wholePixels(on size: CanvasSize) throws(Failure) -> PixelBox {
    guard let box = wholeBox(on: size) else { throw Failure(.badBox, "the box must be in whole pixels") }
    guard box.width > 0, box.height > 0 else { throw Failure(.badBox, "the box holds no pixel") }
    return box
  }

  private func wholeBox(on size: CanvasSize) -> PixelBox? {
    switch form {
    case .sides(let x, let y, let width, let height):
      guard let x = x.wholePixels(on: size.width), let y = y.wholePixels(on: size.height),
        let width = width.wholePixels(on: size.width), let height = height.wholePixels(on: size.height)
      else { return nil }
      return PixelBox(x: x, y: y, width: width, height: height)
    case .corners(let first, let second):
      guard let x = first.x.wholePixels(on: size.width), let y = first.y.wholePixels(on: size.height),
        let otherX = second.x.wholePixels(on: size.width), let otherY = second.y.wholePixels(on: size.height)
      else { return nil }
      let ((left, right), (top, bottom)) = (Self.ordered(x, otherX), Self.ordered(y, otherY))
      return PixelBox(x: left, y: top, width: right - left, height: bottom - top)
    case .anchored(let anchor, let width, let height):
      guard let width = width.wholePixels(on: size.width), let height = height.wholePixels(on: size.height) else {
        return nil
      }
      return anchor.box(width: width, height: height, on: size)
    }
  }

  private static func sides(
    _ width: Length, _ height: Length, on size: CanvasSize
  ) throws(Failure) -> (Double, Double) {
    let (width, height) = (width.resolved(on: size.width), height.resolved(on: size.height))
    guard width >= 0, height >= 0 else {
      throw Failure(.badBox, "on this canvas the box has a side below 0")
    }
    return (width, height)
  }

  private static func ordered<Value: Comparable>(_ a: Value, _ b: Value) -> (Value, Value) { a < b ? (a, b) : (b, a) }

  // MARK: Reading

  private static func sides(_ word: Span<UInt8>) -> Form? {
    var index = 0
    guard let x = PlaceWord.scan(word, &index, .horizontal), skip(",", word, &index),
      let y = PlaceWord.scan(word, &index, .vertical), skip(",", word, &index),
      let (width, height) = size(word, &index)
    else { return nil }
    return .sides(x: x, y: y, width: width, height: height)
  }

  private static func anchored(_ word: Span<UInt8>) -> Form? {
    var index = 0
    while index < word.count, word[index] != UInt8(ascii: ",") { index += 1 }
    guard let anchor = Anchor(rawValue: String(copying: word.extracting(0..<index))), skip(",", word, &index),
      let (width, height) = size(word, &index)
    else { return nil }
    return .anchored(anchor, width: width, height: height)
  }

  private static func corners(_ word: Span<UInt8>) -> Form? {
    var gap = 0
    while gap < word.count, word[gap] != UInt8(ascii: " ") { gap += 1 }
    var next = gap
    while next < word.count, word[next] == UInt8(ascii: " ") { next += 1 }
    guard gap < next, let first = try? PointArgument.parse(word.extracting(0..<gap)),
      let second = try? PointArgument.parse(word.extracting(next..<word.count))
    else { return nil }
    return .corners(first, second)
  }

  /// Reads `WxH` up to the word's end.
  private static func size(_ word: Span<UInt8>, _ index: inout Int) -> (Length, Length)? {
    guard let width = Length.scan(word, &index), skip("x", word, &index), let height = Length.scan(word, &index),
      index == word.count
    else { return nil }
    return (width, height)
  }

  private static func skip(_ character: Unicode.Scalar, _ word: Span<UInt8>, _ index: inout Int) -> Bool {
    guard index < word.count, word[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }
}
