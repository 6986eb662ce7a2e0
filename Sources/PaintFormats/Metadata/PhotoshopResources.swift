/// The resources of Photoshop, of which IPTC is one: in JPEG, TIFF and the texts of a PNG.
///
/// Each is a signature, a number, a name, a length, and its data; the name and the data have an even number of bytes.
enum PhotoshopResources {
  private static let iptcNumber = 0x0404

  /// The data set of IPTC among some resources; nil for none.
  static func iptc(in bytes: [UInt8]) -> [UInt8]? {
    var place = 0
    func number(_ at: Int, _ count: Int) -> Int { bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
    while place + 12 <= bytes.count,
      ["8BIM", "MeSa", "PHUT", "AgHg", "DCSR"].contains(where: { bytes.has($0, at: place) })
    {
      let name = (1 + Int(bytes[place + 6]) + 1) / 2 * 2
      let start = place + 6 + name + 4
      guard start <= bytes.count else { return nil }
      let end = start + number(start - 4, 4)
      guard end <= bytes.count else { return nil }
      if number(place + 4, 2) == iptcNumber, end > start { return Array(bytes[start..<end]) }
      place = end + (end - start) % 2
    }
    return nil
  }

  /// A data set of IPTC as the only resource.
  static func resource(ofIPTC iptc: [UInt8]) -> [UInt8] {
    Array("8BIM".utf8) + [UInt8(iptcNumber >> 8), UInt8(iptcNumber & 255), 0, 0]
      + (0..<4).map { UInt8(truncatingIfNeeded: iptc.count >> (24 - 8 * $0)) } + iptc
      + (iptc.count % 2 == 0 ? [] : [0])
  }
}
