import Testing

/// `paint timelapse`: the history as an animated PNG.
@Suite("Contract: timelapse")
struct TimelapseTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// A drawing of random strokes; returns the revisions of its line.
  private func draw(_ seed: UInt64, steps: Int = 14, size: String = "90x70") throws -> [JSON] {
    var random = Seeded(seed)
    _ = try shell.paint("new art.paint --size \(size) --background \(["white", "none", "80402010"][Int(seed % 3)])")
    var script = ""
    for step in 0..<steps {
      script += RandomStroke.line(&random, width: 90, height: 70) + "\n"
      if step % 5 == 4 { script += "undo\n" }
    }
    // The second box always changes the first one's pixels, so the line ends with it whatever was undone before.
    script += "stroke rect 40,30,8x8 --fill 13579b\nstroke rect 44,34,8x8 --fill 9b5713\n"
    _ = try shell.paint("batch -", input: script)
    return try shell.paint("history --json").json.elements
  }

  @Test("frames show exactly each revision's picture, and contain only its box", arguments: [1, 2, 3] as [UInt64])
  func exact(seed: UInt64) throws {
    let line = try draw(seed)
    let outcome = try shell.paint("timelapse out.png")
    #expect(
      outcome.output == "wrote out.png, \(line.count) frames, 90x70, r0 to r\(line.last?["revision"].int ?? -1)\n")
    let animation = try PlainAnimation(#require(shell.contents("out.png")))
    try #require(animation.pictures.count == line.count)
    for (place, revision) in line.enumerated() {
      let number = revision["revision"].int ?? -1
      #expect(try animation.pictures[place] == shell.picture(at: "\(number)"), "seed \(seed), r\(number)")
      if place > 0 { #expect(animation.boxes[place] == revision["bounds"].elements.compactMap(\.int)) }
    }
    #expect(animation.delays.allSatisfy { $0 == [1, 10] } && animation.plays == 0)
    // A reader without animations shows the first picture.
    #expect(try Picture(#require(shell.contents("out.png"))) == animation.pictures.first)
  }

  @Test(
    "if scaled down, each pixel is the average of its area, weighted by alpha",
    arguments: [(1, "45x35"), (2, "40x1000"), (3, "13x13"), (4, "89x70"), (5, "1x1"), (6, "7x60"), (8, "200x3")]
      as [(UInt64, String)])
  func smaller(seed: UInt64, limit: String) throws {
    let line = try draw(seed, steps: 6)
    let json = try shell.paint("timelapse out.png --max \(limit) --json").json
    let (width, height) = (json["width"].int ?? 0, json["height"].int ?? 0)
    let sides = limit.split(separator: "x").compactMap { Int($0) }
    #expect(width <= sides[0] && height <= sides[1] && width > 0 && height > 0)
    #expect(width == sides[0] || height == sides[1])
    let animation = try PlainAnimation(#require(shell.contents("out.png")))
    try #require(animation.pictures.count == line.count)
    for (place, revision) in line.enumerated() {
      let picture = try shell.picture(at: "\(revision["revision"].int ?? -1)")
      #expect(animation.pictures[place] == picture.average(width, height), "seed \(seed), \(limit), \(place)")
    }
  }

  @Test("--from, --to and --fps")
  func choices() throws {
    let line = try draw(7)
    let numbers = line.compactMap { $0["revision"].int }
    for (rate, delay) in [
      ("25", [1, 25]), ("0.5", [2, 1]), ("29.97", [100, 2_997]), ("1000", [1, 1_000]), ("0.01", [100, 1]),
    ] {
      _ = try shell.paint("timelapse out.png --from r\(numbers[3]) --to \(numbers[6]) --fps \(rate)")
      let animation = try PlainAnimation(#require(shell.contents("out.png")))
      #expect(animation.delays == Array(repeating: delay, count: 4), "\(rate)")
      #expect(try animation.pictures == numbers[3...6].map { try shell.picture(at: "\($0)") })
    }
    #expect(try shell.paint("timelapse one.png --from current").code == 0)
    let one = try PlainAnimation(#require(shell.contents("one.png")))
    #expect(try one.pictures == [shell.picture()])
    _ = try shell.paint("goto \(numbers[2])")
    #expect(try shell.paint("timelapse out.png --json").json["frames"].int == 3)
    let piped = try shell.paint("timelapse -")
    #expect(piped.code == 0 && piped.bytes == shell.contents("out.png"))
  }
}
