import PaintTestSupport
import Testing

@testable import PaintHistory

@Suite("TileList")
struct TileListTests {
  @Test("decoding returns the encoded keys in ascending order")
  func roundTrips() {
    var generator = SeededGenerator(seed: 5)
    for count in [0, 1, 2, 127, 128, 1_000] {
      for span in [UInt32(2_000), 1 << 22, .max] {
        var keys: Set<UInt32> = [0, span]
        while keys.count < count { keys.insert(UInt32.random(in: 0...span, using: &generator)) }
        let list = Array(keys.prefix(count))
        #expect(TileList.decode(TileList.encode(list)) == list.sorted())
      }
    }
  }

  @Test("neighbouring tiles take a byte each")
  func isSmall() {
    #expect(TileList.encode(Array(0..<100)).count == 100)
  }

  @Test("any bytes can be decoded")
  func toleratesAnything() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator) | (Bool.random(using: &generator) ? 0x80 : 0)
      }
      #expect(TileList.decode(bytes).count <= bytes.count)
    }
    #expect(TileList.decode([UInt8](repeating: 0xff, count: 1_000)).isEmpty)
  }
}
