import PaintTestSupport
import Testing

/// Values, files and histories with many levels, with a stack that is too small for a call for each level.
@Suite("Contract: deep nesting")
struct NestingTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.paint("new art.paint --size 20x20")
  }

  private func repeated(_ text: String, _ count: Int = 100_000) -> String { String(repeating: text, count: count) }

  @Test("metadata with as many levels as its limit allows is read")
  func metadata() throws {
    _ = try shell.paint("export plain.png")
    let plain = try #require(shell.contents("plain.png"))
    // An entry 0x8769 of each directory leads to the next one.
    var directories: [UInt8] = Array("II*\0".utf8) + [8, 0, 0, 0]
    for number in 1...14_000 {
      let next = (0..<4).map { UInt8(truncatingIfNeeded: (8 + 18 * number) >> (8 * $0)) }
      directories += [1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0] + next + next
    }
    let circle: [UInt8] =
      Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0]
    let packet = "XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta xmlns:x='adobe:ns:meta/'>" + repeated("<a>", 80_000)
    let chunks = [("eXIf", directories), ("eXIf", circle), ("iTXt", Array(packet.utf8))]
    for (type, payload) in chunks {
      // After the header, which has 25 bytes.
      try shell.write("deep.png", plain.prefix(33) + PNGChunk.bytes(type, payload) + plain.dropFirst(33))
      let outcome = try shell.sh("ulimit -s 512; paint info deep.png && paint new deep.paint --from deep.png --replace")
      #expect(outcome.code == 0, "\(type) \(payload.count): \(outcome.errors)")
    }
  }
}
