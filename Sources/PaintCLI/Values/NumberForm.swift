/// A value that is one number: what it is, and which numbers it allows.
///
/// Its parser, its messages, the reference and the schema follow from this.
struct NumberForm: Sendable {
  /// What its numbers count.
  enum Unit: String {
    case number = "a number"
    case whole = "a whole number"
    case pixels = "pixels"
    case wholePixels = "whole pixels"
    case seconds = "seconds"
    case framesPerSecond = "frames per second"
  }

  /// What it is, with an article: `a width`.
  let noun: StaticString
  let unit: Unit
  let range: NumberRange

  /// A form of numbers.
  init(_ noun: StaticString, _ unit: Unit, _ range: NumberRange) {
    self.noun = noun
    self.unit = unit
    self.range = range
  }

  /// Its numbers in words: `pixels, over 0 to 65,536`.
  var numbers: String {
    let bounds = range.text.map { (unit == .number || unit == .whole) && range.most != nil ? " from \($0)" : ", \($0)" }
    return "\(unit.rawValue)\(bounds ?? "")\(range.percentOf == nil ? "" : ", or a percentage")"
  }

  /// Reads a number, or a percentage if the form allows one; throws `bad_value`.
  func value(_ word: Span<UInt8>) throws(Failure) -> Double {
    let number = range.percentOf == nil ? Number.value(word) : Number.share(word)
    // Adding 0 removes the sign of -0.
    if let number, range.contains(number) { return number + 0 }
    throw .notA(range.text == nil ? "\(noun) in \(unit.rawValue)" : "\(noun): \(numbers)", word)
  }

  /// Reads a whole number, or a percentage, which is rounded half up, if the form allows one; throws `bad_value`.
  ///
  /// A number beyond `Int` is `Int.max`.
  func whole(_ word: Span<UInt8>) throws(Failure) -> Int {
    if let number = Number.whole(word), range.contains(Double(number)) { return number }
    var index = 0
    if let whole = range.percentOf, let percent = Number.scan(word, &index), index == word.count - 1,
      word[index] == UInt8(ascii: "%"), percent >= 0, percent <= 100
    {
      return Int((percent * whole / 100 + 0.5).rounded(.down))
    }
    throw .notA("\(noun): \(numbers)", word)
  }
}

extension NumberForm {
  // Of lines.
  static let width = NumberForm("a width", .pixels, .over(0, to: 65_536))
  static let hardness = NumberForm("a hardness", .number, .share)
  static let flow = NumberForm("a flow", .number, .share)
  static let strength = NumberForm("a strength", .number, .share)
  static let density = NumberForm("a density", .number, .share)
  static let dotSize = NumberForm("a size of dots", .pixels, .from(0.1, to: 1_000))
  static let seed = NumberForm("a seed", .whole, .whole(from: 0, to: 4_294_967_295))
  static let dashOffset = NumberForm("a distance", .pixels, .any)
  static let cornerRadius = NumberForm("a radius", .pixels, .from(0))
  static let blurRadius = NumberForm("a blur's radius", .pixels, .from(0, to: 100))
  // Of colours and areas.
  static let opacity = NumberForm("an opacity", .number, .share)
  static let tolerance = NumberForm("a tolerance", .whole, .whole(from: 0, to: 255, percentOf: 255))
  static let expansion = NumberForm("a distance", .pixels, .from(0, to: 1_024))
  static let feather = NumberForm("a radius", .pixels, .from(0, to: 1_000))
  // Of texts and pictures.
  static let fontSize = NumberForm("a size of text", .pixels, .over(0, to: 65_536))
  static let padding = NumberForm("a padding", .pixels, .from(0, to: 65_536))
  static let scale = NumberForm("a scale", .number, .over(0, percentOf: 1))
  static let page = NumberForm("the number of a page", .whole, .whole(from: 1))
  static let quality = NumberForm("a quality", .whole, .whole(from: 1, to: 100))
  static let pixelLimit = NumberForm("a number of pixels", .whole, .whole(from: 1))
  static let colorLimit = NumberForm(
    "a number of colours", .whole,
    .whole(from: 2, to: 256))
  static let gridStep = NumberForm(
    "a distance of lines", .wholePixels, .whole(from: 1, to: 65_536))
  // Of scripts and of the history.
  static let steps = NumberForm("a number of steps", .whole, .whole(from: 1))
  static let count = NumberForm("a count", .whole, .whole(from: 0))
  static let lineNumber = NumberForm("the number of a line", .whole, .whole(from: 1))
  static let wait = NumberForm("a time", .seconds, .from(0))
  static let frameRate = NumberForm("a frame rate", .framesPerSecond, .from(0.01, to: 1_000))
}
