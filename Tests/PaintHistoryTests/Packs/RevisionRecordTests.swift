import PaintRaster
import Testing

@testable import PaintHistory

@Suite("RevisionRecord")
struct RevisionRecordTests {
  @Test("the text is as documented")
  func isAsDocumented() throws {
    let revision = Revision(
      number: 42, parent: 41, depth: 40, size: try #require(CanvasSize(width: 1_920, height: 1_080)),
      background: Pixel(red: 1, green: 0, blue: 0xff, alpha: 0x80), base: 3, fingerprint: Fingerprint(high: 15, low: 1),
      time: 1_763_690_000_123, name: "Pencil\\", author: "Ann\n", command: "stroke pencil 1,2\r\n",
      typed: "stroke pencil '1,2'\\", pixels: 212,
      bounds: PixelBox(x: 14, y: 9, width: 80, height: 33), tileCount: 0, bytes: 0)
    var record = RevisionRecord(document: "5d41402abc4b2a76b9719d911017c592", revision: revision)
    record.color = [0x69, 0x43, 0xff]
    record.slots = [.init(tile: 17, adler: 0x0a1b_2c3d), .init(tile: 18, adler: 1)]
    let red = Pixel(red: 0xff, green: 0, blue: 0)
    record.colors = [
      .init(tile: 19, color: red), .init(tile: 40, color: red), .init(tile: 41, color: red),
      .init(tile: 42, color: .white), .init(tile: 2_047, color: .white), .init(tile: 2_048, color: .white),
    ]
    #expect(
      record.text == """
        revision 42
        document 5d41402abc4b2a76b9719d911017c592
        parent 41
        size 1920 1080
        background 0100ff80
        base 3
        time 1763690000123
        pixels 212 14 9 80 33
        fingerprint 000000000000000f0000000000000001
        name Pencil\\\\
        author Ann\\n
        command stroke pencil 1,2\\r\\n
        typed stroke pencil '1,2'\\\\
        profile 6943ff
        slots 17:0a1b2c3d 18:00000001
        colors ff0000ff:19 ff0000ff:40+1 ffffffff:42 ffffffff:2047+1


        """)
  }
}
