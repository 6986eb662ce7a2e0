import Testing

/// Outlines of boxes, dashes, transparent fills and paths that draw nothing.
@Suite("Contract: outlines")
struct BoxOutlineTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 60x40 --background white")
    try #require(made.code == 0, "\(made)")
  }

  private func stroke(_ line: String) throws -> Outcome {
    let outcome = try shell.sh("paint stroke \(line) --json")
    #expect(outcome.code == 0, "\(line): \(outcome)")
    return outcome
  }

  private func bounds(_ line: String) throws -> [Int?] { try stroke(line).json["bounds"].elements.map(\.int) }

  private func colors(_ places: String) throws -> [String] { try shell.paint("pick \(places)").lines }

  /// The pixels of a row that are not white.
  private func row(_ y: Int, _ xs: ClosedRange<Int>) throws -> [Bool] {
    try colors(xs.map { "\($0),\(y)" }.joined(separator: " ")).map { $0 != "#ffffffff" }
  }

  @Test("an outline is in its box, at any width, smooth or not", arguments: ["", " --no-antialias"])
  func inside(edges: String) throws {
    for shape in ["rect", "ellipse", "rect --radius 6"] {
      for width in ["1", "2", "3", "10", "50"] {
        #expect(try bounds("\(shape) 5,6,20x22 --width \(width) --color red\(edges)") == [5, 6, 20, 22], "\(shape)")
        _ = try shell.paint("undo")
      }
    }
    #expect(try bounds("rect 10,10 50,30\(edges)") == [10, 10, 40, 20])
    #expect(try bounds("rect 0,0,100%x100% --color red --width 3\(edges)") == [0, 0, 60, 40])
    let red = "#ff0000ff"
    #expect(
      try colors("0,20 2,20 3,20 56,20 57,20 59,20 30,2 30,37") == [red, red, "#ffffffff", "#ffffffff"] + [
        red, red, red, red,
      ])
    #expect(try bounds("rect 10,10,20x20 --width 2 --align outside\(edges)") == [8, 8, 24, 24])
    _ = try shell.paint("undo")
    #expect(try bounds("rect 10,10,20x20 --width 2 --align center\(edges)") == [9, 9, 22, 22])
    // Whole pixels of an odd width: 1 outside and 2 inside on the left, and the other way round on the right.
    for shape in ["rect", "ellipse"] {
      _ = try shell.paint("undo")
      #expect(try bounds("\(shape) 10,10,20x20 --width 3 --align center\(edges)") == [9, 9, 23, 23])
    }
    _ = try shell.paint("undo")
    if edges.isEmpty {
      #expect(try bounds("rect 10,10,20x20 --width 3 --align center --no-snap") == [8, 8, 24, 24])
    }
  }

  @Test("the record says where the outline is, and repeats it whatever the settings are")
  func record() throws {
    _ = try stroke("ellipse 4,4,30x20 --width 3 --align outside --color red")
    _ = try stroke("rect 14,14,30x20 --fill gold --width 2")
    let script = try shell.paint("history --script").lines
    #expect(script.contains { $0.contains("--align outside") } && script.contains { $0.contains("--align inside") })
    let again = try shell.sh(
      """
      set -e; paint history --script >script; paint new b.paint --size 60x40 --background white -q
      paint -d b.paint set --fill red --width 9 -q; paint -d b.paint batch script -q; paint -d b.paint status --json
      """)
    let here = try shell.paint("-d art.paint status --json").json["fingerprint"]
    #expect(try again.json["fingerprint"] == here)
  }

  @Test("a box without area and a path without lines draw nothing, and say so")
  func nothing() throws {
    for (line, reason) in [
      ("rect 5,5,0x10", "the box has no area"), ("ellipse 5,5,10x0 --width 5", "the box has no area"),
      ("rect 5,5 5,20 --align center", "has no area"), ("rect 5,5,0x0 --fill red", "has no area"),
      ("path M5,5", "no line or curve"), ("path 'M5 5 M15 15' --width 9", "no line or curve"),
      ("path 'M5 5' --no-antialias", "no line or curve"), ("path ''", "no line or curve"),
    ] {
      let outcome = try stroke(line)
      #expect(try outcome.json["changed"].bool == false, "\(line)")
      #expect(outcome.output.contains(reason) || outcome.errors.contains(reason), "\(line): \(outcome)")
    }
    #expect(try bounds("path 'M5 5 L10 5 M15 15' --width 2 --cap butt --no-snap") == [5, 4, 5, 2])
    for dot in ["M25 25 L25 25", "M25 25 Z", "M25 25 h0"] {
      #expect(try bounds("path '\(dot)' --width 3") == [24, 24, 3, 3])
      _ = try shell.paint("undo")
      #expect(try stroke("path '\(dot)' --width 3 --cap butt").json["changed"].bool == false)
    }
  }

  @Test("a fill with alpha 0 adds no outline, and clears in the modes that do")
  func transparentFills() throws {
    for fill in ["'#ff000000'", "transparent", "'linear-gradient(#0000,#0000)'", "'#ff000000' --blend multiply"] {
      for shape in ["rect 5,5,20x20", "ellipse 5,5,20x20", "polygon 5,5 9,9 5,20", "path 'M5 5h9v9'"] {
        #expect(try stroke("\(shape) --fill \(fill)").json["changed"].bool == false, "\(shape) \(fill)")
      }
    }
    #expect(try bounds("rect 5,5,20x20 --fill '#ff000000' --blend copy") == [5, 5, 20, 20])
    #expect(try colors("5,5 15,15 25,25").map { $0.suffix(2) } == ["00", "00", "ff"])
    #expect(try bounds("line 30,10 50,10 --width 2 --cap butt --color '#ff000000' --blend copy") == [30, 9, 20, 2])
    #expect(try bounds("rect 30,20,20x10 --fill none") == [30, 20, 20, 10])
    #expect(try stroke("rect 30,5,4x4 --fill none --color none --blend copy").json["changed"].bool == false)
    #expect(try bounds("rect 40,32,10x6 --fill '#0f00' --width 2") == [40, 32, 10, 6])
  }

  @Test(
    "dashes keep their gaps: their ends are flat unless the line says otherwise", arguments: ["", " --no-antialias"])
  func dashes(edges: String) throws {
    _ = try stroke("line 5,10 55,10 --width 6 --dash 6,6\(edges)")
    #expect(try row(10, 5...54) == (5...54).map { ($0 - 5) % 12 < 6 })
    _ = try stroke("line 5,20 55,20 --dash 1,1\(edges)")
    #expect(try row(20, 4...56) == (4...56).map { (5...55).contains($0) && ($0 - 5) % 2 == 0 })
    _ = try stroke("path 'M5,30 h50' --dash 3,2\(edges)")
    #expect(try row(30, 5...55) == (5...55).map { ($0 - 5) % 5 < 3 })
    #expect(try colors("5,10 16,10 17,10") == ["#000000ff", "#ffffffff", "#000000ff"])
    _ = try shell.paint("clear white -q")
    _ = try stroke("line 10,10 50,10 --width 6 --dash 6,6 --cap round --no-antialias")
    #expect(try row(10, 10...30).allSatisfy { $0 })
    _ = try shell.paint("clear white -q")
    _ = try stroke("line 10,10 50,10 --width 4 --dash 0,8 --no-antialias")
    #expect(try row(10, 8...15) == [true, true, true, true, false, false, false, false])
  }
}
