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

  private func bounds(_ line: String) throws -> [Int?] { try stroke(line)["bounds"].elements.map(\.int) }

  private func isDrawn(_ place: String) throws -> Bool { try shell.paint("pick \(place)").output != "#ffffffff\n" }

  @Test("goes through its points and outside of straight lines at corners, and returns with --closed")
  func through() throws {
    _ = try stroke("curve 50,50 150,50 150,150 50,150 --width 3")
    for place in ["50,50", "150,50", "150,150", "50,150"] { #expect(try isDrawn(place), "\(place)") }
    // Between two corners a smooth line runs outside of the square, and an open one does not come back.
    #expect(try !isDrawn("150,100") && !isDrawn("50,100"))
    _ = try shell.paint("undo")
    _ = try stroke("curve 50,50 150,50 150,150 50,150 --closed --fill red --width 3")
    #expect(try shell.paint("pick 100,100 100,45 45,100").lines == [String](repeating: "#ff0000ff", count: 3))
    let names = try shell.paint("history --all --json").json.elements.map { $0["name"].text }
    #expect(names == ["New", "Curve", "Fill curve"])
  }

  @Test("without antialiasing it has the pixels of its points where it turns sharply, too")
  func turns() throws {
    _ = try stroke("curve 131,120 106,102 126,104 --no-antialias")
    for place in ["131,120", "106,102", "126,104"] { #expect(try isDrawn(place), "\(place)") }
    _ = try stroke("curve 211,123 256,141 229,107 --closed --no-antialias")
    for place in ["211,123", "256,141", "229,107"] { #expect(try isDrawn(place), "\(place)") }
  }

  @Test("one point is a dot, two are the line of stroke line, and repeated points do not count")
  func few() throws {
    #expect(try bounds("curve 20,20 --width 5 --dry-run") == [18, 18, 5, 5])
    #expect(try stroke("curve 20,20 20,20 --dry-run")["fingerprint"] == stroke("curve 20,20 --dry-run")["fingerprint"])
    let line = try stroke("line 10.5,10 300,200.25 --width 6 --dash 9,14 --cap butt --arrow end --dry-run")
    let curve = try stroke("curve 10.5,10 300,200.25 --width 6 --dash 9,14 --cap butt --arrow end --dry-run")
    #expect(curve["fingerprint"] == line["fingerprint"])
    let plain = try stroke("curve 10,10 50,80 90,20 --width 4 --dry-run")["fingerprint"]
    #expect(try stroke("curve 10,10 10,10 50,80 50,80 90,20 90,20 --width 4 --dry-run")["fingerprint"] == plain)
    #expect(try stroke("curve 90,20 50,80 10,10 --width 4 --dry-run")["fingerprint"] == plain)
  }

  @Test("takes the options of paths, and points from a file")
  func options() throws {
    try shell.write("points", "# through these\n50,50\n50%,20%\n\n350,250\n")
    let typed = try stroke("curve 50,50 50%,20% 350,250 --width 5 --dry-run")
    #expect(try stroke("curve --points-from points --width 5 --dry-run")["fingerprint"] == typed["fingerprint"])
    #expect(
      try stroke("curve 50,50 --points-from points --width 5 --dry-run")["fingerprint"] == typed["fingerprint"])
    for option in [
      "--arrow both", "--dash 9,7", "--dash 9,7 --dash-offset 3", "--cap butt", "--fill teal --width 3",
      "--no-antialias",
      "--opacity 50%", "--closed", "--fill navy --fill-rule evenodd --closed",
    ] {
      let drawn = try stroke("curve 50,50 50%,20% 350,250 100,50 300,280 --width 5 \(option) --dry-run")
      let plain = try stroke("curve 50,50 50%,20% 350,250 100,50 300,280 --width 5 --dry-run")
      #expect(drawn["fingerprint"] != plain["fingerprint"], "\(option)")
    }
    // A line of odd width through whole points fills whole pixels, as for a path.
    #expect(try bounds("curve 10,10 40,10 70,10 --cap butt --dry-run") == [10, 10, 61, 1])
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

  @Test(
    "errors quote the wrong word",
    arguments: [
      ("curve", "stroke curve needs at least one point"), ("curve 1,1,0.5", "'1,1,0.5' is not a point: X,Y"),
      ("curve 1,1 --radius 3", "stroke curve has no option --radius"),
      ("curve 1,1 --closed=1", "--closed takes no value"),
      ("path M1,1 --closed", "stroke path has no option --closed"), ("spline x", "unknown brush 'spline'"),
    ])
  func errors(line: String, message: String) throws {
    let outcome = try shell.sh("paint stroke \(line)")
    #expect(outcome.code == 64)
    #expect(outcome.errors.hasPrefix("paint: \(message)\n"), "\(outcome.errors)")
  }

  @Test("the hint for a mistyped name is curve, no longer path")
  func hints() throws {
    #expect(try shell.paint("stroke spline x").errors.hasSuffix("hint: did you mean stroke curve?\n"))
    #expect(try shell.paint("curve x").errors.hasSuffix("hint: did you mean stroke curve?\n"))
    #expect(try shell.paint("curve 1,1 5,5").errors.hasSuffix("hint: did you mean: paint stroke curve 1,1 5,5\n"))
    #expect(try shell.paint("stroke svg 1,1").errors.hasSuffix("hint: did you mean stroke path?\n"))
  }
}
