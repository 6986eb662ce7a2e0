import PaintRaster
import Testing

/// `select`, and edits through a selection.
@Suite("Contract: selections")
struct SelectionTests {
  private let shell: Shell
  private static let soft = "select ellipse 8,6,44x30 --feather 3"

  init() throws {
    shell = try Shell(["PAINT_DOCUMENT": "art.paint"])
    let made = try shell.sh(
      """
      set -e; paint new art.paint --size 64x48 --background c08040 -q
      paint stroke rect 10,10,30x20 --fill 2040ff80 -q; paint stroke ellipse 30,5,30x40 --fill black --blend erase -q
      paint export other.png -q; paint new other.paint --from other.png -q; paint -d other.paint filter color-invert -q
      paint -d other.paint flip horizontal -q; paint -d other.paint export other.png -q; rm -r other.paint
      """)
    try #require(made.code == 0, "\(made)")
  }

  private func paint(_ line: String) throws -> JSON {
    let outcome = try shell.paint("\(line) --json")
    try #require(outcome.code == 0, "\(line): \(outcome)")
    return try outcome.json
  }

  /// The mask, its values as greys.
  private func mask(at revision: String = "current") throws -> Picture {
    try Picture(shell.paint("export - --mask --at \(revision)").bytes)
  }

  /// old + k·(new − old)/255 for each premultiplied channel, in doubles; the bytes of the old or the new pixel for k of 0 and
  /// 255.
  private static func allows(_ pixel: Pixel, _ k: UInt8, from old: Pixel, to new: Pixel) -> Bool {
    if k == 0 || old == new { return pixel == old }
    if k == 255 { return pixel == new }
    func premultiplied(_ pixel: Pixel) -> [Double] {
      [pixel.red, pixel.green, pixel.blue, 255].map { Double($0) * Double(pixel.alpha) / 255 }
    }
    let mixed = zip(premultiplied(old), premultiplied(new)).map { $0 + Double(k) * ($1 - $0) / 255 }
    guard abs(Double(pixel.alpha) - mixed[3]) <= 0.5 + 1e-9 else { return false }
    if pixel.alpha == 0 { return true }
    return zip([pixel.red, pixel.green, pixel.blue], mixed).allSatisfy {
      abs(Double($0) - 255 * $1 / mixed[3]) <= 0.5 + 1e-9
    }
  }

