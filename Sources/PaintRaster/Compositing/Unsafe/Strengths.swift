// Unsafe: the table is lent as a pointer, so that a lookup for each pixel does not check its bounds.

/// What an opacity leaves of each byte, of an alpha or a coverage: round(byte · opacity), halves up.
struct Strengths: Sendable {
  /// Whether each byte is its own strength: if 255 is, so are all.
  let isWhole: Bool
  private let bytes: [UInt8]

  private static let whole: [UInt8] = Array(0...255)

  /// The strengths at `opacity`, 0…1.
  init(opacity: Double) {
    isWhole = Self.strength(255, opacity: opacity) == 255
    bytes = isWhole ? Self.whole : (0...255).map { Self.strength($0, opacity: opacity) }
  }

  /// The strength of one byte.
  static func strength(_ byte: UInt8, opacity: Double) -> UInt8 {
    precondition(opacity >= 0 && opacity <= 1, "opacity is 0…1")
    // Not `rounded()`: it calls libm, which is not linked into a program that imports no C library.
    let product = Double(byte) * opacity
    let whole = UInt8(product)
    return product - Double(whole) >= 0.5 ? whole + 1 : whole
  }

  subscript(byte: UInt8) -> UInt8 { bytes[Int(byte)] }

  /// Lends the table for lookups of four bytes at a time.
  @inline(__always)
  func withLookup(_ body: (Lookup) -> Void) {
    unsafe bytes.withUnsafeBufferPointer { unsafe body(Lookup(isWhole: isWhole, bytes: $0)) }
  }

  /// Looks up four bytes at a time.
  @safe struct Lookup {
    /// Whether each byte is its own strength.
    let isWhole: Bool
    fileprivate let bytes: UnsafeBufferPointer<UInt8>

    /// The strengths of the four bytes of `word`, the lowest first.
    @inline(__always)
    func callAsFunction(bytesOf word: UInt32) -> FourWords {
      unsafe isWhole
        ? BlendKernel.words(bytesOf: word)
        : FourWords(
          UInt32(bytes[Int(word & 0xFF)]), UInt32(bytes[Int(word &>> 8 & 0xFF)]),
          UInt32(bytes[Int(word &>> 16 & 0xFF)]), UInt32(bytes[Int(word &>> 24)]))
    }

    /// The strengths of the alphas of four pixels.
    @inline(__always)
    func callAsFunction(alphasOf pixels: FourWords) -> FourWords {
      unsafe isWhole
        ? BlendKernel.samples(pixels, 24)
        : FourWords(
          UInt32(bytes[Int(pixels.x &>> 24)]), UInt32(bytes[Int(pixels.y &>> 24)]),
          UInt32(bytes[Int(pixels.z &>> 24)]), UInt32(bytes[Int(pixels.w &>> 24)]))
    }
  }
}
