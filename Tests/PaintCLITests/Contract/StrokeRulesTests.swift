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
}
