import PaintEditing
import PaintRaster
import Testing

@testable import PaintCLI

@Suite("StrokeScript")
struct StrokeScriptTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  private func strokes(_ script: String, width: Int = 64, height: Int = 48) throws -> [StrokeEdit] {
    try shell.write("script", script)
    let canvas = try #require(CanvasSize(width: width, height: height))
    return try StrokeScript.strokes(of: shell.path("script"), canvas: canvas)
  }

  private func refusal(of script: String) -> StrokeScript.ReadingError? {
    do {
      _ = try strokes(script)
      return nil
    } catch {
      return error as? StrokeScript.ReadingError
    }
  }

  @Test(
    "its strokes on a canvas in memory give the same pixels as paint batch on a new document",
    arguments: 1...3 as ClosedRange<UInt64>)
  func agreesWithBatch(seed: UInt64) throws {
    var random = Seeded(seed)
    let (width, height) = (Int.random(in: 1...150, using: &random), Int.random(in: 1...150, using: &random))
    var script = "# seed \(seed)\n\n"
    for _ in 0..<60 {
      script += RandomStroke.line(&random, width: width, height: height) + "\n"
      if Int.random(in: 0..<8, using: &random) == 0 { script += "set \(RandomStroke.settings(&random))\n" }
      if Int.random(in: 0..<20, using: &random) == 0 { script += "set --reset\n" }
    }
    let canvas = MemoryCanvas(
      size: try #require(CanvasSize(width: width, height: height)), background: .transparent)
    for stroke in try strokes(script, width: width, height: height) { canvas.draw(stroke) }
    _ = try shell.paint("new art.paint --size \(width)x\(height)")
    let outcome = try shell.paint("batch script")
    try #require(outcome.code == 0, "seed \(seed): \(outcome)")
    let fingerprint = try shell.paint("status --json").json["fingerprint"].text
    #expect(canvas.fingerprint.hex == fingerprint, "seed \(seed)")
  }

  @Test("set lines apply until --reset")
  func settings() throws {
    let strokes = try strokes("set --width 3\nstroke line 1,1 5,5\nset --reset\nstroke line 1,1 5,5\n")
    #expect(strokes.map(\.style.width) == [3, 1])
  }

  @Test("the eraser's target can be the start of a new drawing")
  func eraser() throws {
    let script = ["", "--to start", "--to r0", "--to none"].map { "stroke eraser 1,1 \($0)\n" }.joined()
    #expect(try strokes(script).map(\.erasing) == [.base, .base, .base, .nothing])
  }

  @Test(
    "lines that need a document are rejected with script and line, as a damaged script",
    arguments: [
      "undo", "redo", "goto 3", "status", "history", "pick 1,1", "export a.png", "new b.paint --size 5x5",
      "batch other", "stroke eraser 1,1 --to 3", "stroke pencil 1,1 --expect r3", "stroke pencil 1,1 -d x.paint",
      "nonsense", "stroke pencil x", "stroke line 1,1", "stroke pencil 1,1 --color redd", "stroke pencil 'open",
    ])
  func refused(line: String) throws {
    let error = try #require(refusal(of: "stroke pencil 1,1\n\n\(line)\n"))
    #expect(error.exitCode == 65, "\(error)")
    #expect(error.message.hasPrefix("\(shell.path("script")):3: "), "\(error)")
  }

  @Test("a missing script is no_input")
  func missing() throws {
    let canvas = try #require(CanvasSize(width: 1, height: 1))
    let error = #expect(throws: StrokeScript.ReadingError.self) {
      try StrokeScript.strokes(of: shell.path("gone"), canvas: canvas)
    }
    #expect(error?.exitCode == 66)
  }

  @Test("a script with only comments has no strokes")
  func empty() throws { #expect(try strokes("# nothing\n\n").isEmpty) }
}
