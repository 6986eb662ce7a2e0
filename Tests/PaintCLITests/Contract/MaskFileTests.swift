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

  @Test("without a selection, with both options or with --each it is refused; an empty one warns")
  func refuses() throws {
    #expect(try shell.paint("export x.png --mask").message == "r1 has no selection")
    #expect(try shell.paint("export x.png --masked").code == 1)
    #expect(try shell.paint("export x.png --masked").errors.contains("hint: paint select all"))
    #expect(try shell.paint("export x.png --masked --at r0").errors.contains("hint: leave out --at"))
    #expect(try shell.paint("export x.png --mask --masked").code == 64)
    #expect(try shell.paint("export x%d.png --mask --each").code == 64)
    _ = try paint("select invert")
    for option in ["--mask", "--masked"] {
      #expect(try paint("export x.png \(option)")["warnings"].elements.count == 1)
      let picture = try Picture(#require(shell.contents("x.png")))
      #expect(Set(picture.pixels) == [option == "--mask" ? 0xFF00_0000 : 0])
    }
  }

  @Test("a file's grey values times alpha are the mask; one named like a keyword is ./all, and another size is refused")
  func files() throws {
    _ = try shell.sh(
      """
      paint new m.paint --size 64x48 --background none -q; paint -d m.paint stroke rect 0,0,20x10 --fill white -q
      paint -d m.paint stroke rect 20,0,20x10 --fill ffffff80 -q; paint -d m.paint stroke rect 40,0,20x10 --fill red -q
      paint -d m.paint stroke rect 0,10,20x10 --fill 00ff0040 -q; paint -d m.paint export all.png -q; mv all.png all
      """)
    _ = try paint("select ./all")
    let mask = try pixels("export - --mask")
    // 0.2126 of 255, and 0.7152 of 64.
    #expect([mask[5, 5], mask[25, 5], mask[45, 5], mask[5, 15], mask[30, 30]].map(\.red) == [255, 128, 54, 46, 0])
    #expect(try paint("select all")["selection"]["area"].int == 64 * 48)
    _ = try shell.sh("paint new small.paint --size 9x7 -q; paint -d small.paint export small.png -q")
    let outcome = try shell.paint("select small.png")
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.message.contains("9x7") && outcome.message.contains("64x48"), "\(outcome)")
    #expect(try shell.paint("select nothing.png").code == 66)
    #expect(try paint("status")["selection"]["area"].int == 64 * 48)
  }

  @Test("a script of one picture may select; later lines are limited there, too")
  func pictures() throws {
    try shell.write(
      "script", "select ellipse 5,5,40x35 --feather 4\nexport mask.png --mask\nfilter color-invert\nselect none\n")
    _ = try shell.paint("export in.png")
    let outcome = try shell.paint("batch script --from in.png --out out.png")
    #expect(outcome.code == 0, "\(outcome)")
    for line in ["select ellipse 5,5,40x35 --feather 4", "filter color-invert"] { _ = try paint(line) }
    #expect(try Picture(#require(shell.contents("out.png"))) == shell.picture())
    #expect(try Picture(#require(shell.contents("mask.png"))) == pixels("export - --mask"))
  }

  @Test(
    "gc, forgetting, limits and a repair keep the mask, and the script of the history makes it again",
    arguments: [
      "paint gc", "paint forget --before r4", "paint limit --steps 5", "paint forget --all",
      "rm art.paint/index.sqlite*; paint check --repair",
    ])
  func keeps(command: String) throws {
    for line in [
      "select ellipse 5,5,40x35 --feather 4", "fill 2,2 --color red", "stroke line 0,0 64,48 --width 5",
      "stroke line 64,0 0,48 --width 5", "filter gaussian-blur --radius 2",
      "stroke eraser 0,20 64,20 --width 9 --to r4",
      "select rect 9,9,20x20 --add", "crop 3,3,50x40", "clear 0000ff80",
    ] {
      _ = try paint(line)
    }
    let (before, mask) = (try paint("status"), try pixels("export - --mask"))
    #expect(try shell.sh(command).code == 0)
    #expect(try pixels("export - --mask") == mask)
    let now = try paint("status")
    #expect(now["selection"] == before["selection"] && now["fingerprint"] == before["fingerprint"])
    #expect(try shell.paint("check").code == 0)
    let again = try shell.sh(
      """
      set -e; paint history --script --files kept >script; made=$(head -1 script)
      eval "$(echo "${made#\\# }" | sed s/art.paint/again.paint/) -q"
      export PAINT_DOCUMENT=again.paint; paint batch script -q; paint status --json
      """)
    #expect(again.code == 0, "\(again)")
    let made = try again.json
    #expect(made["selection"] == before["selection"] && made["fingerprint"] == before["fingerprint"], "\(again)")
  }
}
