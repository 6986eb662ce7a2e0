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

  @Test("hardness 1 is the exact area, a setting counts, and options say the opposite")
  func settings() throws {
    func print(_ line: String) throws -> String? {
      let receipt = try paint("\(line) --json --dry-run")
      #expect(receipt.code == 0, "\(receipt)")
      return try receipt.json["fingerprint"].text
    }
    let line = "stroke line 10,10 100,60 --width 14"
    let hard = try print(line)
    #expect(try print("\(line) --hardness 1") == hard)
    let soft = try print("\(line) --hardness 0.4")
    #expect(soft != hard)
    #expect(try paint("set --hardness 40% --cap square --dash 5 --no-antialias --arrow both").code == 0)
    #expect(try paint("set --json").json["settings"]["hardness"].double == 0.4)
    #expect(try print(line) == soft)
    #expect(try print("\(line) --hardness 100% --cap round --dash none --antialias --arrow none") == hard)
    _ = try paint("set --reset")
    // A flow or a spacing makes dabs, of the line or of the settings; the line's own one decides.
    let dabs = try print("\(line) --flow 20% --spacing 30%")
    let flow = try print("\(line) --flow 20%")
    #expect(dabs != hard && dabs != flow)
    #expect(try print("\(line) --flow 0.2 --spacing 10%") == flow)
    let spaced = try print("\(line) --flow 1 --spacing 0.3")
    #expect(try print("\(line) --spacing 30%") == spaced)
    #expect(try print("\(line) --spacing none") == hard)
    #expect(try paint("set --flow 20% --spacing 30%").code == 0)
    #expect(try print(line) == dabs)
    #expect(try print("\(line) --spacing none") == hard)
    #expect(try paint("set --spacing none").code == 0)
    #expect(try print(line) == hard)
    #expect(try print("\(line) --spacing 30%") == dabs)
    #expect(try print("\(line) --flow 20%") == flow)
    #expect(try paint("set --json").json["settings"]["spacing"].text == "none")
    // Brushes without soft lines do not care.
    #expect(try paint("stroke rect 10,10,30x20 --dry-run").code == 0)
  }

  @Test(
    "options that a soft or tapered line cannot have are exit 64 with words",
    arguments: [
      ("line 1,1 9,9 --hardness 0.5 --cap butt", "--cap butt cannot be used with a soft line (hardness 0.5)"),
      ("line 1,1 9,9 --hardness 0.5 --dash", "--dash cannot be used with a soft line"),
      ("line 1,1 9,9 --hardness 0.5 --arrow end", "--arrow end cannot be used with a soft line"),
      ("line 1,1 9,9 --taper 3,3 --arrow end", "--arrow end cannot be used with a line with --taper"),
      ("line 1,1 9,9 --hardness 0.5 --join miter", "--join miter cannot be used"),
      ("pencil 1,1 9,9 --hardness 0.5 --no-antialias", "--no-antialias cannot be used with a soft line"),
      ("pencil 1,1 9,9 --pressure both --no-antialias", "--no-antialias cannot be used with --pressure both"),
      ("curve 1,1 9,9 5,2 --hardness 0 --fill red --width 3", "--fill cannot be used with a soft line"),
      ("pencil 1,1 --hardness 1.5", "hardness"), ("pencil 1,1 --hardness soft", "hardness"),
      ("pencil 1,1 --hardness -1", "hardness"), ("pencil 1,1 --pressure speed", "width, opacity or both"),
      ("pencil 1,1 --taper -1,2", "taper"), ("pencil 1,1 --taper 101%,2", "taper"),
      ("pencil 1,1 --taper 1,2,3", "taper"),
      ("line 1,1 9,9 --flow 0.5 --spacing none", "--flow cannot be used with --spacing none"),
      ("line 1,1 9,9 --flow 0.5 --dash", "--dash cannot be used with a line of dabs"),
      ("pencil 1,1 9,9 --spacing 2 --no-antialias", "--no-antialias cannot be used with a line of dabs"),
      ("eraser 1,1 9,9 --flow 1.1", "flow"), ("eraser 1,1 9,9 --spacing 0", "spacing"),
      ("eraser 1,1 9,9 --spacing 1001%", "spacing"), ("rect 1,1,9x9 --flow 0.5", "--flow"),
      ("line 1,1 1e9,9 --spacing 0.01", "more than 1048576 dabs"),
      ("line 1,1 9,9 --pressure both", "--pressure"), ("rect 1,1,9x9 --hardness 0.5", "--hardness"),
    ])
  func refused(line: String, words: String) throws {
    let outcome = try paint("stroke \(line)")
    #expect(outcome.code == 64 && outcome.errors.contains(words), "\(outcome)")
  }
}
