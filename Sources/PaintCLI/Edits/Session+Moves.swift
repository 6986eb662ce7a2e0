import PaintEditing
import PaintHistory
import PaintRaster

extension Session {
  /// The steps by which the picture of a revision becomes one of the current canvas: those that moved the canvas since
  /// then; nil for none.
  ///
  /// None for a revision on another branch that moved the canvas too, if the sizes are equal.
  ///
  /// - Parameter option: the option that names the revision, for messages.
  ///
  /// Throws `bad_value` if there are no such steps.
  ///
  /// - Complexity: O(1) for each step that replaced the canvas since the same call for the same canvas.
  func moves(since number: Int, for option: String) throws -> CanvasMoves? {
    let (old, current) = (try history.revision(number), history.current)
    guard let moves = try moves(from: old, to: current.base) else {
      if old.size == current.size { return nil }
      throw Self.cannotMove(old, to: current.size, for: option)
    }
    guard moves.largestDrawing <= ReceivedPicture.maximumPatternPixels else {
      throw Failure(
        .failed, "\(option): the picture of r\(number) is too large to be scaled or turned once more",
        hint: "--no-follow uses it as it is")
    }
    return moves.isEmpty ? nil : moves
  }

  /// The steps from the canvas of a revision to the one that begins with `end`; nil if they did not move the canvas, but
  /// brought one of another size.
  private func moves(from old: Revision, to end: Int) throws -> CanvasMoves? {
    knownMoves.check(history)
    let known = knownMoves[old.base]
    let none = CanvasMoves(of: old.size, background: old.background)
    var moves: CanvasMoves? = if let known { known.moves } else { none }
    // From both sides to the canvas that both come from; a step's number is greater than those before it.
    var (here, made) = (end, [KnownMoves.Step]())
    var (there, isMovedBack) = (old.base, false)
    while here != there {
      if here > there {
        if let known, there == old.base, here == known.end { break }
        let step = try canvasStep(here)
        made.append(step)
        here = step.before
      } else {
        let step = try canvasStep(there)
        // On its own way to the common canvas, the canvas must have stayed where it was.
        isMovedBack = isMovedBack || step.change != nil || !step.keepsSize
        there = step.before
      }
    }
    if here == there { moves = isMovedBack ? nil : none }
    for step in made.reversed() {
      if let change = step.change { moves?.append(change) } else if !step.keepsSize { moves = nil }
    }
    knownMoves[old.base] = KnownMoves.Composed(end: end, moves: moves)
    return moves
  }

  /// A step that replaced the canvas.
  private func canvasStep(_ number: Int) throws -> KnownMoves.Step {
    if let known = knownMoves.steps[number] { return known }
    let step = try history.revision(number)
    guard let parent = step.parent, parent < number else {
      throw Failure(
        .damagedDocument, "r\(number) does not lead back to the start", hint: "paint check --repair")
    }
    let before = try history.snapshot(at: parent)
    let read = KnownMoves.Step(
      change: try CanonicalCommand(step.command).change(of: before, in: document), keepsSize: before.size == step.size,
      before: before.revision.base)
    knownMoves.steps[number] = read
    return read
  }

  /// The failure for a revision whose picture is not one of the current canvas.
  static func cannotMove(_ old: Revision, to canvas: CanvasSize, for option: String) -> Failure {
    Failure(
      .badValue,
      "\(option): r\(old.number) is \(old.size.width)x\(old.size.height), but the canvas is "
        + "\(canvas.width)x\(canvas.height), and no crop, canvas, resize, rotate or flip since then explains that",
      hint: "paint export old.png --at r\(old.number), then paint place old.png puts its pixels over the canvas")
  }
}
