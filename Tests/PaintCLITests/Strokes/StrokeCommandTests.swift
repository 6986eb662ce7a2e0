import PaintEditing
import PaintRaster
import Testing

@testable import PaintCLI

@Suite("StrokeCommand") struct StrokeCommandTests {
  @Test(
    "the canonical command of an eraser that changes nothing, and of one with a number for a name",
    arguments: [
      (
        "eraser 5,5 --to current",
        "eraser 5,5 --width 1 --opacity 1 --antialias --snap --hardness 1 --spacing none --to r7 --follow"
      ),
      ("eraser 5,5,0", "eraser 5,5,0 --width 1 --opacity 1 --antialias --snap --hardness 1 --spacing none"),
    ])
  func canonical(typed: String, expected: String) throws {
    #expect(try stroke("stroke " + typed).command == "stroke " + expected)
  }

  @Test(
    "lines 1 pixel wide follow the rules: crisp solid ones fill their ends; up to that width crisp pixels are traced",
    arguments: [
      ("line 1,1 9,5", StrokeStyle.PixelRule.wholeVertices), ("eraser 1,1", .wholeVertices),
      ("pencil 1,1 9,5 --arrow end", .wholeVertices),
      ("rect 1,1,9x9 --fill red --color blue --align center", .wholeVertices),
      ("rect 1,1,9x9 --fill red --color blue", .area),
      ("rect 1,1,9x9 --fill red", .area), ("line 1,1 9,5 --width 3", .area), ("line 1,1 9,5.5", .area),
      ("line 1,1 9,5 --no-snap", .area), ("line 1,1 9,5 --dash 2", .area),
      ("line 1,1 9,5 --no-antialias", .trace), ("line 1,1 9,5 --no-antialias --dash 2", .trace),
      ("line 1,1 9,5.5 --no-antialias --no-snap", .trace), ("line 1,1 9,5 --no-antialias --width 2", .area),
      ("line 1,1 9,5 --no-antialias --width 0.5", .trace), ("line 1,1 9,5 --width 0.5", .area),
      ("pencil 1,1 9,5,0.3 --no-antialias --width 0.01", .trace), ("eraser 1,1 --no-antialias --width 0.9", .trace),
      ("rect 1,1,9x9 --align center --no-antialias --width 0.5", .trace),
      ("rect 1,1,9x9 --align outside --no-antialias --width 0.5", .area),
      ("rect 1,1,9x9 --fill red --no-antialias", .trace), ("rect 1,1,9x9 --width 2 --no-antialias", .area),
    ])
  func rules(typed: String, rule: StrokeStyle.PixelRule) throws {
    #expect(try stroke("stroke " + typed).style.pixelRule == rule)
  }

