import PaintEditing
import PaintRaster

/// A new size as typed: `WxH`, `Wx` or `xH`, or `N%` of the current size.
enum NewSizeArgument: Equatable, Sendable {
  /// The given sides, at least one.
  case sides(width: Int?, height: Int?)
  /// A percentage of each side.
  case percent(Double)

  /// Reads the whole word; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> NewSizeArgument {
    var index = 0
    if word.count > 1, word[word.count - 1] == UInt8(ascii: "%") {
      if let percent = Number.scan(word, &index), index == word.count - 1, percent > 0, percent <= Number.limit {
        return .percent(percent)
      }
      throw .notA("a size: WxH, Wx or xH in whole pixels, or N% for both sides, N over 0", word)
    }
    var cross = 0
    while cross < word.count, word[cross] != UInt8(ascii: "x") { cross += 1 }
    guard cross < word.count, word.count > 1 else {
      throw .notA("a size: WxH, Wx or xH in whole pixels, or N%", word)
    }
    return .sides(
      width: try side(word.extracting(0..<cross), of: word),
      height: try side(word.extracting(cross + 1..<word.count), of: word))
  }

  /// The length of a side; nil if it is empty.
  private static func side(_ text: Span<UInt8>, of word: Span<UInt8>) throws(Failure) -> Int? {
    if text.count == 0 { return nil }
    guard let length = Number.whole(text) else {
      throw .notA("a size: WxH, Wx or xH in whole pixels, or N%", word)
    }
    guard (1...CanvasSize.maximumSide).contains(length) else {
      throw .notA("a size: each side has 1 to 65,536 pixels", word)
    }
    return length
  }

  /// The new size of a picture of this size; nil if it is too large.
  ///
  /// A missing side keeps the aspect ratio.
  ///
  /// Each side is rounded and at least one pixel.
  func resolved(on size: CanvasSize) -> CanvasSize? {
    func side(_ length: Double) -> Int { Int(min(max(length.rounded(), 1), 1e9)) }
    let (width, height) = (Double(size.width), Double(size.height))
    switch self {
    case .sides(let newWidth?, let newHeight?): return CanvasSize(width: newWidth, height: newHeight)
    case .sides(let newWidth?, nil):
      return CanvasSize(width: newWidth, height: side(height * Double(newWidth) / width))
    case .sides(nil, let newHeight?):
      return CanvasSize(width: side(width * Double(newHeight) / height), height: newHeight)
    case .sides(nil, nil): return size
    case .percent(let percent):
      return CanvasSize(width: side(width * percent / 100), height: side(height * percent / 100))
    }
  }

  /// The same, but a missing side does not change.
  func resolved(keepingSidesOf size: CanvasSize) -> CanvasSize? {
    guard case .sides(let width, let height) = self else { return resolved(on: size) }
    return CanvasSize(width: width ?? size.width, height: height ?? size.height)
  }

  /// The scale of a placed picture; a missing side keeps the aspect ratio.
  var scale: Placement.Scale {
    switch self {
    case .sides(let width?, let height?):
      // Each side was checked when it was read.
      CanvasSize(width: width, height: height).map(Placement.Scale.size) ?? Placement.Scale.none
    case .sides(let width?, nil): .width(width)
    case .sides(nil, let height?): .height(height)
    case .sides(nil, nil): .none
    case .percent(let percent): .factor(percent / 100)
    }
  }
}
