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

  private func bounds(_ line: String) throws -> [Int?] { try stroke(line)["bounds"].elements.map(\.int) }

  private func colors(_ places: String) throws -> [String] { try shell.paint("pick \(places)").lines }

  @Test("polygons are closed, mitered and crisp; their points may come from a file")
  func polygon() throws {
    #expect(try bounds("polygon 10,10 40,10 40,30 10,30") == [10, 10, 31, 21])
    #expect(
      try colors("10,10 40,10 10,30 40,30 10,20 20,20") == [String](repeating: "#000000ff", count: 5) + ["#ffffffff"])
    #expect(try bounds("polygon 60,10 90,10 90,30 60,30 --fill red") == [60, 10, 30, 20])
    #expect(try bounds("polygon 110,10 140,10 140,30 110,30 --fill red --width 3") == [109, 9, 33, 23])
    try shell.write("points", "# a box\n10,50\n40,50\n40,70\n10,70\n")
    #expect(try bounds("polygon --points-from points") == [10, 50, 31, 21])
    let names = try shell.paint("history --json").json.elements.map { $0["name"].text }
    #expect(names == ["New", "Polygon", "Fill polygon", "Fill polygon", "Polygon"])
  }

  @Test("paths accept one operand or several, absolute or relative, open or closed")
  func path() throws {
    #expect(try bounds("path 'M 10 10 L 40 10 40 30 10 30 Z'") == [10, 10, 31, 21])
    #expect(try bounds("path m60,10 h30v20 h-30 z") == [60, 10, 31, 21])
    #expect(try bounds("path M110,10h30v20h-30 --cap butt --join bevel") == [110, 10, 31, 21])
    #expect(try colors("60,20 110,20") == ["#000000ff", "#ffffffff"])
    #expect(try bounds("path 'M 100 100 A 50 50 0 0 1 200 100' --fill red") == [100, 50, 100, 50])
    #expect(try colors("150,60 102,60") == ["#ff0000ff", "#ffffffff"])
    #expect(try bounds("path M20,200z --width 5") == [18, 198, 5, 5])
    #expect(try stroke("path ''")["changed"].bool == false)
    let names = try shell.paint("history --json").json.elements.map { $0["name"].text }
    #expect(names == ["New", "Path", "Path", "Path", "Fill path", "Path"])
  }

  @Test("the fill rule decides whether the middle of a pentagram is filled")
  func fillRules() throws {
    let star = "polygon 50,10 80,90 10,40 90,40 20,90 --fill red"
    _ = try stroke(star + " --fill-rule evenodd")
    #expect(try colors("50,60 50,30") == ["#ffffffff", "#ff0000ff"])
    _ = try stroke(star)
    #expect(try colors("50,60 50,30") == ["#ff0000ff", "#ff0000ff"])
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

  @Test("round corners do not cover the corners, but reach the sides")
  func roundCorners() throws {
    #expect(try bounds("rect 10,10,40x30 --radius 10 --fill red") == [10, 10, 40, 30])
    #expect(
      try colors("10,10 49,39 11,11 30,10 10,25") == ["#ffffffff", "#ffffffff", "#ffffffff", "#ff0000ff", "#ff0000ff"])
    #expect(try bounds("rect 100,10 140,40 --radius 1000") == [100, 10, 40, 30])
  }

  @Test("arrow heads point at the end and are part of the line")
  func arrows() throws {
    #expect(try bounds("line 10,50 100,50 --arrow end --width 4 --cap butt") == [10, 44, 90, 12])
    #expect(try bounds("line 10,100 100,100 --arrow both --width 4 --opacity .5") == [10, 94, 90, 12])
    #expect(try colors("50,100 16,100 94,99") == ["#7f7f7fff", "#7f7f7fff", "#7f7f7fff"])
  }

  @Test(
    "errors quote the wrong word",
    arguments: [
      ("polygon 1,1 2,2", "stroke polygon needs at least three points, not 2"),
      ("polygon", "stroke polygon needs at least three points"), ("path", "stroke path needs path data"),
      ("path 'M 10 10 L 20'", "path data, character 13: a number should come here, not the end"),
      ("path 'M 10 10 X 20'", "path data, character 9: 'X' is not a path command"),
      ("path 'M 10% 10'", "path data, character 5: a number should come here, not '%'"),
      ("path M1e16,0", "path data, character 2: '1e16' is beyond 1e15"),
      ("polygon 1,1 2,2 3,nan", "'3,nan' is not a point: X,Y"),
      ("ellipse 1,1,5x5 --radius 3", "stroke ellipse has no option --radius"),
      ("rect 1,1,5x5 --arrow end", "stroke rect has no option --arrow"),
      ("line 1,1 2,2 --arrow middle", "--arrow: 'middle' is not an arrow: start, end, both or none"),
      ("polygon 1,1 2,2 3,1 --fill-rule odd", "--fill-rule: 'odd' is not a fill rule: nonzero or evenodd"),
      ("poligon 1,1 2,2 3,1", "unknown brush 'poligon'"),
    ])
  func errors(line: String, message: String) throws {
    let outcome = try shell.sh("paint stroke \(line)")
    #expect(outcome.code == 64)
    #expect(outcome.errors.hasPrefix("paint: \(message)\n"), "\(outcome.errors)")
    try shell.write("script", "stroke \(line)\n")
    let checked = try shell.paint("batch script --check")
    #expect(checked.code == 65)
    #expect(checked.errors.hasPrefix("paint: script:1: \(message)\n"), "\(checked.errors)")
  }

  @Test("set does not take the fill rule")
  func settings() throws {
    #expect(try shell.paint("set --fill-rule evenodd").code == 64)
  }
}
