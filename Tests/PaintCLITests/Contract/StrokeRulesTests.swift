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
}
