import PaintRaster

/// A point as typed: `X,Y`, for a pencil or an eraser also `X,Y,PRESSURE`.
///
/// X can be a word (`left`, `center`, `right`), and Y (`top`, `center`, `bottom`), with optional pixels:
/// `right-20,bottom-20`. An anchor of the canvas is a point by itself: `top-left`.
struct PointArgument: Equatable, Sendable {
  /// The distance from the left edge of the canvas.
  var x: Length
  /// The distance from the top edge of the canvas.
  var y: Length
  /// The fraction of the width here, 0…1, typed as a number or a percentage; nil if not given.
  var pressure: Double?

  /// The point in pixels on that canvas, each number rounded to 1/65,536.
  func resolved(on canvas: CanvasSize) -> Point {
    Point(x: x.resolved(on: canvas.width), y: y.resolved(on: canvas.height))
  }

  /// Reads the whole word as a point without pressure; throws `bad_point`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> PointArgument {
    guard let point = scan(word), point.pressure == nil else { throw .notA("a point: X,Y", word, code: .badPoint) }
    return point
  }

  /// Reads the whole word as a point with or without pressure; throws `bad_point`.
  static func parseWithPressure(_ word: Span<UInt8>) throws(Failure) -> PointArgument {
    guard let point = scan(word) else { throw .notA("a point: X,Y or X,Y,PRESSURE", word, code: .badPoint) }
    if let pressure = point.pressure, !(pressure >= 0 && pressure <= 1) {
      throw .notA("a point: its pressure is not from 0 to 1", word, code: .badPoint)
    }
    return point
  }

  @inline(__always) private static func scan(_ word: Span<UInt8>) -> PointArgument? {
    var index = 0
    guard let x = PlaceWord.scan(word, &index, .horizontal) else { return named(word) }
    guard index < word.count else { return named(word) }
    guard word[index] == UInt8(ascii: ",") else { return nil }
    index += 1
    guard let y = PlaceWord.scan(word, &index, .vertical) else { return nil }
    if index == word.count { return PointArgument(x: x, y: y) }
    guard word[index] == UInt8(ascii: ",") else { return nil }
    index += 1
    guard let pressure = Number.scanShare(word, &index), index == word.count else { return nil }
    return PointArgument(x: x, y: y, pressure: pressure)
  }

  /// The point of a single word; nil if it is not an anchor.
  private static func named(_ word: Span<UInt8>) -> PointArgument? {
    guard let anchor = Anchor(rawValue: String(copying: word)) else { return nil }
    return PointArgument(
      x: Length(pixels: 0, percent: 50 * Double(anchor.halvesRight)),
      y: Length(pixels: 0, percent: 50 * Double(anchor.halvesDown)))
  }
}
