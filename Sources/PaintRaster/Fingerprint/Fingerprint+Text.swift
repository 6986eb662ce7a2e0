extension Fingerprint: LosslessStringConvertible {
  /// 32 hexadecimal digits in lower case, highest first.
  public var description: String { hex }

  /// 32 hexadecimal digits in lower case, highest first.
  public var hex: String {
    let digits = (0..<32).map { position in
      let half = position < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * (position % 16)) & 0xF)
      return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The fingerprint written as 32 hexadecimal digits of either case; nil for anything else.
  public init?(hex: some StringProtocol) {
    var halves: [UInt64] = [0, 0]
    var position = 0
    for byte in hex.utf8 {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      guard position < 32 else { return nil }
      halves[position / 16] = halves[position / 16] << 4 | UInt64(digit)
      position += 1
    }
    guard position == 32 else { return nil }
    self.init(high: halves[0], low: halves[1])
  }

  /// The fingerprint written in `description`; nil unless it has 32 hexadecimal digits.
  public init?(_ description: String) { self.init(hex: description) }
}
