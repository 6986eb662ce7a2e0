import Testing

/// The options of `paint export` and `paint batch --out` for PNG.
@Suite("Contract: options of PNG")
struct ExportOptionsTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// Colour type and depth in the header of a file.
  private func layout(_ file: String) throws -> [UInt8] {
    let bytes = try #require(shell.contents(file))
    try #require(bytes.count > 26)
    return [bytes[25], bytes[24]]
  }

  @Test("a picture is written in its smallest layout, and with --rgba in four channels")
  func layouts() throws {
    // What is drawn on a white canvas; colour type and depth.
    for (stroke, expected) in [
      ("stroke rect 1,1,5x5 --color black", [0, 1] as [UInt8]),
      ("stroke rect 1,1,5x5 --color 777777", [3, 1]),
      ("stroke rect 1,1,5x5 --color 797979", [3, 2]),
      ("stroke rect 1,1,5x5 --color red", [3, 2]),
      ("clear none", [3, 2]),
    ] {
      _ = try shell.paint("new art.paint --size 80x60 --background white --replace")
      _ = try shell.paint(stroke)
      if stroke.contains("red") || stroke.contains("797979") || stroke.contains("none") {
        _ = try shell.paint("stroke rect 9,9,5x5 --color blue")
        _ = try shell.paint("stroke rect 19,9,5x5 --color lime")
      }
      for compression in ["fast", "default", "best"] {
        #expect(try shell.paint("export out.png --compression \(compression)").code == 0)
        #expect(try layout("out.png") == expected, "\(stroke)")
        #expect(try Picture(#require(shell.contents("out.png"))) == shell.picture(at: "current"), "\(stroke)")
      }
      #expect(try shell.paint("export four.png --rgba").code == 0)
      #expect(try layout("four.png") == [6, 8], "\(stroke)")
      #expect(try Picture(#require(shell.contents("four.png"))) == shell.picture(at: "current"), "\(stroke)")
    }
  }

  @Test("best makes photographs smaller, too")
  func best() throws {
    let photo = FormatFixture.samples.last?.path ?? ""
    #expect(try shell.paint("batch /dev/null --from \(photo) --out photo.png --strip").code == 0)
    #expect(try shell.paint("batch /dev/null --from \(photo) --out best.png --compression best --strip").code == 0)
    let (photograph, best) = (try #require(shell.contents("photo.png")), try #require(shell.contents("best.png")))
    #expect(try Picture(photograph) == Picture(best))
    // 223,737 and 218,009 bytes when this was written; Pillow at level 9 has 221,824.
    #expect(best.count < 221_824, "\(photograph.count), \(best.count)")
  }

  @Test("--colors limits the colours, with --dither too, in export and batch --out")
  func colors() throws {
    _ = try shell.paint("new art.paint --size 64x64 --background white")
    var script = ""
    for x in 0..<64 { script += "stroke line \(x),0 \(x),63 --color 'hsl(\(x * 5), 80%, \(20 + x)%)'\n" }
    _ = try shell.paint("batch -", input: script)
    #expect(try shell.paint("export many.png").code == 0)
    for words in ["--colors 4", "--colors 4 --dither"] {
      #expect(try shell.paint("export few.png \(words)").code == 0)
      #expect(try layout("few.png") == [3, 2], "\(words)")
      #expect(try shell.paint("batch - --from many.png --out batch.png \(words)").code == 0)
      #expect(shell.contents("batch.png") == shell.contents("few.png"), "\(words)")
    }
    #expect(try shell.paint("batch - --from many.png --out batch.png --rgba").code == 0)
    #expect(try layout("batch.png") == [6, 8])
  }

  @Test(
    "bad options are exit 64, and no file is written",
    arguments: [
      "export x.png --colors 1", "export x.png --colors 257", "export x.png --dither", "export x.png --compression 9",
      "batch - --rgba", "batch - --strip", "undo --rgba",
    ])
  func bad(line: String) throws {
    _ = try shell.paint("new art.paint --size 5x5")
    #expect(try shell.paint(line).code == 64)
    #expect(shell.contents("x.png") == nil)
  }
}
