import PaintRaster

/// A box as typed: `X,Y,WxH`, its corner and its sides; words may stand for X and Y as in a point.
struct BoxArgument: Equatable, Sendable {
  /// The left edge.
  var x: Length
  /// The top edge.
  var y: Length
  /// From the left edge to the right one.
  var width: Length
  /// From the top edge to the bottom one.
  var height: Length

  /// Reads the whole word as a box; throws `bad_box`.
  ///
  /// A side below 0 is refused here where it is plain pixels, and by `resolved(on:)` where it has a percentage.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> BoxArgument {
    guard let box = scan(word) else { throw .notA("a box: X,Y,WxH", word, code: .badBox) }
    if box.width.percent == 0 && box.width.pixels < 0 || box.height.percent == 0 && box.height.pixels < 0 {
      throw .notA("a box: its sides cannot be below 0", word, code: .badBox)
    }
    return box
  }

  /// The box in pixels on that canvas, each number rounded to 1/65,536; throws `bad_box` if a side is below 0.
  func resolved(
    on size: CanvasSize
  ) throws(Failure) -> (x: Double, y: Double, width: Double, height: Double) {
    let width = self.width.resolved(on: size.width)
    let height = self.height.resolved(on: size.height)
    guard width >= 0, height >= 0 else {
      throw Failure(.badBox, "on this canvas the box has a side below 0")
    }
    return (x.resolved(on: size.width), y.resolved(on: size.height), width, height)
  }

  /// The box in whole pixels on that canvas, percentages rounded to the nearest.
  ///
  /// Throws `bad_box` if a pixel number is not whole or the box holds no pixel.
  func wholePixels(on size: CanvasSize) throws(Failure) -> PixelBox {
    guard let x = x.wholePixels(on: size.width), let y = y.wholePixels(on: size.height),
      let width = width.wholePixels(on: size.width), let height = height.wholePixels(on: size.height)
    else { throw Failure(.badBox, "the box must be in whole pixels") }
    guard width > 0, height > 0 else { throw Failure(.badBox, "the box holds no pixel") }
    return PixelBox(x: x, y: y, width: width, height: height)
  }

  private static func scan(_ word: Span<UInt8>) -> BoxArgument? {
    var index = 0
    guard let x = PlaceWord.scan(word, &index, .horizontal), skip(",", word, &index),
      let y = PlaceWord.scan(word, &index, .vertical), skip(",", word, &index),
      let width = Length.scan(word, &index), skip("x", word, &index),
      let height = Length.scan(word, &index), index == word.count
    else { return nil }
    return BoxArgument(x: x, y: y, width: width, height: height)
  }

  private static func skip(_ character: Unicode.Scalar, _ word: Span<UInt8>, _ index: inout Int) -> Bool {
    guard index < word.count, word[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }
}
