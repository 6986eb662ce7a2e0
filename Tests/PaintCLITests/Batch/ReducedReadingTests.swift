import PaintFormats
import PaintRaster
import SystemPackage
import Testing

@testable import PaintCLI

@Suite("Reading a picture smaller")
struct ReducedReadingTests {
  /// The result for a script that comes through a pipe, and what of the script a run would read afterwards.
  private func ahead(
    of script: String, _ options: String = ""
  ) throws -> (size: NewSizeArgument?, lines: [String]) {
    let pipe = try Pipe()
    pipe.write(script)
    pipe.closeWriting()
    let input = try InputFile(FilePath("/dev/fd/\(pipe.reading)"))
    let line = try parsed("batch - --from a.jpg --out b.png \(options)")
    let (reduced, script) = ReducedReading.ahead(in: input, of: line)
    var reader = script.lineReader()
    var lines: [String] = []
    while try reader.advance() { lines.append(reader.withLine { String(copying: $0) }) }
    return (reduced?.size, lines)
  }

  private static let half = NewSizeArgument.percent(50)

  @Test(
    "a script that first shrinks its picture can have it smaller",
    arguments: [
      "resize 50%", "resize 50%\n", "\n# half\n  resize 50% # no comment\nresize 50%", "resize 50% --method lanczos3",
      "resize 50% --method bilinear --name Small", "set --color red --width 5%\nresize 50%", "set\nresize 50%",
      "group begin\nresize 50%\ngroup end", "group begin Small\nresize 50%\nflip horizontal\ngroup end\n",
      "resize 50%\nresize 200%", "resize 50%\nstroke pencil 1,1 2,2\nstroke line 0,0 50%,50%\nstroke rect 0,0,5x5",
      "resize 50%\nstroke ellipse 0,0,5x5\nstroke polygon 0,0 5,5 9,0\nstroke path M0,0L5,5\nstroke curve 0,0 5,5 9,0",
      "resize 50%\nfill 1,1\nclear red\nreplace red blue\nfilter blur --radius 3", "resize 50%\ntext 1,1 hello",
      "resize 50%\ncrop 0,0,5x5\ncanvas 9x9\nrotate 90\nflip vertical\ntrim", "resize 50%\nimport b.png",
      "resize 50%\nplace a.png --at right-9,bottom-9",
      "resize 50%\nset --color red\n",
    ])
  func smaller(script: String) throws {
    // In the third script the words behind the size are operands.
    let isComment = script.contains("# no comment")
    let (size, lines) = try ahead(of: script)
    #expect(size == (isComment ? nil : Self.half))
    #expect(lines == Self.lines(of: script))
  }

  @Test(
    "a script that needs the picture in full, or may fail, has it in full",
    arguments: [
      "", "# nothing", "flip horizontal\nresize 50%", "stroke pencil 1,1\nresize 50%", "resize 50% --method nearest",
      "resize 50%\nundo", "resize 50%\nredo", "resize 50%\ngoto 0", "resize 50%\nrevert 1",
      "resize 50%\nrestore 0,0,5x5",
      "resize 50%\nrestore 0,0,5x5 --at start", "resize 50%\nstroke eraser 1,1",
      "resize 50%\nstroke eraser 1,1 --to start",
      "resize 50%\nbranch left", "resize 50%\ngroup 1", "resize 50%\nungroup 1", "resize 50%\nname Small",
      "resize 50%\nexport a.png --at start", "resize 50%\nshow 0,0,5x5", "resize 50%\ndiff start",
      "resize 50%\nblame 1,1",
      "resize 50%\npick 1,1", "resize 50%\nstatus", "resize 50%\nhistory", "resize 50%\nflip horizontal --expect r1",
      "resize 50% --expect r0", "set --color red\nset --width 5", "resize 50%\nbad", "bad\nresize 50%", "resize fifty",
      "resize 50%\nresize", "resize 50%\n'", "resize", "resize 50% --help", "resize 50% -d x.paint",
      "status\nresize 50%",
      "resize 50% --dry-run", "resize 50%\nrun -- cat",
    ])
  func full(script: String) throws {
    let (size, lines) = try ahead(of: script)
    #expect(size == nil)
    #expect(lines == Self.lines(of: script))
  }

  @Test("lines before --from-line do not count, and --keep-going needs the picture in full")
  func options() throws {
    #expect(try ahead(of: "undo\nbad '\nresize 50%\n", "--from-line 3").size == Self.half)
    #expect(try ahead(of: "resize 50%\nflip horizontal\n", "--from-line 2").size == nil)
    #expect(try ahead(of: "resize 50%\n", "--single").size == Self.half)
    #expect(try ahead(of: "resize 50%\n", "--keep-going").size == nil)
  }

  @Test("no more is read than the answer needs, so that a long script is still run line by line")
  func reading() throws {
    let pipe = try Pipe()
    pipe.write("flip horizontal\nresize 50%\n")
    let input = try InputFile(FilePath("/dev/fd/\(pipe.reading)"))
    // The pipe is open: reading to its end would wait for ever.
    let (reduced, script) = ReducedReading.ahead(in: input, of: try parsed("batch - --from a.jpg --out b.png"))
    #expect(reduced == nil)
    var reader = script.lineReader()
    #expect(try reader.advance())
    #expect(try reader.advance())
    #expect(try !reader.isReady())
    pipe.write("undo\n")
    #expect(try reader.advance())
    #expect(reader.withLine { String(copying: $0) } == "undo" && reader.lineNumber == 3)
  }

  @Test(
    "the smallest size is twice the wanted one, or all of a picture that becomes no smaller than half",
    arguments: [
      ("50%", 3_840, 2_160, 3_840, 2_160), ("50%", 45, 35, 0, 0), ("51%", 3_840, 2_160, 0, 0),
      ("25%", 3_840, 2_160, 1_920, 1_080),
      ("160x", 3_840, 2_160, 320, 180), ("x160", 2_160, 3_840, 180, 320), ("160x2000", 3_840, 2_160, 0, 0),
      ("2000x160", 3_840, 2_160, 0, 0), ("1920x1080", 3_840, 2_160, 3_840, 2_160), ("1921x1080", 3_840, 2_160, 0, 0),
      ("100x1", 3_840, 2_160, 200, 2), ("0.001%", 3_840, 2_160, 2, 2), ("200%", 40_000, 9, 0, 0), ("1x1", 1, 1, 0, 0),
      ("1x1", 2, 2, 2, 2),
    ])
  func minimum(word: String, width: Int, height: Int, leastWidth: Int, leastHeight: Int) throws {
    let reduced = ReducedReading(size: try read(word, NewSizeArgument.parse), method: .lanczos3)
    let full = try #require(CanvasSize(width: width, height: height))
    #expect(reduced.minimumSize(of: full) == CanvasSize(width: leastWidth, height: leastHeight))
  }

  private static func lines(of script: String) -> [String] {
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.last == "" ? lines.dropLast() : lines
  }
}
