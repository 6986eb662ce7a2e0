import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintCLI
@testable import PaintHistory

/// Every call to the disk of the verbs, from their words to their commit, fails.
///
/// `CallFaultTests` does this with changes that are made of random tiles. Here the edits themselves read and write: the
/// base, other revisions, selections and kept pictures.
@Suite("Faults: every call of every verb")
struct VerbFaultTests {
  /// Lines that change the document.
  ///
  /// `FILES/` is the folder with the pictures.
  static let edits = [
    "stroke pencil 5,5 90,70 --width 9 --color red", "stroke line 0,0 99,70 --color pattern(FILES/drawn.png)",
    "stroke rect 5,5,60x40 --fill pattern(FILES/photo.ppm)", "stroke ellipse 9,9,40x30 --blend multiply",
    "stroke polygon 9,9 60,9 30,50", "stroke path M9,9C20,70,60,0,90,60", "stroke curve 9,9 60,9 30,50",
    "stroke spray 30,30 60,60", "stroke eraser 0,0 99,70 --width 9", "stroke eraser 0,0 99,70 --width 9 --to r1",
    "stroke clone 20,20 70,60 --offset 9,5", "stroke blur 0,0 99,70", "stroke smudge 0,0 99,70",
    "fill 2,2 --color gold", "fill 2,2 --color pattern(FILES/photo.ppm)", "clear linear-gradient(red,navy)",
    "background gold", "background FILES/photo.ppm", "background pattern(FILES/drawn.png)", "replace teal gold",
    "filter gaussian-blur --radius 2", "text 5,30 Hello --size 12", "crop 5,5,60x50", "canvas 120x90", "resize 50%",
    "rotate 90", "rotate 10", "flip horizontal", "trim", "place FILES/drawn.png --at 9,9 --size 50%",
    "place FILES/photo.ppm", "import FILES/drawn.png", "import FILES/photo.ppm", "revert 3", "repeat 2",
    "restore --at r0", "restore 5,5,40x30 --at first",
    "select rect 5,5,60x40 --feather 2", "select ellipse 5,5,60x40 --add", "select polygon 9,9 60,9 30,50 --subtract",
    "select path M9,9H60V50Z --intersect", "select color 2,2", "select similar teal", "select alpha",
    "select FILES/drawn.png", "select --expand 3", "select all", "select invert", "select none",
  ]

  /// Lines that change the history; they have no dry run of pixels.
  static let moves = [
    "undo", "redo", "goto 0", "group 1 Other", "ungroup", "name current Other", "branch other",
    "branch first 0 --move", "branch first --delete", "amend 2 --drop", "amend 1 --fill gold", "rebase 2 --onto 0",
  ]

  /// Lines that leave the document as it is.
  static let readings = [
    "history --all", "history --script --files FILES/files", "show r1", "diff r0 r1 --out FILES/out.png --quiet",
    "blame 20,20", "status", "status --disk", "pick 20,20", "select", "export FILES/out.png",
    "export FILES/out.png --masked", "export FILES/out%d.png --each", "timelapse FILES/out.png",
  ]

  /// The verbs that open a document themselves or need none, and what tests their failing calls.
  static let elsewhere = [
    "new": "CallFaultTests", "check": "CallFaultTests", "limit": "CallFaultTests", "gc": "CallFaultTests",
    "forget": "CallFaultTests", "set": "CallFaultTests: in a script it changes nothing",
    "batch": "CallFaultTests and WriteBehindTests", "run": "the edit is that of import",
    "view": "reads a picture as export does", "watch": "HistoryFollowerTests; it only reads",
    "info": "needs no document", "fonts": "needs no document", "completion": "needs no document",
    "schema": "needs no document",
  ]

  @Test("every verb of the program is tested here or elsewhere")
  func complete() throws {
    let tested = try Set((Self.edits + Self.moves + Self.readings).map { try parsed($0).command }.compactMap(\.self))
    for spec in CommandTable.all {
      #expect(tested.contains(spec.id) != (Self.elsewhere[spec.title] != nil), "\(spec.title)")
    }
  }

  @Test("the document is in the state before or after, with an error if it was not done", arguments: edits + moves)
  func editing(line: String) throws { try VerbFaultTrial(line, .editing).run() }

  @Test("a dry run leaves the document unchanged", arguments: edits + moves)
  func dryRuns(line: String) throws { try VerbFaultTrial(line, .dryRun).run() }

  @Test("a reader leaves the document unchanged", arguments: readings)
  func reading(line: String) throws { try VerbFaultTrial(line, .reading).run() }
}
