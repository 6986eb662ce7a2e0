import PaintRaster

/// The ends of a line that have an arrow head, as typed.
enum ArrowArgument: String, NamedValue {
  case start, end, both, none

  static let noun = "an arrow"
  static let meaning = "Which ends of a line have an arrow head."

  /// The ends that have a head; nil for none.
  var ends: ArrowEnds? { ArrowEnds(rawValue: rawValue) }
}

/// The length of arrow heads, as typed.
enum ArrowSizeArgument: Equatable, Sendable {
  /// What suits the width.
  case automatic
  /// A multiple of the width.
  case widths(Double)

  /// `auto`, or widths, over 0 to 100; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> ArrowSizeArgument {
    if String(copying: word) == "auto" { return .automatic }
    guard let count = Number.value(word), count > 0, count <= 100 else {
      throw .notA("an arrow size: auto, or a number of line widths, over 0 to 100", word)
    }
    return .widths(count)
  }

  /// A size of the library.
  init(_ size: ArrowForm.Size) {
    switch size {
    case .automatic: self = .automatic
    case .widths(let count): self = .widths(count)
    }
  }

  /// The size for the library.
  var size: ArrowForm.Size {
    switch self {
    case .automatic: .automatic
    case .widths(let count): .widths(count)
    }
  }
}

extension ArrowForm.Shape: NamedValue {
  static let noun = "a shape of arrow heads"
  static let meaning = "The shape of arrow heads."
}
