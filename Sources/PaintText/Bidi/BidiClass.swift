/// The bidirectional class of a character (UAX #9, table 4).
enum BidiClass: UInt8, Sendable {
  /// Letters: left to right, right to left, Arabic.
  case l, r, al
  /// Numbers, separators and terminators.
  case en, es, et, an, cs
  /// Nonspacing marks and boundary neutrals.
  case nsm, bn
  /// Paragraph and segment separators, white space, other neutrals.
  case b, s, ws, on
  /// Embeddings and overrides.
  case lre, lro, rle, rlo, pdf
  /// Isolates.
  case lri, rli, fsi, pdi

  /// The class of a character; marks are identified by their general category, all others and five of them by
  /// `BidiClassTable`.
  init(_ scalar: Unicode.Scalar) {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: self = BidiClassTable.marksAsLetters.contains(scalar.value) ? .l : .nsm
    default: self = BidiClassTable.class(of: scalar.value)
    }
  }

  var isIsolateInitiator: Bool { self == .lri || self == .rli || self == .fsi }

  /// Whether X9 removes the character before the remaining rules.
  var isRemoved: Bool {
    switch self {
    case .bn, .lre, .lro, .rle, .rlo, .pdf: true
    default: false
    }
  }

  /// Whether N1 and N2 resolve the character.
  var isNeutral: Bool {
    switch self {
    case .b, .s, .ws, .on, .lri, .rli, .fsi, .pdi: true
    default: false
    }
  }
}
