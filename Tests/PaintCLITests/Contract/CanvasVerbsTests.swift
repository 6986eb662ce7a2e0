import Testing

/// Areas of colour and the canvas as a whole: fill, clear, replace, crop, canvas, resize, rotate, flip, trim.
@Suite("Contract: areas and the canvas")
struct CanvasVerbsTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.paint("new art.paint --size 90x70 --background white")
    _ = try shell.paint("stroke rect 20,10,30x40 --fill red")
  }

  @Test(
    "the area outside of a smaller picture is transparent, whatever its tiles contain: for erasers and exports",
    arguments: ["", "stroke rect 60,40,30x30 --fill blue", "clear lime"])
  func beyondSmallerPictures(line: String) throws {
    _ = try shell.paint("\(line.isEmpty ? "status" : line)")
    let small = try shell.picture()
    _ = try shell.paint("branch small")
    _ = try shell.paint("canvas 150x110 --anchor top-left --background black")
    _ = try shell.paint("branch large")
    #expect(try shell.paint("stroke eraser 70,50 --width 400 --to small --no-follow").code == 0)
    let erased = try shell.picture()
    #expect(erased.width == 150 && erased.cut(0, 0, 90, 70) == small)
    var rest = erased
    for y in 0..<70 { for x in 0..<90 { rest.pixels[y * 150 + x] = 0 } }
    #expect(rest.pixels.allSatisfy { $0 == 0 })

    _ = try shell.paint("goto large")
    _ = try shell.paint("crop 0,0,90x70")
    _ = try shell.paint("branch small current --move")
    #expect(try shell.paint("export e%d.png --each large.. --region 40,30,100x75").code == 0)
    let number = try #require(try shell.paint("status --json").json["revision"].int)
    let part = try Picture(#require(shell.contents("e\(number).png")))
    #expect(part.width == 100 && part.height == 75 && part.cut(0, 0, 50, 40) == small.cut(40, 30, 50, 40))
    rest = part
    for y in 0..<40 { for x in 0..<50 { rest.pixels[y * 100 + x] = 0 } }
    #expect(rest.pixels.allSatisfy { $0 == 0 })
  }

  @Test("revisions before a change of size are exported, and each animation frame shows its own picture")
  func lookingBack() throws {
    for line in ["crop 10,0,50x60", "stroke pencil 3,3 40,50 --width 4", "canvas 120x40", "flip horizontal"] {
      #expect(try shell.paint(line).code == 0)
    }
    #expect(try shell.paint("export p%d.png --each --json").code == 0)
    for number in 0...5 {
      #expect(try Picture(#require(shell.contents("p\(number).png"))) == shell.picture(at: "\(number)"))
    }
    let report = try shell.paint("timelapse t.png --json")
    #expect(try report.json["width"].int == 120 && report.json["height"].int == 70, "\(report)")
    let animation = try PlainAnimation(#require(shell.contents("t.png")))
    #expect(animation.pictures.count == 6)
    for number in 0...5 {
      let picture = try shell.picture(at: "\(number)")
      let frame = animation.pictures[number]
      #expect(frame.cut(0, 0, picture.width, picture.height) == picture, "r\(number)")
      var rest = frame
      for y in 0..<picture.height {
        for x in 0..<picture.width { rest.pixels[y * rest.width + x] = 0 }
      }
      #expect(rest.pixels.allSatisfy { $0 == 0 }, "r\(number): transparent beyond the picture")
    }
    #expect(try shell.paint("timelapse small.png --max 60x60").code == 0)
    // A pixel's changes are known back to the edit that replaced the canvas.
    #expect(try shell.paint("blame 5,5 --json").json["changes"].elements.compactMap { $0["revision"].int } == [5])
    #expect(
      try shell.paint("blame 3,3 --at r3 --json").json["changes"].elements.compactMap { $0["revision"].int } == [3, 2])
    // A revert makes the edits since then again.
    #expect(try shell.paint("revert r2").code == 0)
  }

  @Test(
    "the script of a session of these edits and strokes repeats it",
    // The third ends with a step that was undone.
    arguments: [1, 2, 2_142_871_817_797_865_181, .random(in: 3 ... .max)] as [UInt64])
  func replay(seed: UInt64) throws {
    var random = Seeded(seed)
    var script = ""
    for _ in 0..<40 { script += Self.line(using: &random) + "\n" }
    _ = try shell.paint("batch - --keep-going", input: script)
    let printed = try shell.paint("history --script").output
    let made = try shell.paint("batch - -d copy.paint", input: "")
    #expect(made.code == 66)
    _ = try shell.paint("new copy.paint --size 90x70 --background white")
    let outcome = try shell.paint("batch - -d copy.paint", input: printed)
    #expect(outcome.code == 0, "seed \(seed): \(outcome)\n\(printed)")
    let listed = try shell.paint("history --json -d art.paint").json.elements
    let current = try shell.paint("status --json -d art.paint").json["revision"].int
    // The script has the revisions of the picture; the history also has the undone ones.
    let old = listed.prefix { $0["revision"].int != current } + listed.filter { $0["revision"].int == current }
    let new = try shell.paint("history --json -d copy.paint").json.elements
    #expect(old.map { $0["name"].text } == new.map { $0["name"].text }, "seed \(seed)")
    for (first, second) in zip(old, new) {
      let (a, b) = (first["revision"].int ?? -1, second["revision"].int ?? -1)
      #expect(
        try shell.paint("export - -d art.paint --at \(a)").bytes
          == shell.paint("export - -d copy.paint --at \(b)").bytes,
        "seed \(seed), r\(a) \(first["command"].text ?? "")")
    }
    #expect(try shell.paint("check -d art.paint").code == 0)
    #expect(try shell.sh("rm art.paint/index.sqlite*; paint check --repair -d art.paint").code == 0)
    #expect(
      try shell.paint("history --json -d art.paint").json.elements.map { $0["name"].text }
        == listed.map { $0["name"].text })
  }

  /// A line that is likely to change something.
  private static func line(using random: inout Seeded) -> String {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let color = ["red", "navy", "00ff0080", "white", "none"][number(0...4)]
    switch number(0...13) {
    case 0...3:
      return "stroke pencil \(number(0...99))%,\(number(0...99))% \(number(0...99))%,50% --width 7 --color \(color)"
    case 4: return "stroke eraser \(number(0...99))%,\(number(0...99))% --width 20"
    case 5:
      return
        "fill \(number(0...99))%,\(number(0...99))% --color \(color) --tolerance \(number(0...200)) --expand \(number(0...3))"
    case 6: return "replace \(color) \(["blue", "ff8800"][number(0...1)]) --tolerance \(number(0...40))"
    case 7: return "crop \(number(-5...20)),\(number(-5...20)),\(number(20...80))x\(number(20...80))"
    case 8: return "canvas \(number(20...120))x\(number(20...120)) --background \(color)"
    case 9: return "rotate \([90, 180, -90, 13][number(0...3)])"
    case 10: return "flip \(["horizontal", "vertical"][number(0...1)])"
    case 11:
      return
        "resize \(number(20...120))x\(number(20...120)) --method \(["nearest", "bilinear", "bicubic", "lanczos3"][number(0...3)])"
    case 12: return ["trim", "clear \(color)", "undo", "undo"][number(0...3)]
    default:
      return "filter \(["invert", "blur --radius 2", "sepia + grain --seed 3"][number(0...2)]) --region 5,5,30x200"
    }
  }
}
