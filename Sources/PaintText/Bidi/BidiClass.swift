/// How a character takes part in the bidirectional algorithm (UAX #9, table 4).
enum BidiClass: UInt8, Sendable {
  /// Letters: left to right, right to left, Arabic.
  case l, r, al
  /// Numbers and the characters in them and next to them.
  case en, es, et, an, cs
  /// Marks, and what is no character to see.
  case nsm, bn
  /// Separators of paragraphs and segments, white space, all else.
  case b, s, ws, on
  /// Embeddings and overrides.
  case lre, lro, rle, rlo, pdf
  /// Isolates.
  case lri, rli, fsi, pdi

  /// The class of a character; marks are known by their general category, all others by `BidiClassTable`.
  init(_ scalar: Unicode.Scalar) {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: self = .nsm
    default: self = BidiClassTable.class(of: scalar.value)
    }
  }

  var isIsolateInitiator: Bool { self == .lri || self == .rli || self == .fsi }

  /// What X9 takes out of the text before the rest of the rules.
  var isRemoved: Bool {
    switch self {
    case .bn, .lre, .lro, .rle, .rlo, .pdf: true
    default: false
    }
  }

  /// What N1 and N2 resolve.
  var isNeutral: Bool {
    switch self {
    case .b, .s, .ws, .on, .lri, .rli, .fsi, .pdi: true
    default: false
    }
  }
}