  @Test(
    "every command that changes pixels is limited exactly",
    arguments: [
      "stroke pencil 1,1 60,40,0.5 5,45 --width 9 --color red --opacity 0.7",
      "stroke line 0,3 63,44 --width 20 --hardness 0.2",
      "stroke rect 5,5,50x40 --fill linear-gradient(red,00ff0040) --color navy --width 5 --opacity 80%",
      "stroke polygon 1,1 60,9 30,47 --fill gold --blend multiply",
      "stroke curve 1,1 60,9 30,47 --width 7 --blend erase",
      "stroke path M1,1C20,70,60,0,60,40 --width 8 --no-antialias", "stroke eraser 1,1 60,40 --width 20",
      "stroke eraser 1,1 60,40 --width 20 --to none", "stroke eraser 1,1 60,40 --width 20 --to r1",
      "stroke clone 30,20 40,30 --offset -20,-5 --width 25", "stroke blur 20,10 40,30 --width 25",
      "stroke spray 20,10 40,30 --width 25 --density 0.5", "fill 2,2 --color teal",
      "fill 2,2 --color radial-gradient(red,blue)",
      "fill 2,2 --color none", "background 2040ff80", "clear 11223344", "clear linear-gradient(red,blue)",
      "replace c08040 00ff0055", "filter gaussian-blur --radius 3", "filter color-invert --region 5,5,30x20",
      "filter color-matrix --a-vector 0,0,0,0.5", "import other.png", "run -- cp other.png {}", "restore --at r1",
      "restore 20,10,30x20 --at r0", "place other.png --at 5,5 --blend screen --opacity 60%",
      "text 5,30 a --size 10 --color red --outlines 30x20;10_M0,0_L10,0_L10,10_L0,10_Z@0,5",
    ])
  func limits(line: String) throws {
    // An outline's words are separated by spaces.
    let words = line.split(separator: " ").map { String($0).replacing("_", with: " ") }
    let before = try shell.picture()
    let selected = try paint(Self.soft)
    _ = try shell.sh("cp -r art.paint free.paint && paint -d free.paint select none -q")
    let typed = words.prefix(1) + ["--json"] + words.dropFirst()
    let whole = try shell.paint(Array(typed), with: ["PAINT_DOCUMENT": "free.paint"])
    let limited = try shell.paint(Array(typed))
    try #require(whole.code == 0 && limited.code == 0, "\(whole) \(limited)")
    let new = try Picture(shell.paint("-d free.paint export -").bytes)
    let (result, mask) = (try shell.picture(), try mask())
    #expect(Set(mask.pixels).count > 100, "the edges are soft")
    let wrong = result.pixels.indices.first { place in
      !Self.allows(
        Pixel(bits: result.pixels[place]), Pixel(bits: mask.pixels[place]).red, from: Pixel(bits: before.pixels[place]),
        to: Pixel(bits: new.pixels[place]))
    }
    #expect(wrong == nil, "pixel \(wrong ?? -1)")
    let difference = result.difference(from: before)
    #expect(difference.count > 0)
    let receipt = try limited.json
    #expect(receipt["pixels"].int == difference.count)
    #expect(receipt["bounds"].elements.compactMap(\.int) == difference.bounds ?? [])
    #expect(receipt["selection"] == selected["selection"])
    // What the eraser brings back has not changed, not even by clear.
    _ = try paint("select none")
    _ = try paint("stroke rect 0,0,64x48 --fill black --blend copy")
    _ = try paint("stroke eraser 0,24 64,24 --width 100")
    #expect(Set(try shell.picture().pixels) == [0xFF40_80C0])
    #expect(try shell.paint("check").code == 0)
  }

  @Test("an area is what the same words of fill, replace and the brushes mean")
  func areas() throws {
    for (area, edit) in [
      ("color 3,3 --tolerance 30", "fill 3,3 --tolerance 30 --color black"),
      ("similar c08040 --tolerance 12%", "replace c08040 black --tolerance 12%"),
      ("polygon 5,5 60,9 20,40", "stroke polygon 5,5 60,9 20,40 --fill black"),
      (
        "path M5,5L60,9L20,40ZM9,9h30v20h-30z --fill-rule evenodd",
        "stroke path M5,5L60,9L20,40ZM9,9h30v20h-30z --fill-rule evenodd --fill black"
      ),
      ("ellipse 5,5,20x30 --no-antialias", "stroke ellipse 5,5,20x30 --fill black --no-antialias"),
    ] {
      _ = try paint("select \(area)")
      let mask = try mask()
      _ = try paint("select none")
      // Onto nothing, the alphas are the coverage.
      if area.hasPrefix("color") || area.hasPrefix("similar") {
        let before = try shell.picture()
        _ = try paint(edit)
        let after = try shell.picture()
        let isRight = mask.pixels.indices.allSatisfy {
          (after.pixels[$0] != before.pixels[$0]) == (mask.pixels[$0] == 0xFFFF_FFFF)
        }
        #expect(isRight, "\(area)")
        _ = try paint("undo")
      } else {
        _ = try shell.sh("paint new blank.paint --size 64x48 --replace -q")
        _ = try shell.paint("-d blank.paint \(edit)")
        let drawn = try Picture(shell.paint("-d blank.paint export -").bytes)
        #expect(drawn.pixels.map { $0 >> 24 } == mask.pixels.map { $0 & 255 }, "\(area)")
      }
    }
  }
}
