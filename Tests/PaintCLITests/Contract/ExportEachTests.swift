import Testing

/// `paint export --each`: one picture per step.
@Suite("Contract: export --each")
struct ExportEachTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  private func draw(_ seed: UInt64) throws -> [Int] {
    var random = Seeded(seed)
    _ = try shell.paint("new art.paint --size 190x130 --background 80402010")
    var script = ""
    for step in 0..<14 {
      script += RandomStroke.line(&random, width: 190, height: 130) + "\n"
      if step % 5 == 4 { script += "undo\n" }
    }
    _ = try shell.paint("batch -", input: script)
    return try shell.paint("history --json").json.elements.compactMap { $0["revision"].int }
  }

  @Test(
    "writes each step's picture under its number, however small the memory",
    arguments: [(1, "1K"), (2, "64K"), (3, "32M"), (4, "100K")] as [(UInt64, String)])
  func pictures(seed: UInt64, cache: String) throws {
    let numbers = try draw(seed)
    let outcome = try shell.paint("export step-%05d.png --each", with: ["PAINT_CACHE": cache])
    #expect(outcome.code == 0, "\(outcome)")
    let names = numbers.map { "step-" + String("0000\($0)".suffix(5)) + ".png" }
    #expect(try shell.names() == (["art.paint"] + names).sorted())
    let last = names.last ?? ""
    #expect(outcome.output == "wrote \(numbers.count) pictures, step-00000.png to \(last)\n")
    for (number, name) in zip(numbers, names) {
      #expect(try shell.paint("export - --at \(number)").bytes == shell.contents(name), "seed \(seed), r\(number)")
    }
  }

  @Test("exports a range, a region, and over existing files")
  func choices() throws {
    let numbers = try draw(5)
    try shell.write("2%_\(numbers[4]).png", "mine")
    let range = "r\(numbers[3])..\(numbers[5])"
    let json = try shell.paint("export 2%%_%d.png --each \(range) --region 30,20,77x50 --json").jsonLines
    #expect(json.map { $0["revision"].int } == Array(numbers[3...5]))
    #expect(json.allSatisfy { $0["width"].int == 77 && $0["height"].int == 50 })
    for number in numbers[3...5] {
      let picture = try Picture(#require(shell.contents("2%_\(number).png")))
      #expect(try picture == shell.picture(at: "\(number)").cut(30, 20, 77, 50))
    }
    _ = try shell.sh("rm *.png")
    for (range, count) in [
      ("..\(numbers[2])", 3), ("\(numbers[2])..", numbers.count - 2), ("current..latest", 1), ("", numbers.count),
    ] {
      #expect(try shell.paint("export --each \(range) x%d.png".split(separator: " ").map(String.init)).code == 0)
      #expect(try shell.names().count == count + 1, "\(range)")
      _ = try shell.sh("rm *.png")
    }
  }
}
