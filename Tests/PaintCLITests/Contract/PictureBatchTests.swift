import PaintTestSupport
import Testing

/// Scripts over one picture: `batch --from` and `batch --size`.
@Suite("Contract: scripts over one picture")
struct PictureBatchTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// A script of lines of every kind, some of which fail.
  private static func script(_ random: inout Seeded) -> String {
    var lines: [String] = []
    for _ in 0..<60 {
      let number = Int.random(in: 0..<30, using: &random)
      switch Int.random(in: 0..<24, using: &random) {
      case 0: lines.append("undo \(1 + number % 4)")
      case 1: lines.append("redo \(1 + number % 3)")
      case 2: lines.append("goto r\(number)")
      case 3: lines.append("branch b\(number % 3) --move")
      case 4: lines.append("goto b\(number % 3)")
      case 5: lines.append("group begin")
      case 6: lines.append("group end")
      case 7: lines.append("filter blur --radius \(1 + number % 3)")
      case 8: lines.append("filter invert")
      case 9: lines.append("crop 2,3,\(60 + number)x\(50 + number)")
      case 10: lines.append("resize \(90 + number)x\(70 + number)")
      case 11: lines.append("rotate \(["90", "180", "7"][number % 3])")
      case 12: lines.append("flip \(["horizontal", "vertical"][number % 2])")
      case 13: lines.append("place small.png --at \(number),5")
      case 14: lines.append("revert r\(number)")
      case 15: lines.append("restore --at r\(number)")
      case 16: lines.append("fill \(number),9 --color #80\(10 + number)ff")
      default: lines.append(RandomStroke.line(&random, width: 100, height: 80))
      }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  /// Pictures with which scripts begin.
  private func draw() throws {
    let outcome = try shell.sh(
      """
      paint new in.paint --size 100x80 --background white && paint stroke rect 5,5,60x40 --fill teal
      paint stroke pencil 10,10 90,70 --width 9 && paint export in.png && paint export small.png --region 10,10,30x20
      rm -r in.paint
      """)
    try #require(outcome.code == 0, "\(outcome)")
  }

  @Test(
    "a script gives the same picture in memory, beyond its bound and in a drawing",
    arguments: [1, 2, 3, 4, .random(in: 5 ... .max)] as [UInt64])
  func agrees(seed: UInt64) throws {
    try draw()
    var random = Seeded(seed)
    var made = 0
    for round in 0..<3 {
      let place = "seed \(seed), round \(round)"
      try shell.write("script", Self.script(&random))
      let isBlank = round == 2
      let start = isBlank ? "--size 100x80 --background ff800080" : "--from in.png"
      let drawn = try shell.sh(
        "paint new art.paint --replace -q \(start) && paint batch script --keep-going --json; code=$?; "
          + "paint export drawing.png -q; exit $code")
      let summary = try drawn.jsonLines.last
      made += summary?["steps"].int ?? 0
      for bound in ["", "1", "200k"] {
        let run = try shell.paint(
          "batch script \(start) --out out.png --keep-going --json", with: ["PAINT_HISTORY_MEMORY": bound])
        #expect(run.code == drawn.code, "\(place), \(bound): \(run)")
        let other = try run.jsonLines.last
        for field in ["lines", "steps", "failed", "revision", "revisions", "fingerprint"] {
          #expect(other?[field] == summary?[field], "\(place), \(bound): \(field)")
        }
        let (one, two) = (try #require(shell.contents("out.png")), try #require(shell.contents("drawing.png")))
        #expect(try Picture(one) == Picture(two), "\(place), \(bound)")
      }
    }
    #expect(made > 5, "seed \(seed)")
    #expect(try shell.names() == ["art.paint", "drawing.png", "in.png", "out.png", "script", "small.png"])
  }
}
