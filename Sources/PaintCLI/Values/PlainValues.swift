import PaintEditing
import PaintPNG
import PaintRaster

/// Values of options that are one number, or a few, with their bounds.
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

  /// A line's width in pixels, over 0 to 65,536; throws `bad_value`.
  static func width(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let width = Number.value(word), width > 0, width <= 65_536 else {
      throw .notA("a width: pixels, over 0 to 65,536", word)
    }
    return width
  }

  /// An opacity, 0…1 or a percentage; throws `bad_value`.
  static func opacity(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let opacity = Number.share(word), opacity >= 0, opacity <= 1 else {
      throw .notA("an opacity: a number from 0 to 1, or a percentage", word)
    }
    return opacity
  }

  /// The solid share of a line, 0…1 or a percentage; throws `bad_value`.
  static func hardness(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let hardness = Number.share(word), hardness >= 0, hardness <= 1 else {
      throw .notA("a hardness: a number from 0 to 1, or a percentage", word)
    }
    return hardness
  }

  /// How much of the paint a dab gives, 0…1 or a percentage; throws `bad_value`.
  static func flow(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let flow = Number.share(word), flow >= 0, flow <= 1 else {
      throw .notA("a flow: a number from 0 to 1, or a percentage", word)
    }
    return flow
  }

  /// The offset in the pattern of dashes at which a path begins, in pixels; throws `bad_value`.
  static func dashOffset(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let offset = Number.value(word) else { throw .notA("a distance in pixels", word) }
    return offset + 0
  }

  /// The radius of round corners, pixels, 0 or more; throws `bad_value`.
  static func radius(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let radius = Number.value(word), radius >= 0 else { throw .notA("a radius: pixels, 0 or more", word) }
    return radius + 0
  }

  /// The radius of a blur, pixels, 0 to 100; throws `bad_value`.
  static func blurRadius(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let radius = Number.value(word), radius >= 0, radius <= 100 else {
      throw .notA("a blur's radius: pixels, 0 to 100", word)
    }
    return radius + 0
  }

  /// The density of a spray, 0…1 or a percentage; throws `bad_value`.
  static func density(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let density = Number.share(word), density >= 0, density <= 1 else {
      throw .notA("a density: a number from 0 to 1, or a percentage", word)
    }
    return density
  }

  /// The size of a spray's dots, pixels, 0.1 to 1,000; throws `bad_value`.
  static func dotSize(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let size = Number.value(word), size >= 0.1, size <= 1_000 else {
      throw .notA("a size of dots: pixels, 0.1 to 1,000", word)
    }
    return size
  }

  /// The seed of random numbers, a whole number, 0 to 4,294,967,295; throws `bad_value`.
  static func seed(_ word: Span<UInt8>) throws(Failure) -> UInt64 {
    guard let seed = Number.whole(word), seed <= 4_294_967_295 else {
      throw .notA("a seed: a whole number, 0 to 4,294,967,295", word)
    }
    return UInt64(seed)
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

  /// A text's size, pixels to the em, over 0 to 65,536; throws `bad_value`.
  static func fontSize(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let size = Number.value(word), size > 0, size <= 65_536 else {
      throw .notA("a size of text: pixels, over 0 to 65,536", word)
    }
    return size
  }

  /// The padding of a text, pixels, 0 to 65,536; throws `bad_value`.
  static func padding(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let padding = Number.value(word), padding >= 0, padding <= 65_536 else {
      throw .notA("a padding: pixels, 0 to 65,536", word)
    }
    return padding + 0
  }

  /// A side's length, in pixels or as a part of the canvas; throws `bad_value`.
  static func length(_ word: Span<UInt8>) throws(Failure) -> Length {
    var index = 0
    guard let length = Length.scan(word, &index), index == word.count else {
      throw .notA("a length: pixels, or 50% of the canvas", word)
    }
    return length
  }

  /// A count of steps to undo or redo, at least 1; beyond `Int` it is `Int.max`; throws `bad_value`.
  static func steps(_ word: Span<UInt8>) throws(Failure) -> Int {
    guard let steps = Number.whole(word), steps > 0 else { throw .notA("a number of steps: 1 or more", word) }
    return steps
  }

  /// A count, 0 or more; beyond `Int` it is `Int.max`; throws `bad_value`.
  static func count(_ word: Span<UInt8>) throws(Failure) -> Int {
    guard let count = Number.whole(word) else { throw .notA("a whole number, 0 or more", word) }
    return count
  }

  /// The largest difference of two colours, 0…255, or a percentage of 255, rounded half up; throws `bad_value`.
  static func tolerance(_ word: Span<UInt8>) throws(Failure) -> Int {
    if let tolerance = Number.whole(word), tolerance <= 255 { return tolerance }
    var index = 0
    if let percent = Number.scan(word, &index), index == word.count - 1, word[index] == UInt8(ascii: "%"),
      percent >= 0, percent <= 100
    {
      return Int((percent * 255 / 100 + 0.5).rounded(.down))
    }
    throw .notA("a tolerance: a whole number from 0 to 255, or a percentage", word)
  }

  /// A scale factor, a number or a percentage (`50%`), above 0; throws `bad_value`.
  static func scale(_ word: Span<UInt8>) throws(Failure) -> Double {
    if let scale = Number.share(word), scale > 0 { return scale }
    throw .notA("a scale: a number over 0 or a percentage, such as 0.5 or 50%", word)
  }

  /// The pixels by which an area grows, 0…1,024; throws `bad_value`.
  static func expansion(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let distance = Number.value(word), distance >= 0, distance <= 1_024 else {
      throw .notA("a distance: pixels, 0 to 1024", word)
    }
    return distance + 0
  }

  /// The radius of soft edges, 0…1,000 pixels; throws `bad_value`.
  static func feather(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let radius = Number.value(word), radius >= 0, radius <= 1_000 else {
      throw .notA("a radius: pixels, 0 to 1000", word)
    }
    return radius + 0
  }

  /// A number of colours, 2…256; throws `bad_value`.
  static func colorLimit(_ word: Span<UInt8>) throws(Failure) -> Int {
    guard let count = Number.whole(word), PNGWritingOptions.colorLimits.contains(count) else {
      throw .notA("a number of colours: 2 to 256", word)
    }
    return count
  }

  /// An angle, normalised to above -180 and at most 180 degrees; throws `bad_value`.
  static func degrees(_ word: Span<UInt8>) throws(Failure) -> Double {
    guard let degrees = Number.value(word) else { throw .notA("an angle in degrees", word) }
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    return rest > 180 ? rest - 360 : rest <= -180 ? rest + 360 : rest + 0
  }

  /// A line's number in a script, counted from 1; throws `bad_value`.
  static func lineNumber(_ word: Span<UInt8>) throws(Failure) -> Int {
    guard let number = Number.whole(word), number > 0 else { throw .notA("a line number: 1 or more", word) }
    return number
  }

  /// The number of a page, counted from 1; throws `bad_value`.
  static func page(_ word: Span<UInt8>) throws(Failure) -> Int {
    guard let number = Number.whole(word), number > 0 else { throw .notA("the number of a page: 1 or more", word) }
    return number
  }

  /// The quality of a written picture, 1…100; throws `bad_value`.
  static func quality(_ word: Span<UInt8>) throws(Failure) -> Int {
    guard let quality = Number.whole(word), (1...100).contains(quality) else {
      throw .notA("a quality: a whole number from 1 to 100", word)
    }
    return quality
  }

  /// The most pixels of a picture, at least 1; throws `bad_value`.
  static func pixelLimit(_ word: Span<UInt8>) throws(Failure) -> Int {
    guard let number = Number.whole(word), number > 0 else { throw .notA("a number of pixels: 1 or more", word) }
    return number
  }

  /// The distance of a grid's lines in pixels, 1…65,536; throws `bad_value`.
  static func gridStep(_ word: Span<UInt8>) throws(Failure) -> Int {
    guard let step = Number.whole(word), (1...CanvasSize.maximumSide).contains(step) else {
      throw .notA("a distance of lines: whole pixels, 1 to 65,536", word)
    }
    return step
  }

  /// Seconds to wait, 0 or more; throws `bad_value`.
  static func wait(_ word: Span<UInt8>) throws(Failure) -> Duration {
    guard let seconds = Number.value(word), seconds >= 0 else { throw .notA("a number of seconds, 0 or more", word) }
    // Thirty years is practically forever; the bound avoids overflow of deadlines.
    return .seconds(min(seconds, 1e9))
  }
}