  @Test("the canonical command draws the same with any settings")
  func roundTrip() throws {
    let seed: UInt64 = 49
    var random = Seeded(seed)
    for _ in 0..<1_500 {
      let command = try stroke(randomLine(&random), settings: try settings(randomOptions(&random)))
      let other = try settings(randomOptions(&random))
      let again = try stroke(command.command, settings: other)
      #expect(again.command == command.command, "seed \(seed)")
      #expect(again.shape == command.shape, "\(command.command), seed \(seed)")
      #expect(again.paint == command.paint, "\(command.command), set \(other.words), seed \(seed)")
      #expect(again.erasing == command.erasing, "\(command.command), seed \(seed)")
      if command.paint.fill != nil {
        #expect(again.fillRule == command.fillRule, "\(command.command), seed \(seed)")
      }
      if hasLine(command) { #expect(look(again) == look(command), "\(command.command), seed \(seed)") }
    }
  }

  @Test("settings apply to options that a command does not have, and defaults to the rest")
  func settingsApply() throws {
    let settings = try settings("--width 4 --no-snap --join bevel")
    let command = try stroke("stroke rect 1,1,5x5 --width 2", settings: settings)
    #expect(command.style.width == 2)
    #expect(command.style.join == .bevel)
    #expect(command.paint.isAntialiased)
    #expect(!isMoved(command))
    #expect(try stroke("stroke line 1,1 5,5", settings: settings).style.width == 4)
    #expect(isMoved(try stroke("stroke line 1,1 5,5 --snap --width 3", settings: settings)))
  }

  @Test("arrow heads and round corners can be set; none and 0 cancel them; other brushes ignore them")
  func arrowsAndRadii() throws {
    let settings = try settings("--arrow both --radius 3 --opacity .5 --size 9 --font serif")
    for line in ["pencil 1,1 9,9", "line 1,1 9,9", "path M1,1L9,9"] {
      #expect(try stroke("stroke \(line)", settings: settings).style.arrow == .both)
      #expect(try stroke("stroke \(line) --arrow start", settings: settings).style.arrow == .start)
      let plain = try stroke("stroke \(line) --arrow none", settings: settings)
      #expect(plain.style.arrow == nil && plain.command.hasSuffix(" --arrow none"))
    }
    guard case .roundedRect(_, _, radius: 3) = try stroke("stroke rect 1,1,9x9", settings: settings).shape else {
      Issue.record("the corners are not round")
      return
    }
    let plain = try stroke("stroke rect 1,1,9x9 --radius 0", settings: settings)
    guard case .rect = plain.shape else {
      Issue.record("the corners are round")
      return
    }
    #expect(plain.command.hasSuffix(" --radius 0") && plain.paint.opacity == 0.5)
    for line in ["ellipse 1,1,9x9", "polygon 1,1 9,1 5,5", "eraser 1,1 9,9"] {
      let typed = try stroke("stroke \(line)", settings: settings)
      #expect(typed.style.arrow == nil && !typed.command.contains("--arrow") && !typed.command.contains("--radius"))
    }
    // An eraser has the opacity of its own line.
    #expect(try stroke("stroke eraser 1,1", settings: settings).paint.opacity == 1)
    #expect(try stroke("stroke eraser 1,1 --opacity 25%", settings: settings).paint.opacity == 0.25)
  }

  @Test(
    "a fill alone draws no outline; colour or width in the same place or on the command add one",
    arguments: [
      ("", "", true), ("", "--fill red", false), ("", "--fill red --width 2", true),
      ("", "--fill red --color blue", true),
      ("", "--fill none", true), ("", "--fill '#ff000000'", false), ("", "--fill transparent", false),
      ("", "--fill linear-gradient(#0000,#0000)", false), ("", "--fill '#ff000000' --width 2", true),
      ("--fill '#ff000000'", "", false), ("--fill '#ff000000'", "--color red", true),
      ("--color blue --width 3", "--fill red", false), ("--fill red", "", false),
      ("--fill red --width 3", "", true), ("--fill red", "--color blue", true), ("--fill red", "--fill none", true),
      ("", "--fill red --color none", false), ("--color none", "", false), ("", "--fill red --opacity .5", false),
    ])
  func outline(set: String, typed: String, hasLine: Bool) throws {
    for box in ["rect 1,1,5x5", "ellipse 1,1 6,6"] {
      let edit = try stroke("stroke \(box) \(typed)", settings: try settings(set))
      #expect(self.hasLine(edit) == hasLine, "\(box)")
    }
  }

  @Test(
    "whole coordinates move by half a pixel if a line of odd width is visible",
    arguments: [
      ("line 10,10 390,10", true), ("line 10,10 390,10 --width 3", true), ("line 10,10 390,10 --width 2", false),
      ("line 10,10 390,10 --width 1.5", false), ("line 10,10 390,10.5", false), ("line 10,10 390,10 --no-snap", false),
      ("line 10,10 390,10 --color none", false), ("rect 10,10,30x20", false), ("rect 10,10,30x20 --align center", true),
      ("rect 10,10,30x20 --align outside", false), ("rect 10,10,30x20 --fill red --align center", false),
      ("rect 10,10,30x20 --fill red --width 1 --align center", true), ("rect 10,10,30x20.5 --align center", false),
      ("ellipse 50%,1,10%x2 --align center", true), ("ellipse 33.3%,1,10%x2 --align center", false),
      ("pencil 1,1 2,2 3,3", true), ("pencil 1,1 2,2 3,3.25", false),
      ("polygon 1,1 9,1 5,9", true), ("polygon 1,1 9,1 5,9.5", false), ("polygon 1,1 9,1 5,9 --fill red", false),
      ("path 'M1 1 C2 2 3 4 5 5 A 2.5 2.5 0 0 1 9 9 Q 10 10 12 11 z'", true), ("path 'M1 1 C2.5 2 3 4 5 5'", false),
      ("path 'm1.5 1.5.5.5-1-1'", false), ("rect 1,1,9x9 --radius 2.5 --align center", true),
      ("pencil 5,5,0.5", true), ("eraser 5,5", true), ("eraser 5,5 --width 4", false), ("line -3,-3 1e9,2", true),
    ])
  func snapping(typed: String, moves: Bool) throws {
    #expect(isMoved(try stroke("stroke " + typed)) == moves)
  }

  @Test("corners far away keep their fractions")
  func far() throws {
    let command = try stroke("stroke rect -1e12,0.25 50.25,1e15 --no-snap")
    #expect(command.command.hasPrefix("stroke rect -1000000000000,0.25 50.25,1000000000000000 "))
    #expect(try stroke(command.command).shape == command.shape)
    let outermost = try stroke("stroke rect 1e15,0,1e15x1")
    #expect(try stroke(outermost.command).shape == outermost.shape)
  }

  // MARK: - Making strokes

  /// A stroke as an edit, with its canonical command.
  @dynamicMemberLookup
  private struct CommandedStroke {
    var edit: StrokeEdit
    var command: String

    subscript<Value>(dynamicMember path: KeyPath<StrokeEdit, Value>) -> Value { edit[keyPath: path] }
  }

  private func stroke(_ text: String, settings: StrokeSettings = StrokeSettings()) throws(Failure) -> CommandedStroke {
    let line = try parsed(text)
    guard let size = CanvasSize(width: 200, height: 100) else { throw Failure(.defect, "no canvas") }
    let (edit, command) = try StrokeCommand(line, in: LineContext(settings: settings, canvas: size)).edit { _ in 7 }
    return CommandedStroke(edit: edit, command: command)
  }

  private func hasLine(_ stroke: CommandedStroke) -> Bool {
    stroke.paint.source != nil || stroke.erasing != nil
  }

  /// The style without its invisible parts.
  private func look(_ stroke: CommandedStroke) -> StrokeStyle {
    var style = stroke.style
    switch stroke.shape {
    case .pencil: return StrokeStyle(width: style.width, arrow: style.arrow, arrowForm: style.arrowForm)
    case .line, .ellipse: style.join = .round
    case .rect, .roundedRect, .polygon, .path: break
    }
    if style.dash.isEmpty { style.dashOffset = 0 }
    return style
  }

  /// Whether the stroke was moved half a pixel right and down; the tests only use quarters and whole numbers.
  private func isMoved(_ stroke: CommandedStroke) -> Bool {
    func isHalf(_ point: Point) -> Bool { [point.x, point.y].allSatisfy { $0 - $0.rounded(.down) == 0.5 } }
    return switch stroke.shape {
    case .pencil(let points): points.allSatisfy { isHalf($0.point) }
    case .line(let first, let second), .rect(let first, let second), .ellipse(let first, let second):
      isHalf(first) && isHalf(second)
    case .roundedRect(let first, let second, _): isHalf(first) && isHalf(second)
    case .polygon(let points): points.allSatisfy(isHalf)
    case .path(let path):
      path.elements.allSatisfy { element in
        switch element {
        case .move(let end), .line(let end), .arc(_, let end): isHalf(end)
        case .quadratic(let control, let end): isHalf(control) && isHalf(end)
        case .cubic(let first, let second, let end): isHalf(first) && isHalf(second) && isHalf(end)
        case .close: true
        }
      }
    }
  }

  private func settings(_ words: String) throws(Failure) -> StrokeSettings {
    try StrokeSettings(try parsed("set \(words)"))
  }

  private func randomOptions(_ random: inout Seeded, for brush: CommandID? = nil) -> String {
    var options: [String] = []
    func add(_ choices: [String]) {
      if Bool.random(using: &random) { options.append(choices.randomElement(using: &random) ?? "") }
    }
    add(["--width 3", "--width 0.7", "--width 1e-5", "--width 12"])
    add(["--opacity 0.3", "--opacity 1", "--opacity 0"])
    if brush != .eraser { add(BlendMode.allCases.map { "--blend \($0.rawValue)" } + ["--linear", "--no-linear"]) }
    add(["--antialias", "--no-antialias"])
    add(["--snap", "--no-snap"])
    if brush != .eraser { add(["--color red", "--color none", "--color 12345600", "--color 'hsl(9 9% 9% / .3)'"]) }
    if brush == nil { add(["--size 9", "--font 'a b'"]) }
    if brush == nil || brush == .rect { add(["--radius 3", "--radius 0", "--radius 1e9", "--radius .5"]) }
    if brush == nil || brush == .line || brush == .pencil || brush == .path {
      add(["--arrow start", "--arrow end", "--arrow both", "--arrow none"])
      add(["--arrow-size 3", "--arrow-size auto", "--arrow-size 0.25"])
      add(ArrowForm.Shape.allCases.map { "--arrow-shape \($0.rawValue)" })
    }
    if brush == .polygon || brush == .path { add(["--fill-rule evenodd", "--fill-rule nonzero"]) }
    if brush == nil || brush == .rect || brush == .ellipse || brush == .polygon || brush == .path {
      add(["--fill blue", "--fill none", "--fill 8888"])
    }
    if brush != .pencil && brush != .eraser {
      add(["--cap butt", "--cap square"])
      add(["--join bevel", "--join miter", "--join round"])
      add(["--dash-offset -2.5", "--dash-offset 1e-9"])
      add(["--dash 4,2.25", "--dash none", "--dash 0.1", "--dash"])
    }
    return options.joined(separator: " ")
  }

  private func randomLine(_ random: inout Seeded) -> String {
    let brushes: [CommandID] = [.pencil, .line, .rect, .ellipse, .polygon, .path, .eraser]
    let brush = brushes.randomElement(using: &random) ?? .line
    func number() -> String {
      switch Int.random(in: 0...4, using: &random) {
      case 0: "\(Int.random(in: -50...250, using: &random))"
      case 1: "\(Double.random(in: -50...250, using: &random))"
      case 2: "\(Double.random(in: -1e10...1e10, using: &random))"
      case 3: "\(Int.random(in: -10...110, using: &random))%"
      default: "\(Double.random(in: 0...100, using: &random))%+7.5"
      }
    }
    let isFreehand = brush == .pencil || brush == .eraser
    if brush == .path {
      return "stroke path '\(randomPathData(&random))' \(randomOptions(&random, for: brush))"
    }
    let count =
      brush == .polygon ? Int.random(in: 3...6, using: &random) : isFreehand ? Int.random(in: 1...6, using: &random) : 2
    let points = (0..<count).map { _ in
      let pressure =
        isFreehand && Bool.random(using: &random) ? ",\(Double.random(in: 0...1, using: &random))" : ""
      return "\(number()),\(number())\(pressure)"
    }
    return
      "stroke \(CommandTable.spec(brush).name) \(points.joined(separator: " ")) \(randomOptions(&random, for: brush))"
  }
}
