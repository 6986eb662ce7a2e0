import PaintTestSupport
import Testing

/// `paint diff`, compared with a simple loop over exported pictures.
@Suite("Contract: comparing pictures")
struct DiffTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 90x70 --background 20406080")
    try #require(made.code == 0, "\(made)")
  }

  /// The expected result, pixel by pixel.
  private struct Found: Equatable {
    var pixels = 0
    var bounds: [Int]?
    var largest = 0

    init(_ first: Picture, _ second: Picture, tolerance: Int) {
      var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
      for y in 0..<max(first.height, second.height) {
        for x in 0..<max(first.width, second.width) {
          let one = x < first.width && y < first.height ? first[x, y] : nil
          let other = x < second.width && y < second.height ? second[x, y] : nil
          if one == nil, other == nil { continue }
          if let one, let other {
            let amount = PlainPicture.distance(one, other)
            largest = max(largest, amount)
            if tolerance == 0 ? one == other : amount <= tolerance { continue }
          }
          pixels += 1
          (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
        }
      }
      bounds = pixels == 0 ? nil : [left, top, right - left + 1, bottom - top + 1]
    }

    init(_ json: JSON) {
      pixels = json["pixels"].int ?? -1
      bounds = json["bounds"] == .null ? nil : json["bounds"].elements.map { $0.int ?? -1 }
      largest = json["largest"].int ?? -1
    }
  }

  @Test("agrees with a simple loop for revisions and files, with and without tolerance and map")
  func oracle() throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = Seeded(seed)
    var script = ""
    for _ in 0..<40 {
      if Int.random(in: 0..<5, using: &random) == 0 { script += "undo 2\n" }
      script += RandomStroke.line(&random, width: 90, height: 70) + "\n"
    }
    let latest =
      try #require(
        try shell.paint("batch - --json --keep-going", input: script).jsonLines.last?["revisions"].int) - 1
    for _ in 0..<12 {
      let numbers = (0..<2).map { _ in Int.random(in: 0...latest, using: &random) }
      let pictures = try numbers.map { try shell.picture(at: "r\($0)") }
      for (name, number) in zip(["a.png", "b.png"], numbers) { _ = try shell.paint("export \(name) --at r\(number)") }
      let tolerance = Int.random(in: 0...3, using: &random) * 40
      let expected = Found(pictures[0], pictures[1], tolerance: tolerance)
      for words in ["r\(numbers[0]) r\(numbers[1])", "a.png \(numbers[1])", "\(numbers[0]) ./b.png", "a.png b.png"] {
        for map in ["", " --out map.png"] {
          let line = "diff \(words) --tolerance \(tolerance) --json\(map)"
          let outcome = try shell.paint(line)
          #expect(outcome.code == 0, "seed \(seed): \(line): \(outcome)")
          #expect(Found(try outcome.json) == expected, "seed \(seed): \(line)")
          #expect(try outcome.json["equal"].bool == (expected.pixels == 0))
          #expect(try outcome.json["same_size"].bool == true)
        }
        #expect(
          try shell.paint("diff \(words) --tolerance \(tolerance) --exit-code").code == (expected.pixels > 0 ? 1 : 0))
        // The map: grey where the pictures are equal, coloured where they are not.
        let map = try Picture(try #require(shell.contents("map.png")))
        #expect(map.width == 90 && map.height == 70)
        let colored = map.pixels.filter { $0 & 0xff != $0 >> 8 & 0xff || $0 & 0xff != $0 >> 16 & 0xff }
        #expect(colored.count == expected.pixels, "seed \(seed): \(words)")
        #expect(map.pixels.allSatisfy { $0 >> 24 == 255 })
      }
    }
  }

  @Test("pictures of different sizes are aligned at their corners, and pixels of only one of them differ")
  func sizes() throws {
    for (name, size) in [("wide", "80x20"), ("high", "33x65"), ("dot", "1x1")] {
      _ = try shell.paint("new \(name).paint --size \(size) --background 20406081")
      _ = try shell.paint("-d \(name).paint export \(name).png")
    }
    for pair in [["wide", "high"], ["high", "wide"], ["dot", "wide"], ["high", "dot"]] {
      let pictures = try pair.map { try Picture(try #require(shell.contents("\($0).png"))) }
      let expected = Found(pictures[0], pictures[1], tolerance: 0)
      let json = try shell.paint("diff \(pair[0]).png \(pair[1]).png --json --out map.png").json
      #expect(Found(json) == expected && json["same_size"].bool == false, "\(pair)")
      #expect(json["a"].keys == ["revision", "file", "width", "height"])
      #expect(json["a"]["file"].text == "\(pair[0]).png" && json["b"]["width"].int == pictures[1].width)
      let map = try Picture(try #require(shell.contents("map.png")))
      #expect(map.width == max(pictures[0].width, pictures[1].width))
      #expect(map.height == max(pictures[0].height, pictures[1].height))
      #expect(map.pixels.filter { $0 == 0xffff_6040 }.count == expected.pixels)
      let seen = try shell.paint("diff \(pair[0]).png \(pair[1]).png --tolerance 255")
      #expect(seen.lines.count == 2 && seen.output.contains("\(pictures[0].width)x\(pictures[0].height)"), "\(seen)")
    }
  }
}
