import CPNG
import Glibc
import PaintRaster
import PaintTestSupport
import Testing

/// Commands on pictures much larger than their memory limit.
///
/// The limit is the kernel's limit on private memory (RLIMIT_DATA): a program that needs more ends with a trap, however
/// fast the machine is. `PAINT_MEMORY=full` (`make test-memory`) uses the full sizes with 256 MiB; otherwise sides and
/// limits are a quarter of those.
@Suite("Bounded memory", .serialized)
struct BoundedMemoryTests {
  static let isFull = getenv("PAINT_MEMORY").map { String(cString: $0) } == "full"
  /// MiB of private memory; the program itself, its stacks and the default cache take about 60 of it.
  static let limit = isFull ? 256 : 112

  /// A side of a picture in pixels.
  static func side(_ full: Int) -> Int { isFull ? full : full / 4 }

  struct Command: Sendable, CustomTestStringConvertible {
    var name: String
    /// The commands that prepare it, without a limit.
    var before: [String]
    var command: String
    /// The limit in MiB, if it is not the usual one.
    var limit: Int?

    var testDescription: String { name }
  }

  /// A canvas of squares, blank except for two strokes.
  private static func canvas(_ full: Int, _ more: String...) -> [String] {
    let side = side(full)
    return [
      "new art.paint --size \(side)x\(side)",
      "stroke pencil 10,10 \(side - 20),\(side / 2) 30,\(side - 9) --width 30 --color teal -d art.paint",
    ] + more
  }

  static let commands: [Command] = {
    let large = side(32_768)
    let blank = "new art.paint --size \(side(30_000))x\(side(30_000))"
    let feather = side(200)
    let soft = "select ellipse 0,0,100%x100% --feather \(feather)"
    return [
      Command(name: "resize to a tenth", before: canvas(32_768), command: "resize 10%"),
      Command(name: "resize to one pixel", before: canvas(32_768), command: "resize 1x1"),
      Command(name: "resize to one column", before: canvas(32_768), command: "resize 1x\(large)"),
      Command(name: "resize to one row", before: canvas(32_768), command: "resize \(large)x1 --method bilinear"),
      Command(name: "resize, nearest", before: canvas(32_768), command: "resize 3% --method nearest"),
      Command(
        name: "resize, larger", before: ["new art.paint --size 30x\(side(16_384))"], command: "resize \(large)x\(large)"
      ),
      Command(name: "flip", before: canvas(16_384), command: "flip vertical"),
      Command(name: "rotate by a quarter", before: canvas(16_384), command: "rotate 90"),
      Command(name: "rotate", before: canvas(16_384), command: "rotate 31"),
      Command(name: "crop", before: canvas(32_768), command: "crop 7,9,\(large - 100)x\(large - 100)"),
      Command(name: "trim", before: canvas(32_768), command: "trim"),
      Command(
        name: "blur", before: canvas(16_384), command: "filter gaussian-blur --radius 40", limit: 256),
      Command(
        name: "soft selection", before: [blank], command: soft),
      Command(
        name: "soft selection, inverted and grown", before: [blank, soft],
        command: "select invert --add"),
      Command(
        name: "soft polygon", before: [blank],
        command: "select polygon 0,0 \(side(29_000)),9 9,\(side(29_000)) --feather \(feather)"),
      Command(name: "view", before: canvas(65_536), command: "view"),
      Command(name: "similarity", before: canvas(16_384), command: "diff 0 1 --metric ssim"),
      Command(name: "replace", before: canvas(32_768), command: "replace white gold"),
      Command(
        name: "flood of a blank canvas", before: canvas(65_536), command: "fill 0,\(side(65_536) - 1) --color gold"),
      Command(
        name: "dry run of a flood",
        before: canvas(65_536, "fill 0,\(side(65_536) - 1) --color gold"),
        command: "fill 0,\(side(65_536) - 1) --color navy --dry-run"),
      Command(
        name: "flood with a tolerance, grown", before: canvas(32_768),
        command: "fill 0,9 --tolerance 90 --expand 40 --color navy"),
      Command(
        name: "place a picture", before: picture + ["new art.paint --size 1000x1000"],
        command: "place wide.png --at -99,-99"),
      Command(
        name: "place a picture made smaller", before: picture + ["new art.paint --size 1000x1000"],
        command: "place wide.png --scale 5% --at 0,0 --opacity 0.5"),
      Command(
        name: "place a picture made larger", before: picture + ["new art.paint --size \(side(16_384))x\(side(16_384))"],
        command: "place wide.png --scale 150% --at -100,-100"),
    ]
  }()

  private static let picture = canvas(16_384) + ["export wide.png -d art.paint"]

  /// Runs a command under the limit.
  private func run(_ line: String, in shell: Shell, limit: Int? = nil) throws -> Outcome {
    // The shell's `ulimit -d` counts KiB; small stacks, because each thread has one.
    try shell.sh("ulimit -s 1024; ulimit -d \((limit ?? Self.limit) * 1_024); exec paint \(line)")
  }

