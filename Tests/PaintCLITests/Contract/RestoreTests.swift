import Testing

/// `paint restore`: a region of an older revision as a new step.
@Suite("Contract: restore")
struct RestoreTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.paint("new art.paint --size 150x110 --background white")
  }

  @Test("agrees with simple pictures, for all kinds of boxes", arguments: [1, 2, 3, 4] as [UInt64])
  func randomSessions(seed: UInt64) throws {
    var random = Seeded(seed)
    var script = ""
    for _ in 0..<14 {
      let (x, y) = (Int.random(in: -10...140, using: &random), Int.random(in: -10...100, using: &random))
      let color = ["red", "navy", "00ff0080", "white"][Int.random(in: 0..<4, using: &random)]
      script +=
        Bool.random(using: &random)
        ? "stroke rect \(x),\(y),\(Int.random(in: 1...60, using: &random))x20 --fill \(color)\n"
        : "stroke pencil \(x),\(y) \(x + 15),\(y + 9) --width 5 --color \(color)\n"
      switch Int.random(in: 0..<8, using: &random) {
      case 0: script += "undo\n"
      case 1: script += "clear \(color)\n"
      case 2: script += "flip horizontal\n"
      default: break
      }
    }
    _ = try shell.paint("batch - --keep-going", input: script)
    let numbers = try shell.paint("history --all --json").json.elements.compactMap { $0["revision"].int }
    let here = try shell.picture()
    for _ in 0..<24 {
      let number = numbers[Int.random(in: 0..<numbers.count, using: &random)]
      let x = Int.random(in: -20...149, using: &random)
      let y = Int.random(in: -20...109, using: &random)
      let width = Int.random(in: 1...180, using: &random)
      let height = Int.random(in: 1...140, using: &random)
      let old = try shell.picture(at: "\(number)")
      var expected = here
      var pixels = 0
      for row in max(0, y)..<max(0, min(110, y + height)) {
        for column in max(0, x)..<max(0, min(150, x + width)) {
          let index = row * 150 + column
          if expected.pixels[index] != old.pixels[index] { pixels += 1 }
          expected.pixels[index] = old.pixels[index]
        }
      }
      let isCorners = Bool.random(using: &random)
      let box = isCorners ? "\(x + width),\(y) \(x),\(y + height)" : "\(x),\(y),\(width)x\(height)"
      let outcome = try shell.paint("restore \(box) --at r\(number) --no-follow --json")
      let note: Comment = "seed \(seed), \(box) of r\(number): \(outcome)"
      #expect(outcome.code == 0, note)
      #expect(try outcome.json["name"].text == "Restore", note)
      #expect(try outcome.json["changed"].bool == (pixels > 0), note)
      #expect(try outcome.json["pixels"].int == pixels, note)
      #expect(try shell.picture() == expected, note)
      if pixels > 0 { _ = try shell.paint("undo") }
    }
    let whole = try shell.paint("restore --at r0 --no-follow --json")
    #expect(try shell.picture() == shell.picture(at: "start"), "\(whole)")
  }
}
