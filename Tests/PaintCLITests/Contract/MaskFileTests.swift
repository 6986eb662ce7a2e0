import PaintRaster
import Testing

/// Masks as picture files: `select FILE`, `export --mask` and `export --masked`, and scripts that repeat selections.
@Suite("Contract: masks as files")
struct MaskFileTests {
  private let shell: Shell

  init() throws {
    shell = try Shell(["PAINT_DOCUMENT": "art.paint"])
    let made = try shell.sh(
      """
      set -e; paint new art.paint --size 64x48 --background c08040 -q
      paint stroke rect 10,10,30x20 --fill linear-gradient\\(2040ff80,00ff00\\) --blend copy -q
      """)
    try #require(made.code == 0, "\(made)")
  }

  private func paint(_ line: String) throws -> JSON {
    let outcome = try shell.paint("\(line) --json")
    try #require(outcome.code == 0, "\(line): \(outcome)")
    return try outcome.json
  }

  private func pixels(_ line: String) throws -> Picture { try Picture(shell.paint(line).bytes) }

  @Test("the mask is a grey PNG that select reads again, and the cut-out is the picture times the mask")
  func exports() throws {
    let selected = try paint("select ellipse 5,5,40x35 --feather 4")
    #expect(try paint("export mask.png --mask")["width"].int == 64)
    let bytes = try #require(shell.contents("mask.png"))
    // Its colour type is grey, without alpha.
    #expect(bytes[25] == 0)
    let mask = try Picture(bytes)
    #expect(mask.pixels.count { $0 != 0xFF00_0000 } == selected["selection"]["area"].int)
    _ = try paint("select none")
    #expect(try paint("select mask.png")["selection"] == selected["selection"])
    #expect(try shell.paint(["select", "-"], input: bytes).output.contains("the selection is the same"))
    let (picture, cut) = (try shell.picture(), try pixels("export - --masked"))
    for place in picture.pixels.indices {
      let (old, k) = (Pixel(bits: picture.pixels[place]), Double(mask.pixels[place] & 255))
      var expected = old
      expected.bits = old.bits & 0x00FF_FFFF | UInt32((Double(old.alpha) * k / 255).rounded()) << 24
      #expect(cut.pixels[place] == (k == 0 ? 0 : expected.bits))
    }
    #expect(try pixels("export - --masked --region 20,10,30x20") == cut.cut(20, 10, 30, 20))
    #expect(try pixels("export - --mask --region 20,10,30x20") == mask.cut(20, 10, 30, 20))
    // Of an older revision, and in a script, of a step that is not committed.
    #expect(try shell.paint("export - --mask --at r1").code == 1)
    let script = "group begin\nselect invert\nexport inside.png --mask\nexport cut.png --masked --at r4\ngroup end\n"
    #expect(try shell.paint("batch -", input: script).code == 0)
    let inside = try Picture(#require(shell.contents("inside.png")))
    #expect(inside.pixels == mask.pixels.map { 0xFF00_0000 | 0x00FF_FFFF - $0 & 0x00FF_FFFF })
    #expect(try Picture(#require(shell.contents("cut.png"))) == cut)
    for name in ["mask.webp", "mask.tif", "mask.ppm", "mask.jpg"] {
      #expect(try paint("export \(name) --mask --at r4")["file"].text == name)
      _ = try paint("select \(name)")
      if name.hasSuffix("jpg") { continue }
      #expect(try paint("select")["selection"] == selected["selection"] || name.hasSuffix("webp"), "\(name)")
    }
    #expect(try shell.paint("export cut.jpg --masked").errors.contains("transparent pixels were put on white"))
  }
}
