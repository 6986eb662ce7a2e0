import Testing

/// Edits that are completely outside of the canvas.
@Suite("Contract: outside of the canvas")
struct OutsideTests {
  private let shell: Shell
  private static let square = "30x20;10 M0,0 L10,0 L10,10 L0,10 Z@0,5"
  private static let warning = "this is completely outside the canvas of 200x100, so nothing was changed"

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 200x100 --background white")
    try #require(made.code == 0, "\(made)")
    _ = try shell.paint("export square.png --region 0,0,10x10")
  }

  @Test(
    "makes no step and prints a warning, in words and in JSON",
    arguments: [
      "stroke pencil 300,300", "stroke pencil -9,-9 -20,50 --width 6", "stroke line 210,0 210,99 --width 19 --no-snap",
      "stroke line -50,20 20,-50", "stroke rect 200,0,50x50 --fill red", "stroke ellipse -60,-60,50x50",
      "stroke polygon 0,101 50,130 90,101", "stroke path 'M300,0 L400,50'", "stroke eraser 500,500 --width 30",
      "stroke rect -10,-10 210,110 --width 4", "stroke pencil 1e14,1e14 --width 3",
      "stroke line 210,0 240,0 --dash 0,5 --cap butt", "stroke rect -10,-10 210,110 --dash 2 --width 4",
      // Their areas reach the canvas, but their pixels do not.
      "stroke rect 200.2,0 230,30 --fill red --width 1 --no-antialias --no-snap",
      "stroke polygon 200.2,0 230,0 230,30 --fill red --width 1 --no-antialias --no-snap",
      "stroke line 210,0 240,0 --dash 0,5 --cap butt --width 1 --no-antialias",
      "stroke rect -10,-10 210,110 --dash 2 --width 1 --no-antialias",
      "stroke ellipse 1e14,5 2e14,50 --fill red --width 1 --no-antialias",
      "text 300,10 Hi --size 10 --outlines '\(square)'", "text 0,-20 Hi --size 10 --outlines '\(square)'",
      "text 201,0 Hi --size 10 --background red --padding 1 --outlines '\(square)'",
      "place square.png --at 200,0", "place square.png --at -10,-10", "place square.png --at 100,1000",
      "fill 200,5", "fill -1,3 --color red", "fill 5,100%", "filter invert --region 200,0,5x5",
      "filter blur --radius 3 --region -9,-9,5x5",
      "stroke pencil -1,-1 --no-antialias", "stroke line -0.4,5 -0.4,9 --no-antialias --no-snap",
      "stroke line -5,0 -5,99 --dash 3,2 --no-antialias", "stroke curve 1e14,0 1e14,9 1e14,50 --no-antialias",
    ])
  func outside(line: String) throws {
    let words = try shell.sh("paint -d art.paint \(line)")
    #expect(words.code == 0 && words.output == "no pixel changed, still r0\n", "\(words)")
    #expect(words.errors == "paint: warning: \(Self.warning)\n", "\(words)")
    let json = try shell.sh("paint -d art.paint \(line) --json")
    #expect(try json.code == 0 && json.errors.isEmpty && json.json["changed"].bool == false, "\(json)")
    #expect(try json.json["warnings"].elements.map(\.text) == [Self.warning], "\(json)")
    let script = try shell.paint("batch - --json", input: line + "\n").jsonLines
    #expect(script.first?["warnings"].elements.map(\.text) == [Self.warning], "\(script)")
    let quiet = try shell.sh("paint -d art.paint \(line) --quiet")
    #expect(quiet.code == 0 && quiet.errors.isEmpty && quiet.output.isEmpty, "\(quiet)")
    #expect(try shell.paint("status --json").json["revision"].int == 0)
  }

  @Test(
    "words for a text's place choose the anchor too; --anchor overrides them",
    arguments: [
      ("bottom-right", "", [170, 85, 10, 10]), ("center", "", [85, 45, 10, 10]), ("top", "", [85, 5, 10, 10]),
      ("right-20,bottom-20", "", [150, 65, 10, 10]), ("left+4,center", "", [4, 45, 10, 10]),
      ("center,30", "", [85, 35, 10, 10]), ("50%,50%", "", [100, 55, 10, 10]), ("right,0", "", [170, 5, 10, 10]),
      ("center", "--anchor top-left", [100, 55, 10, 10]), ("right,bottom", "--anchor bottom", [185, 85, 10, 10]),
      ("bottom-right", "--background gold --padding 4", [162, 72, 38, 28]),
    ])
  func places(place: String, more: String, bounds: [Int]) throws {
    let drawn = try shell.sh(
      "paint -d art.paint text \(place) '© me' --size 10 --outlines '\(Self.square)' \(more) --json")
    #expect(try drawn.json["bounds"].elements.compactMap(\.int) == bounds, "\(drawn)")
    // The history stores numbers, so repeating the step does not depend on the words.
    let command = try #require(try shell.paint("history --json").json.elements.last?["command"].text)
    #expect(command.hasPrefix("text ") && !command.contains("--anchor") && !command.contains("right"), "\(command)")
  }
}
