import PaintEditing
import PaintPNG
import PaintRaster

/// Values of options that are a few numbers, or that are computed from one.
enum PlainValues {
  /// `WxH`, whole pixels, 1…65,536 a side; throws `bad_value`.
  static func size(_ word: Span<UInt8>) throws(Failure) -> CanvasSize {
    var index = 0
    guard let width = Number.scanWhole(word, &index), index < word.count, word[index] == UInt8(ascii: "x") else {
      throw .notA("a size: WxH in whole pixels", word)
    }
    index += 1
    guard let height = Number.scanWhole(word, &index), index == word.count else {
      throw .notA("a size: WxH in whole pixels", word)
    }
    guard let size = CanvasSize(width: width, height: height) else {
      throw .notA("a size: each side has 1 to 65,536 pixels", word)
    }
    return size
  }

  /// A distance in whole pixels, `DX,DY`, each up to 65,536 in either direction; throws `bad_value`.
  static func offset(_ word: Span<UInt8>) throws(Failure) -> (x: Int, y: Int) {
    var index = 0
    if let x = offsetPart(word, &index), index < word.count, word[index] == UInt8(ascii: ",") {
      index += 1
      if let y = offsetPart(word, &index), index == word.count { return (x, y) }
    }
    throw .notA("a distance: DX,DY in whole pixels, -65536 to 65536", word)
  }

  private static func offsetPart(_ word: Span<UInt8>, _ index: inout Int) -> Int? {
    let isNegative = index < word.count && word[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    guard let number = Number.scanWhole(word, &index), number <= 65_536 else { return nil }
    return isNegative ? -number : number
  }

  /// A side's length, in pixels or as a part of the canvas; throws `bad_value`.
  static func length(_ word: Span<UInt8>) throws(Failure) -> Length {
    var index = 0
    guard let length = Length.scan(word, &index), index == word.count else {
      throw .notA("a length: pixels, or 50% of the canvas", word)
    }
    return length
  }

  /// An angle, normalised to above -180 and at most 180 degrees; throws `bad_value`.
  static func degrees(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let degrees = Number.value(word) else { throw .notA("an angle in degrees", word) }
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    return rest > 180 ? rest - 360 : rest <= -180 ? rest + 360 : rest + 0
  }

  /// Seconds to wait, 0 or more; throws `bad_value`.
  static func wait(_ word: Span<UInt8>) throws(Failure) -> Duration {
    // Thirty years is practically forever; the bound avoids overflow of deadlines.
    .seconds(min(try NumberForm.wait.value(word), 1e9))
  }
}
