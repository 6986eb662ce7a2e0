import PaintEditing
import PaintFilters
import PaintHistory
import PaintRaster
import Testing

@testable import PaintCLI

@Suite("KnownMoves") struct KnownMovesTests {
  @Test("a step is added in place: the steps before are not copied for it, so any number of steps takes linear time")
  func inPlace() throws {
    var size = try #require(CanvasSize(width: 64, height: 48))
    let document = try Document.inMemory(
      size: size, background: .white, command: "new --size 64x48", named: "new", options: History.Options())
    let session = Session(ParsedLine(), inMemory: document, console: Console(ParsedLine()))
    try document.history.beginEditing()
    session.knownMoves.steps.reserveCapacity(100)
    let address = address(of: session)
    for count in 1...20 {
      let rotation = try #require(PictureRotation(degrees: 90, of: size))
      let turn = GeometryStep(.rotate(RotateEdit(rotation, background: .white)))
      let made = try document.perform(turn, EditLabel(name: "Rotate", command: "rotate 90"))
      size = try #require(made).size
      #expect(try session.moves(since: 0, for: "--at") != nil)
      #expect(session.knownMoves.steps.count == count)
      #expect(self.address(of: session) == address)
    }
  }

  /// Where the steps are in memory: a copy is somewhere else.
  private func address(of session: Session) -> UInt { unsafe unsafeBitCast(session.knownMoves.steps, to: UInt.self) }
}
