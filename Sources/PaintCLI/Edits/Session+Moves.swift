import PaintEditing
import PaintHistory
import PaintRaster

extension Session {
  /// The steps by which the picture of a revision becomes one of the current canvas: those that moved the canvas since
  /// then.
  ///
  /// None for a revision on another branch that moved the canvas too, if the sizes are equal.
  ///
  /// - Parameter option: the option that names the revision, for messages.
  ///
  /// Throws `bad_value` if there are no such steps.
  func moves(since number: Int, for option: String) throws -> [GeometryStep.Change] {
    let current = history.current
    let steps = try history.canvasSteps(from: number, to: current.number)
    var moves: [GeometryStep.Change]? = []
    for step in steps.made { moves = try moves.flatMap { try moved($0, by: step) } }
    // On its own way to the common ancestor, the canvas must have stayed where it was.
    for step in steps.undone where try moved([], by: step).map({ !$0.isEmpty }) ?? true { moves = nil }
    let old = try history.revision(number)
    guard let moves else {
      if old.size == current.size { return [] }
      throw Self.cannotMove(old, to: current.size, for: option)
    }
    var largest = 0
    for move in moves where !move.movesPixels {
      if let size = move.newSize(of: current.size) { largest = max(largest, size.width * size.height) }
    }
    guard largest <= ReceivedPicture.maximumPatternPixels else {
      throw Failure(
        .failed, "\(option): the picture of r\(number) is too large to be scaled or turned once more",
        hint: "--no-follow uses it as it is")
    }
    return moves
  }

  /// Steps and another one that replaced the canvas; nil if it did not move pixels, but brought a canvas of another size.
  private func moved(_ moves: [GeometryStep.Change], by step: Revision) throws -> [GeometryStep.Change]? {
    guard let parent = step.parent else { return nil }
    let before = try history.snapshot(at: parent)
    if let change = try CanonicalCommand(step.command).change(of: before, in: document) {
      return moves + [change]
    }
    return before.size == step.size ? moves : nil
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
