import PaintRaster

/// Words for a position along one side of the canvas: `left`, `center` and `right`, or `top`, `center`, `bottom`.
enum PlaceWord {
  /// Reads a length that begins at `index`, as a number or as a word with optional pixels (`right-20`).
  @inline(__always) static func scan(_ bytes: Span<UInt8>, _ index: inout Int, _ axis: Axis) -> Length? {
    Length.scan(bytes, &index) ?? scanWord(bytes, &index, axis)
  }

  /// The side of a length.
  enum Axis {
    case horizontal, vertical

    fileprivate var words: [(word: String, percent: Double)] {
      switch self {
      case .horizontal: [("left", 0), ("center", 50), ("right", 100)]
      case .vertical: [("top", 0), ("center", 50), ("bottom", 100)]
      }
    }
  }

  /// The anchor that a point in words chooses: at the right edge, the right edge of the placed object.
  ///
  /// Numbers and percentages choose the left or upper edge.
  static func anchor(_ place: String) -> Anchor {
    if let anchor = Anchor(rawValue: place) { return anchor }
    let words = place.split(separator: ",", maxSplits: 1)
    func halves(_ word: Substring?, _ end: String) -> Int {
      guard let word else { return 0 }
      return word.hasPrefix("center") ? 1 : word.hasPrefix(end) ? 2 : 0
    }
    let (right, down) = (halves(words.first, "right"), halves(words.dropFirst().first, "bottom"))
    return Anchor.allCases.first { $0.halvesRight == right && $0.halvesDown == down } ?? .topLeft
  }

  private static func scanWord(_ bytes: Span<UInt8>, _ index: inout Int, _ axis: Axis) -> Length? {
    for (word, percent) in axis.words where begins(bytes, index, with: word) {
      index += word.utf8.count
      guard index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") else {
        return Length(pixels: 0, percent: percent)
      }
      guard let pixels = Number.scan(bytes, &index), pixels.magnitude <= Number.limit else { return nil }
      return Length(pixels: pixels, percent: percent)
    }
    return nil
  }

  private static func begins(_ bytes: Span<UInt8>, _ index: Int, with word: String) -> Bool {
    guard bytes.count - index >= word.utf8.count else { return false }
    var place = index
    for byte in word.utf8 {
      guard bytes[place] == byte else { return false }
      place += 1
    }
    return true
  }
}
