import Testing

/// The exact pixels of strokes: outline, fill, caps, snapping.
@Suite("Contract: strokes")
struct StrokeRulesTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 400x300 --background white")
    try #require(made.code == 0, "\(made)")
  }

  /// The receipt of a stroke.
  private func stroke(_ line: String, input: String = "") throws -> JSON {
    let outcome = try shell.paint("stroke \(line) --json", input: input)
    #expect(outcome.code == 0, "\(line): \(outcome)")
    return try outcome.json
  }

  private func bounds(_ line: String) throws -> [Int?] { try stroke(line)["bounds"].elements.map(\.int) }

  private func colors(_ places: String) throws -> [String] { try shell.paint("pick \(places)").lines }

  @Test("lines of odd width on whole coordinates fill whole pixels")
  func snapping() throws {
    #expect(try bounds("line 10,10 390,10") == [10, 10, 381, 1])
    #expect(
      try colors("11,10 200,10 389,10 200,9 200,11") == [
        "#000000ff", "#000000ff", "#000000ff", "#ffffffff", "#ffffffff",
      ])
    #expect(try bounds("rect 10,100,30x20") == [10, 100, 30, 20])
    #expect(
      try colors("10,100 39,100 10,119 39,119 25,100 40,110 25,110 9,110 25,120")
        == [
          "#000000ff", "#000000ff", "#000000ff", "#000000ff", "#000000ff", "#ffffffff", "#ffffffff", "#ffffffff",
          "#ffffffff",
        ])
    #expect(try bounds("line 10,150 100,150 --width 3 --cap butt") == [10, 149, 91, 3])
    #expect(try bounds("line 25%,60% 50%,60%") == [100, 180, 101, 1])
    #expect(try bounds("ellipse 200,200,40x20") == [200, 200, 40, 20])
    #expect(try bounds("pencil 300,200 310,200") == [300, 200, 11, 1])
  }

  @Test("crisp lines 1 pixel wide fill the pixels of their ends and vertices, an eraser's too")
  func crispEnds() throws {
    let black = "#000000ff"
    _ = try stroke("line 10,10 390,10")
    #expect(
      try colors("9,10 10,10 11,10 389,10 390,10 391,10") == ["#ffffffff", black, black, black, black, "#ffffffff"])
    #expect(try bounds("pencil 20,20") == [20, 20, 1, 1])
    #expect(try colors("20,20") == [black])
    _ = try stroke("pencil 30,30 47,41 60,30")
    _ = try stroke("polygon 100,100 117,103 105,121")
    #expect(try colors("30,30 47,41 60,30 100,100 117,103 105,121") == Array(repeating: black, count: 6))
    #expect(try bounds("eraser 10,10 390,10") == [10, 10, 381, 1])
    #expect(try bounds("eraser 30,30 47,41 60,30").count == 4)
    #expect(Set(try colors("10,10 390,10 30,30 47,41 60,30")) == ["#ffffffff"])
    // Not without snapping or with dashes.
    for options in ["--no-snap", "--dash 4,2"] {
      _ = try stroke("line 10,200 30,210 \(options)")
      #expect(try colors("10,200") != [black], "\(options)")
      _ = try shell.paint("undo")
    }
  }

  @Test("without antialiasing lines 1 pixel wide are one pixel in each column or row, ends included")
  func pixelLines() throws {
    func pixels(_ line: String) throws -> Int? { try stroke(line + " --no-antialias")["pixels"].int }
    #expect(try pixels("line 10,10 390,10") == 381)
    #expect(try pixels("line 10,20 390,33") == 381)
    #expect(try pixels("line 10,60 20,290 --no-snap") == 231)
    #expect(try pixels("pencil 30,40") == 1)
    #expect(try pixels("rect 40,100 60,120") == 4 * 20 - 4)
    #expect(try pixels("rect 70,100 90,120 --fill red --color blue") == 20 * 20)
    // The disc of 4 x 4 lacks its 4 corners, and the hole of its outline is 2 x 2.
    #expect(try pixels("ellipse 100,100 104,104") == 8)
    #expect(try pixels("ellipse 110,100 114,104 --fill red --color blue") == 12)
    #expect(try pixels("line 130,100 149,100 --dash 3,2") == 12)
    #expect(
      try colors("130,100 132,100 133,100 134,100 135,100").map { $0 == "#000000ff" } == [
        true, true, false, false, true,
      ])
    #expect(try pixels("eraser 130,100 149,100") == 12)
    // The same pixels in reverse order and in parts; each pixel is composited once.
    let line = try stroke("line 200,200 251,217 --opacity 50% --no-antialias")["fingerprint"]
    _ = try shell.paint("undo")
    #expect(try stroke("line 251,217 200,200 --opacity 50% --no-antialias")["fingerprint"] == line)
    _ = try shell.paint("undo")
    #expect(try stroke("pencil 200,200 251,217 200,200 --opacity 50% --no-antialias")["fingerprint"] == line)
    // Far away, and with many points.
    #expect(try pixels("line -1e15,295 1e15,295") == 400)
    #expect(try pixels("rect 350,250,1e15x1e15 --fill red --color blue") == 50 * 50)
  }

  @Test("strokes are not snapped without a visible line, with even widths, fractions, --no-snap or its setting")
  func noSnapping() throws {
    #expect(try bounds("rect 10,10,30x20 --fill red") == [10, 10, 30, 20])
    #expect(try bounds("rect 50,10,30x20 --fill red --color none") == [50, 10, 30, 20])
    #expect(try bounds("rect 90,10,30x20 --fill red --color none --width 5") == [90, 10, 30, 20])
    #expect(try bounds("line 10,50 100,50 --width 2 --cap butt") == [10, 49, 90, 2])
    #expect(try bounds("line 10,60 100,60 --no-snap --cap butt") == [10, 59, 90, 2])
    #expect(try bounds("line 10.5,70.5 100.5,70.5 --cap butt") == [10, 70, 91, 1])
    #expect(try bounds("line 10,80.5 100,80.5 --cap butt") == [10, 80, 90, 1])
    #expect(try bounds("rect 10,100,30x20.5 --align center").first == 9)
    // Line and fill move together.
    #expect(try bounds("rect 10,130,30x20 --fill red --color blue --align center") == [10, 130, 31, 21])
    #expect(try colors("10,130 11,131 39,149 40,150") == ["#0000ffff", "#ff0000ff", "#ff0000ff", "#0000ffff"])
    _ = try shell.paint("set --no-snap")
    #expect(try bounds("line 10,160 100,160 --cap butt") == [10, 159, 90, 2])
    #expect(try bounds("line 10,170 100,170 --cap butt --snap") == [10, 170, 91, 1])
  }

  @Test("--fill alone draws no outline; color or width add it")
  func outlines() throws {
    #expect(try bounds("rect 10,10,30x20 --fill red") == [10, 10, 30, 20])
    #expect(try colors("10,10 39,29") == ["#ff0000ff", "#ff0000ff"])
    _ = try stroke("rect 60,10,30x20 --fill red --width 3")
    #expect(try colors("60,10 62,12 63,13") == ["#000000ff", "#000000ff", "#ff0000ff"])
    _ = try stroke("rect 110,10,30x20 --fill red --color lime")
    #expect(try colors("110,10 139,29 120,20") == ["#00ff00ff", "#00ff00ff", "#ff0000ff"])
    _ = try shell.paint("set --color blue --width 5")
    #expect(try bounds("ellipse 200,10,30x20 --fill red") == [200, 10, 30, 20])
    _ = try shell.paint("set --reset")
    _ = try shell.paint("set --fill red")
    #expect(try bounds("rect 10,100,30x20") == [10, 100, 30, 20])
    #expect(try colors("10,100") == ["#ff0000ff"])
    _ = try stroke("rect 60,100,30x20 --color blue")
    #expect(try colors("60,100 70,110") == ["#0000ffff", "#ff0000ff"])
    #expect(try bounds("rect 110,100,30x20 --fill none") == [110, 100, 30, 20])
    #expect(try colors("110,100 120,110") == ["#000000ff", "#ffffffff"])
  }

  @Test("the opacity applies to fill and outline as one layer")
  func opacity() throws {
    _ = try stroke("rect 10,10,30x20 --fill red --color blue --width 6 --opacity 0.5")
    // The fill does not show through the outline.
    #expect(try colors("10,20 15,20 25,20") == ["#7f7fffff", "#7f7fffff", "#ff7f7fff"])
    // A path that crosses itself is not blended twice.
    _ = try stroke("pencil 100,100 150,100 100,100 150,100 --width 9 --opacity 0.5")
    let crossed = try colors("120,100 140,103")
    #expect(crossed[0] == crossed[1])
    #expect(try stroke("line 1,1 5,5 --opacity 0")["changed"].bool == false)
  }

  @Test("caps are round, joins are round for pencils and mitered for rects")
  func capsAndJoins() throws {
    _ = try stroke("line 50,50 100,50 --width 21")
    let round = try colors("41,50 41,41")
    #expect(round == ["#000000ff", "#ffffffff"])
    _ = try stroke("line 50,100 100,100 --width 21 --cap square")
    #expect(try colors("41,100 41,91") == ["#000000ff", "#000000ff"])
    _ = try stroke("line 50,150 100,150 --width 21 --cap butt")
    #expect(try colors("48,150 51,150") == ["#ffffffff", "#000000ff"])
    _ = try stroke("rect 200,50,60x60 --width 21 --align center")
    #expect(try colors("190,40") == ["#000000ff"])
    _ = try stroke("rect 300,50,60x60 --width 21 --join round --align center")
    #expect(try colors("290,40 300,50") == ["#ffffffff", "#000000ff"])
    _ = try stroke("rect 200,180,60x60 --width 21 --join bevel --align center")
    #expect(try colors("190,170 193,173 196,180") == ["#ffffffff", "#ffffffff", "#000000ff"])
    // Pencils and erasers are always round, and have no options for that. The eraser has something to erase.
    _ = try stroke("rect 0,200,90x90 --fill gold")
    for brush in ["pencil", "eraser"] {
      let line = "\(brush) 20,220 60,220 60,260 --width 15"
      let plain = try stroke(line)["fingerprint"]
      _ = try shell.paint("undo")
      _ = try shell.paint("set --cap square --join miter --dash 3,3 --dash-offset 2")
      #expect(try stroke(line)["fingerprint"] == plain)
      _ = try shell.sh("paint undo; paint set --reset")
      for option in ["--cap square", "--join miter", "--dash", "--dash 3,3", "--dash-offset 2"] {
        #expect(try shell.paint("stroke \(line) \(option)").code == 64, "\(line) \(option)")
      }
    }
  }

  @Test("dashes begin at the first point, for rects at their top left corner, for ellipses at three o'clock")
  func dashes() throws {
    _ = try stroke("line 10,10 100,10 --width 2 --cap butt --dash 10,5")
    #expect(
      try colors("10,10 19,10 20,10 24,10 25,10")
        == ["#000000ff", "#000000ff", "#ffffffff", "#ffffffff", "#000000ff"])
    _ = try stroke("line 10,20 100,20 --width 2 --cap butt --dash")
    #expect(try colors("15,20 16,20 21,20 22,20") == ["#000000ff", "#ffffffff", "#ffffffff", "#000000ff"])
    _ = try stroke("line 10,30 100,30 --width 2 --cap butt --dash 10,5 --dash-offset 10")
    #expect(try colors("10,30 14,30 15,30") == ["#ffffffff", "#ffffffff", "#000000ff"])
    _ = try stroke("rect 100,130 50,100 --width 2 --cap butt --dash 10,10")
    #expect(try colors("50,105 50,115") == ["#ffffffff", "#000000ff"])
    #expect(try colors("55,100 65,100 75,100") == ["#000000ff", "#ffffffff", "#000000ff"])
    _ = try stroke("ellipse 200,100,100x100 --width 4 --cap butt --dash 60,1000")
    // Clockwise from three o'clock is downwards.
    #expect(try colors("298,155 298,145") == ["#000000ff", "#ffffffff"])
  }

  @Test("without antialiasing a pixel is covered if its centre is inside, left and top edges included")
  func aliased() throws {
    #expect(try bounds("rect 10.5,10.5,2x2 --fill red --no-antialias") == [10, 10, 2, 2])
    #expect(try bounds("rect 20.51,20.49,2x2 --fill red --no-antialias") == [21, 20, 2, 2])
    _ = try stroke("ellipse 50,50,101x77 --fill lime --color black --width 5 --no-antialias")
    let picture = try shell.picture()
    let found = Set(picture.pixels)
    #expect(found.count == 4, "white, red, lime and black alone, not \(found.count) colours")
    _ = try shell.paint("set --no-antialias")
    _ = try stroke("pencil 200,200 250,217 231,280 --width 7")
    #expect(Set(try shell.picture().pixels) == found)
    _ = try stroke("pencil 300,200 350,217 331,280 --width 7 --antialias")
    #expect(Set(try shell.picture().pixels).count > 4)
  }

  @Test("points can be read from a file and from standard input")
  func pointFiles() throws {
    try shell.write("points", "# mine\n10,10\n\n  50,50,0.5 \r\n50%,90,1\n")
    let typed = try stroke("pencil 10,10 50,50,0.5 200,90 --width 9")["fingerprint"]
    _ = try shell.paint("undo")
    #expect(try stroke("pencil --points-from points --width 9")["fingerprint"] == typed)
    _ = try shell.paint("undo")
    #expect(try stroke("pencil --points-from - --width 9", input: "10,10\n50,50,0.5\n200,90")["fingerprint"] == typed)
    _ = try shell.paint("undo")
    #expect(try stroke("pencil 10,10 --points-from - --width 9", input: "50,50,0.5\n200,90\n")["fingerprint"] == typed)
    let before = try shell.files()
    try shell.write("bad", "10,10\n5;5\n")
    let bad = try shell.paint("stroke pencil --points-from bad")
    #expect(bad.code == 64 || bad.code == 65, "\(bad)")
    #expect(bad.message.contains("bad:2") && bad.message.contains("5;5"), "\(bad)")
    #expect(try shell.paint("stroke pencil --points-from none").code == 66)
    #expect(try shell.paint("stroke pencil --points-from /dev/null").code == 64)
    #expect(try shell.files() == before)
  }

  @Test("pressure scales the width")
  func pressure() throws {
    let full = try bounds("pencil 50,50 --width 20")
    #expect(full == [40, 40, 20, 20])
    #expect(try bounds("pencil 100,50,0.5 --width 20") == [95, 45, 10, 10])
    #expect(try stroke("pencil 200,50,0 --width 20")["changed"].bool == false)
    #expect(try bounds("pencil 150,50,0.5 150,50,1 --width 20") == [140, 40, 20, 20])
  }

  @Test("percentages, exponents and negative numbers need no quotes")
  func coordinates() throws {
    #expect(try bounds("rect 25%,10%,50%x20% --fill red") == [100, 30, 200, 60])
    #expect(try bounds("rect 100%-60,100%-60 100%,100% --fill red") == [340, 240, 60, 60])
    #expect(try bounds("rect 50%+8,1e2,.5e1x+5. --fill blue") == [208, 100, 5, 5])
    #expect(try bounds("line -10,-4.5 20,15 --width 3").first == 0)
    #expect(try bounds("rect -5,-5,10x10 --fill blue") == [0, 0, 5, 5])
    #expect(try stroke("pencil -.5e3,-7 -4%,-5")["changed"].bool == false)
    #expect(
      try stroke("line 1e15,-1e15 -1e15,1e15 --width 65536 --color green")["bounds"]
        == .array([0, 0, 400, 300].map { .number("\($0)") }))
    // The same box by its corners, in any order.
    let box = try stroke("ellipse 20,30,50x40 --fill red")["fingerprint"]
    for corners in ["20,30 70,70", "70,70 20,30", "20,70 70,30", "70,30 20,70"] {
      _ = try shell.paint("undo")
      #expect(try stroke("ellipse \(corners) --fill red")["fingerprint"] == box)
    }
  }
}
