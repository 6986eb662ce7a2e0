import Testing

/// `--hardness`, `--pressure`, `--taper` and `--smooth`.
@Suite("Contract: soft strokes")
struct SoftStrokeTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh("paint new art.paint --size 120x80 --background white -q")
    try #require(made.code == 0, "\(made)")
  }

  private func paint(_ line: String) throws -> Outcome { try shell.sh("paint -d art.paint \(line)") }

  private func colors(_ places: String) throws -> [String] { try paint("pick \(places)").lines }

  @Test("soft strokes have the colours of the formula, are undone, and their history draws the same again")
  func drawn() throws {
    // At 0.5, 9.5 and 22.5 px from the middle: F(0.975) = 0.998, F(0.525) = 0.537, nothing.
    _ = try paint("stroke line 0,40 120,40 --width 40 --hardness 0 --no-snap")
    #expect(try colors("60,39 60,30 60,62") == ["#000000ff", "#767676ff", "#ffffffff"])
    _ = try paint("undo")
    #expect(try colors("60,39 60,30") == ["#ffffffff", "#ffffffff"])
    let lines = [
      "stroke pencil 10,10 60,70 110,10 --width 20 --hardness 30% --color navy",
      "stroke pencil 10,70,0.2 60,20,1 110,70 --width 9 --pressure opacity --color red",
      "stroke pencil 10,40,0 60,50,1 110,40,0.5 --width 30 --hardness 0.5 --pressure both --smooth",
      "stroke curve 10,10 60,60 110,10 --width 12 --taper 25%,40",
      "stroke curve 10,70 60,20 110,70 --closed --width 12 --taper 10 --hardness 0 --blend multiply --opacity 40%",
      "stroke eraser 0,40 60,45,0.5 120,40 --width 30 --hardness 0.2 --pressure both",
      "stroke eraser 5,5 100,70 --width 20 --hardness 0 --to none",
      "stroke pencil 10,20,0.3 60,30 110,60,0.8 --width 24 --flow 20% --hardness 0.4 --pressure both --smooth",
      "stroke line 5,75 115,70 --width 6 --spacing 150% --color green",
      "stroke curve 5,5 60,60 115,5 --width 30 --flow 5% --spacing 4% --hardness 0 --taper 30% --blend multiply",
      "stroke curve 20,20 100,20 60,70 --closed --width 9 --spacing 2 --opacity 50%",
      "stroke eraser 0,10 120,60 --width 30 --hardness 0 --flow 15%",
    ]
    for line in lines {
      let receipt = try paint("\(line) --json")
      #expect(try receipt.code == 0 && receipt.json["changed"].bool == true, "\(line): \(receipt)")
    }
    let commands = try paint("history --json --limit 0").json.elements.compactMap { $0["command"].text }
    #expect(commands.contains { $0.contains(" --hardness 0.3 ") && $0.contains("--arrow none") }, "\(commands)")
    #expect(commands.contains { $0.contains(" --hardness 1 --spacing none --taper 25%,40") }, "\(commands)")
    #expect(
      commands.contains { $0.contains(" --hardness 0.4 --flow 0.2 --spacing 0.1 --pressure both") }, "\(commands)")
    #expect(commands.contains { $0.contains(" --hardness 1 --flow 1 --spacing 1.5 ") }, "\(commands)")
    #expect(commands.contains { $0.contains(" --pressure both") && $0.contains(" --smooth") }, "\(commands)")
    let again = try shell.sh(
      """
      set -e; paint -d art.paint history --script >script
      paint new again.paint --size 120x80 --background white -q
      paint -d again.paint set --hardness 0.7 --flow 0.3 --spacing 0.5 --cap butt --dash 3 --no-antialias --arrow end -q
      paint -d again.paint batch script -q
      """)
    #expect(again.code == 0, "\(again)")
    let prints = try ["art", "again"].map { try shell.paint("-d \($0).paint status --json").json["fingerprint"] }
    #expect(prints[0] == prints[1])
  }
}
