import Testing

/// The pixels of polygons, paths, round corners and arrow heads.
@Suite("Contract: shapes")
struct ShapesTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 400x300 --background white")
    try #require(made.code == 0, "\(made)")
  }

  /// The receipt of a stroke, whose line a shell splits.
  private func stroke(_ line: String) throws -> JSON {
    let outcome = try shell.sh("paint stroke \(line) --json")
    #expect(outcome.code == 0, "\(line): \(outcome)")
    return try outcome.json
  }

  @Test("the canonical command draws the same pixels under other settings")
  func replay() throws {
    let lines = [
      "polygon 50%,10 90,80.25 12,30 80,20 20,80 --fill orange --fill-rule evenodd --width 3",
      "path 'M 20 20c10 50 50 10 60 60s3 30 20 30' --arrow both --width 4 --dash 9,7 --cap butt",
      "path 'M100,100a30 20 15 1 1 9 9zm9 9T200 100 250 90' --fill 8080ff80 --color navy",
      "rect 200,100,50%x80 --radius 12.5 --fill teal --color black --width 7",
      "line 20,250 300,200 --arrow end --width 5", "pencil 30,280 60,230,.5 100,280 --arrow start --width 6",
    ]
    for line in lines { _ = try stroke(line) }
    let commands = try shell.paint("history --json").json.elements.compactMap { $0["command"].text }.dropFirst()
    #expect(commands.count == lines.count)
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