  @Test(
    "an edit of a large canvas stays within its bound", arguments: isFull ? commands : sample(of: commands, oneIn: 3))
  func edits(_ command: Command) throws {
    let shell = try Shell()
    for line in command.before {
      let words = line.contains(" -d ") || line.hasPrefix("new ") ? line : line + " -d art.paint"
      let replacing = words.hasPrefix("new ") && words.contains("art.paint") ? words + " --replace" : words
      let outcome = try shell.paint(replacing)
      #expect(outcome.code == 0, "\(replacing): \(outcome)")
    }
    let outcome = try run(command.command + " -d art.paint", in: shell, limit: command.limit)
    #expect(outcome.code == 0, "\(command.command): \(outcome)")
  }

  @Test("the limit is effective: a program that needs more fails")
  func limit() throws {
    let shell = try Shell()
    _ = try shell.paint("new art.paint --size 4096x4096")
    _ = try shell.paint("stroke pencil 9,9 4000,3000 -d art.paint")
    // A slanted turn of a picture of this size keeps all of it, 64 MiB.
    #expect(try run("rotate 31 -d art.paint", in: shell, limit: 48).code != 0)
    #expect(try run("rotate 31 -d art.paint", in: shell, limit: 160).code == 0)
  }

  @Test("a large interlaced picture is assembled in a file, also when it comes from a pipe")
  func interlaced() throws {
    let shell = try Shell()
    let side = Self.side(16_384) * 2
    try shell.write("woven.png", Self.interlaced(side: min(side, 16_384)))
    _ = try shell.paint("new art.paint --size 500x500 --background red")
    for line in ["place woven.png --at -50,-50", "place - --scale 10% --at 3,3 <woven.png"] {
      let outcome = try run(line + " -d art.paint", in: shell)
      #expect(outcome.code == 0, "\(line): \(outcome)")
    }
    #expect(try shell.paint("pick 0,0 499,499 -d art.paint").output == "#000000ff\n#000000ff\n")
    // The file cannot be created; then it cannot be written.
    for refusal in ["export TMPDIR=/nowhere", "ulimit -f 20000"] {
      let outcome = try shell.sh("\(refusal); exec paint place woven.png --at 0,0 -d art.paint")
      #expect(outcome.code == 74 && outcome.errors.contains("temporary file"), "\(refusal): \(outcome)")
    }
    #expect(try shell.paint("check -d art.paint").code == 0)
    #expect(try shell.names() == ["art.paint", "woven.png"])
  }

  /// A black picture of one byte a pixel in seven passes.
  private static func interlaced(side: Int) throws -> [UInt8] {
    let passes = [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)]
    let bytes = passes.reduce(0) { sum, pass in
      let columns = (side - pass.0 + pass.1 - 1) / pass.1
      return sum + (side - pass.2 + pass.3 - 1) / pass.3 * (columns + 1)
    }
    var length = compressBound(uLong(bytes))
    var data = [UInt8](repeating: 0, count: Int(length))
    let code = [UInt8](repeating: 0, count: bytes).withUnsafeBufferPointer {
      compress2(&data, &length, $0.baseAddress, uLong(bytes), 1)
    }
    #expect(code == Z_OK)
    let size = PNGChunk.number(side)
    return PNGChunk.signature + PNGChunk.bytes("IHDR", size + size + [8, 0, 0, 0, 1])
      + PNGChunk.bytes("IDAT", Array(data[..<Int(length)])) + PNGChunk.bytes("IEND", [])
  }

  @Test(
    "a text of very many characters stays within its bound, as lines and as one word",
    arguments: isFull ? [false, true] : sample(of: [false, true], oneIn: 2))
  func text(hasSpaces: Bool) throws {
    let shell = try Shell()
    guard try shell.sh("fc-list : family 2>/dev/null").output.contains("\n") else {
      print("skipped, there are no fonts on this machine: a text of very many characters")
      return
    }
    let count = Self.isFull ? 300_000 : 60_000
    let characters = (0..<count).map { (index: Int) -> Character in
      hasSpaces && index % 7 == 6 ? " " : Self.letters[index * index % 23]
    }
    try shell.write("script", "text 5,5 '\(String(characters))' --size 11 --max-width 3900\n")
    _ = try shell.paint("new art.paint --size 4000x\(Self.isFull ? 16_000 : 4_000)")
    let outcome = try run("batch script -d art.paint", in: shell, limit: Self.isFull ? 256 : 128)
    #expect(outcome.code == 0, "\(outcome)")
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz")

  @Test(
    "a stroke through very many points stays within its bound",
    arguments: isFull ? [20, 1] : sample(of: [20, 1], oneIn: 2))
  func points(width: Int) throws {
    let shell = try Shell()
    var number: UInt64 = 99
    func next(_ bound: Int) -> Int {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(number >> 33) % bound
    }
    let count = Self.isFull ? 1_000_000 : 150_000
    var file: [UInt8] = []
    for _ in 0..<count { file += "\(next(1_920)),\(next(1_080))\n".utf8 }
    try shell.write("points", file)
    _ = try shell.paint("new art.paint --size 1920x1080")
    let outcome = try run("stroke pencil --points-from points --width \(width) -d art.paint", in: shell)
    #expect(outcome.code == 0, "\(outcome)")
  }
}
