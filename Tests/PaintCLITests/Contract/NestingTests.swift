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

  @Test("values of 100,000 levels are drawn or refused")
  func values() throws {
    let gradient = repeated("linear-gradient(") + "red, blue" + repeated(")")
    let cases: [(line: String, code: Int32)] = [
      ("stroke line 1,1 5,5 --color rgb\(repeated("("))1\(repeated(")"))", 65),
      ("stroke rect 1,1,5x5 --fill '\(gradient)'", 65), ("set --color '\(gradient)'", 65),
      ("stroke path '\(repeated("M1,1 L9,2 "))'", 0), ("stroke path 'M1,1 L9,9 \(repeated("z"))'", 0),
      ("filter '\(repeated("("))'", 65),
      (repeated("group begin\n") + "stroke line 1,1 9,9\n" + repeated("group end\n"), 0),
    ]
    for (line, code) in cases {
      try shell.write("script", line + "\n")
      let outcome = try shell.sh("ulimit -s 512; exec paint batch script --quiet")
      #expect(outcome.code == code, "\(line.prefix(30)) \(outcome.errors.prefix(300))")
    }
  }

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

  @Test("commands look back over 20,000 steps that moved the canvas")
  func history() throws {
    var script = ""
    // Each line has a colour of its own, so that each is a step.
    for step in 0..<10_000 {
      script += "stroke line 0,0 19,\(step % 19 + 1) --color rgb(\(step % 256),\(step / 256),9)\nflip horizontal\n"
    }
    try shell.write("script", script)
    let outcome = try shell.sh(
      """
      ulimit -s 512; paint batch script -q && paint history --all -q && paint history --script >again && paint group 15000 &&
      paint ungroup && paint restore 0,0,5x5 --at r1 && paint stroke eraser 3,3 --to r2 && paint undo 12000 &&
      paint redo 500 && paint stroke line 1,1 9,1 && paint history --all -q && paint check
      """)
    #expect(outcome.code == 0, "\(outcome.errors)")
  }
}
