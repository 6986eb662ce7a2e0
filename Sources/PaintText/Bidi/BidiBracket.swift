/// Paired brackets (UAX #9, BD14 and BD15; BidiBrackets of Unicode 15).
enum BidiBracket: Equatable {
  /// An opening bracket, with its closing bracket.
  case opening(UInt32)
  /// A closing bracket.
  case closing(UInt32)

  /// The kind of bracket that a character is; nil for all other characters.
  init?(_ scalar: Unicode.Scalar) {
    let code = scalar.value
    for (opening, closing) in Self.pairs {
      if code == opening {
        self = .opening(Self.canonical(closing))
        return
      }
      if code == closing {
        self = .closing(Self.canonical(closing))
        return
      }
    }
    return nil
  }

  /// The mathematical angle brackets are canonically equivalent to the East Asian ones.
  private static func canonical(_ code: UInt32) -> UInt32 { code == 0x232a ? 0x3009 : code }

  private static let pairs: [(UInt32, UInt32)] = {
    let apart: [(UInt32, UInt32)] = [(0x28, 0x29), (0x5b, 0x5d), (0x7b, 0x7d), (0xff3b, 0xff3d), (0xff5b, 0xff5d)]
    // In these ranges each closing bracket follows its opening bracket.
    let runs: [ClosedRange<UInt32>] = [
      0x0f3a...0x0f3d, 0x169b...0x169c, 0x2045...0x2046, 0x207d...0x207e, 0x208d...0x208e, 0x2308...0x230b,
      0x2329...0x232a, 0x2768...0x2775, 0x27c5...0x27c6, 0x27e6...0x27ef, 0x2983...0x298c, 0x2991...0x2998,
      0x29d8...0x29db, 0x29fc...0x29fd, 0x2e22...0x2e29, 0x2e55...0x2e5c, 0x3008...0x3011, 0x3014...0x301b,
      0xfe59...0xfe5e, 0xff08...0xff09, 0xff5f...0xff60, 0xff62...0xff63,
    ]
    // These two pairs cross each other.
    let crossing: [(UInt32, UInt32)] = [(0x298d, 0x2990), (0x298f, 0x298e)]
    let adjacent = runs.flatMap { run in stride(from: run.lowerBound, to: run.upperBound, by: 2).map { ($0, $0 + 1) } }
    return apart + adjacent + crossing
  }()
}
