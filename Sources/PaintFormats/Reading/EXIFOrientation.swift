extension Orientation {
  /// The orientation that a payload of EXIF states, from its byte order mark on; upright if it states none.
  ///
  /// EXIF is a TIFF without pixels: the first directory's entry 0x0112 is a short number.
  init(exif bytes: some Collection<UInt8>) {
    self = Self(statedBy: bytes) ?? .upright
  }

  /// The orientation that a payload of EXIF states; nil if it states none.
  init?(statedBy bytes: some Collection<UInt8>) {
    guard let stated = Self.stated(in: Array(bytes.prefix(1 << 16))) else { return nil }
    self = stated
  }

  private static func stated(in bytes: [UInt8]) -> Orientation? {
    guard bytes.count >= 8 else { return nil }
    let isLittle: Bool
    switch (bytes[0], bytes[1]) {
    case (UInt8(ascii: "I"), UInt8(ascii: "I")): isLittle = true
    case (UInt8(ascii: "M"), UInt8(ascii: "M")): isLittle = false
    default: return nil
    }
    func number(at place: Int, bytes count: Int) -> Int? {
      guard place >= 0, place + count <= bytes.count else { return nil }
      let part = bytes[place..<place + count]
      return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(at: 2, bytes: 2) == 42, let directory = number(at: 4, bytes: 4),
      let count = number(at: directory, bytes: 2)
    else { return nil }
    for entry in 0..<count {
      let place = directory + 2 + 12 * entry
      guard let tag = number(at: place, bytes: 2) else { return nil }
      guard tag == 0x0112 else { continue }
      // A short number, in the first half of the four bytes for a value.
      guard number(at: place + 2, bytes: 2) == 3, let value = number(at: place + 8, bytes: 2) else { return nil }
      return Orientation(rawValue: value)
    }
    return nil
  }
}
