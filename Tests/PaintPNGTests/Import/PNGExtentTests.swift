import PaintPNG
import PaintRaster
import Testing

@Suite("PNGExtent")
struct PNGExtentTests {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  private static func chunk(_ type: String, _ count: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + Array(type.utf8)
      + [UInt8](repeating: 7, count: count + 4)
  }

  private func extent(_ bytes: [UInt8], piece: Int) -> (count: Int, isEnded: Bool) {
    var extent = PNGExtent()
    var count = 0
    for start in stride(from: 0, to: bytes.count, by: piece) where !extent.isEnded {
      count += extent.take(bytes.span.extracting(start..<min(start + piece, bytes.count)))
    }
    return (count, extent.isEnded)
  }

  @Test("ends after IEND, in whatever pieces the bytes arrive", arguments: [1, 2, 3, 7, 8, 9, 64, 4_096])
  func ends(piece: Int) {
    let file = Self.signature + Self.chunk("IHDR", 13) + Self.chunk("IDAT", 1_000) + Self.chunk("IEND", 0)
    #expect(extent(file, piece: piece) == (file.count, true))
    #expect(extent(file + [1, 2, 3] + Self.signature, piece: piece) == (file.count, true))
    for end in 0..<file.count { #expect(extent(Array(file[..<end]), piece: piece) == (end, false)) }
  }

  @Test("ends immediately if there is no PNG, or no chunk")
  func foreign() {
    #expect(extent(Array("hello, world, hello".utf8), piece: 5) == (8, true))
    #expect(extent(Self.signature + [UInt8](repeating: 0, count: 90), piece: 100) == (16, true))
    #expect(extent(Self.signature + [0x80, 0, 0, 0] + Array("IDAT".utf8) + [1], piece: 100) == (16, true))
  }
}
