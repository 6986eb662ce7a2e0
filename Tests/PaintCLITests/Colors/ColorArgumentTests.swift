import PaintRaster
import Testing

@testable import PaintCLI

@Suite("ColorArgument") struct ColorArgumentTests {
  @Test(
    "reads every form",
    arguments: [
      ("red", "#ff0000ff"), ("RebeccaPurple", "#663399ff"), ("none", "#00000000"), ("transparent", "#00000000"),
      ("NONE", "#00000000"), ("f00", "#ff0000ff"), ("#f00", "#ff0000ff"), ("#F008", "#ff000088"),
      ("12345678", "#12345678"), ("#123456", "#123456ff"), ("rgb(255,0,0)", "#ff0000ff"),
      ("rgb(255, 128, 0)", "#ff8000ff"), ("RGB(255 128 0)", "#ff8000ff"), ("rgb(100%,50%,0%)", "#ff8000ff"),
      ("rgb(255 0 0 / 50%)", "#ff000080"), ("rgb(255 0 0/.5)", "#ff000080"), ("rgba(255,0,0,0.5)", "#ff000080"),
      ("rgba(255,0,0,50%)", "#ff000080"), ("rgb(300,-5,0)", "#ff0000ff"), ("rgb(1e2 2.5 2.4)", "#640302ff"),
      ("rgb(none 255 none)", "#00ff00ff"), ("rgba( 1 , 2 , 3 , 1 )", "#010203ff"), ("hsl(120,100%,25%)", "#008000ff"),
      ("hsl(120deg 100% 25%)", "#008000ff"), ("hsl(120 100 25 / 0.5)", "#00800080"),
      ("hsla(0,100%,50%,0)", "#ff000000"), ("hsl(-120,100%,50%)", "#0000ffff"), ("hsl(0.5turn 100% 50%)", "#00ffffff"),
      ("hsl(200grad 100% 50%)", "#00ffffff"), ("hsl(480,100%,50%)", "#00ff00ff"),
      ("hsl(3.141592653589793rad 100% 50%)", "#00ffffff"), ("hsl(30,0%,50%)", "#808080ff"),
      ("hsl(270,50%,40%)", "#663399ff"),
    ])
  func good(text: String, expected: String) throws {
    #expect(HexadecimalColor.text(try read(text, ColorArgument.parse)) == expected)
  }

  @Test(
    "rejects everything else as unknown_color, with a hint",
    arguments: [
      "", "#", "#12", "#12345", "#1234567", "#123456789", "#ggg", "rgb", "rgb(", "rgb()", "rgb(1,2)", "rgb(1,2,3,4,5)",
      "rgb(1 2 3 4)", "rgb(1,2,3", "rgb(1,2 3)", "rgb(1 2,3)", "rgb(1,2,3/4)", "rgb(1 2/3)", "rgb(1 2 3/)",
      "rgb(1,2,3,)",
      "rgb(a,b,c)", "rgb(1-2-3)", "rgb(none,1,2)", "rgb(1deg 2 3)", "hsl(50% 50% 50%)", "hsl(1px 50% 50%)",
      "rgb (1,2,3)",
      "rgb(nan,1,2)", "blurple", "bleu", "-1", "rot", "cmyk(1,2,3)",
    ])
  func bad(text: String) {
    let failure = failure(text, ColorArgument.parse)
    #expect(failure?.code == .unknownColor)
    #expect(failure?.exitCode == .usage)
    #expect(failure?.message == "unknown colour '\(text)'")
    #expect(failure?.hint != nil)
  }

  @Test(
    "the hint has the nearest known name",
    arguments: [("bleu", "blue"), ("gren", "green"), ("lightgoldenrod", "lightgoldenrodyellow"), ("oragne", "orange")])
  func nearest(typed: String, name: String) {
    #expect(failure(typed, ColorArgument.parse)?.hint?.contains(name) == true)
  }

  @Test("no name is near to nothing")
  func nothing() {
    #expect(failure("", ColorArgument.parse)?.hint == "colours are names such as gold, or #rrggbb")
  }

  @Test("knows the 148 names of CSS Color 4, sorted for its search")
  func names() throws {
    let names = NamedColor.all.map(\.name)
    #expect(names.count == 148)
    #expect(names == names.sorted())
    #expect(Set(names).count == 148)
    for (name, rgb) in NamedColor.all {
      let color = try read(name, ColorArgument.parse)
      #expect(color.alpha == 255)
      #expect(UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue) == rgb, "\(name)")
      #expect(try read(name.uppercased(), ColorArgument.parse) == color)
    }
    // Some from the specification's table, and the colours with two spellings.
    let samples: [(String, UInt32)] = [
      ("aliceblue", 0xf0f8ff), ("cornflowerblue", 0x6495ed), ("darkseagreen", 0x8fbc8f), ("gold", 0xffd700),
      ("mediumvioletred", 0xc71585), ("rebeccapurple", 0x663399), ("yellowgreen", 0x9acd32),
    ]
    for (name, rgb) in samples { #expect(NamedColor.all.first { $0.name == name }?.rgb == rgb) }
    for name in names where name.contains("gray") {
      let other = name.replacing("gray", with: "grey")
      #expect(NamedColor.color(named: name) == NamedColor.color(named: other), "\(name)")
    }
    #expect(NamedColor.color(named: "aqua") == NamedColor.color(named: "cyan"))
    #expect(NamedColor.color(named: "fuchsia") == NamedColor.color(named: "magenta"))
  }

  @Test("a written colour reads back unchanged")
  func roundTrip() throws {
    let seed: UInt64 = 45
    var random = Seeded(seed)
    for _ in 0..<2_000 {
      let color = Pixel(bits: UInt32(truncatingIfNeeded: random.next()))
      #expect(try read(HexadecimalColor.text(color), ColorArgument.parse) == color, "seed \(seed)")
      let function = "rgb(\(color.red) \(color.green) \(color.blue) / \(Double(color.alpha) / 255))"
      #expect(try read(function, ColorArgument.parse) == color, "\(function), seed \(seed)")
    }
  }
}
