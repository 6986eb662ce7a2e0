import Testing

/// `paint stroke curve`: a smooth line through points.
@Suite("Contract: curve")
struct CurveTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 400x300 --background white")
    try #require(made.code == 0, "\(made)")
  }

  private func stroke(_ line: String) throws -> JSON {
    let outcome = try shell.sh("paint stroke \(line) --json")
    #expect(outcome.code == 0, "\(line): \(outcome)")
    return try outcome.json
  }

  @Test("the canonical command draws the same pixels under other settings")
  func replay() throws {
    let lines = [
      "curve 50%,10 90,80.25 12,30 80,20 20,80 --fill orange --fill-rule evenodd --width 3 --closed",
      "curve 20,20 30,70 80,10 --arrow both --width 4 --dash 9,7 --cap butt", "curve 200,200", "curve 5,5 9,9 --closed",
      "curve 100,100 130,90 160,140 120,180 --color navy --closed",
    ]
    for line in lines { _ = try stroke(line) }
    let commands = try shell.paint("history --json").json.elements.compactMap { $0["command"].text }.dropFirst()
    #expect(commands.map { $0.contains(" --closed") } == [true, false, false, true, true], "\(commands)")
    try shell.write("again", commands.joined(separator: "\n") + "\n")
    let again = try shell.sh(
      """
      paint new b.paint --size 400x300 --background white -q
      paint set -d b.paint --color red --width 9 --fill lime --cap square --join round --dash 3 --no-snap --opacity .5 -q
      paint batch again -d b.paint -q
      """)
    #expect(again.code == 0, "\(again)")
    let (first, second) = (try shell.paint("status -d art.paint --json"), try shell.paint("status -d b.paint --json"))
    #expect(try first.json["fingerprint"].text == second.json["fingerprint"].text)
    let copied = try shell.paint("history -d b.paint --json").json.elements.compactMap { $0["command"].text }
    #expect(Array(copied.dropFirst()) == Array(commands))
  }
}
