import PaintEditing
import PaintHistory
import PaintRaster

/// What is known of the steps that replaced the canvas, so that a script looks at each once.
///
/// A step that replaces the canvas is the base of the revisions after it, up to the next one. So a canvas is named by its
/// base here.
///
/// It cannot be copied: a copy would be made for each step that is added.
struct KnownMoves: ~Copyable {
  /// A step that replaced the canvas.
  struct Step {
    /// How it moved the canvas; nil if it did not.
    var change: GeometryStep.Change?
    /// Whether the canvas has the size that it had before.
    var keepsSize: Bool
    /// The base of the canvas that it replaced.
    var before: Int
  }

  /// The steps from an old canvas to a later one, composed.
  struct Composed {
    /// The base of the later canvas.
    var end: Int
    /// Nil if the canvas was not moved, but replaced by another one.
    var moves: CanvasMoves?
  }

  /// The steps by their numbers.
  var steps: [Int: Step] = [:]
  /// What was composed for an old canvas last.
  private var composed: [Int: Composed] = [:]
  /// The value of `History.withdrawals` when it was learned.
  private var withdrawals = 0

  /// A long script may name many canvases.
  private static let bound = 256

  /// Forgets everything if numbers of revisions may have been used again since the last call.
  mutating func check(_ history: History) {
    guard history.withdrawals != withdrawals else { return }
    self = KnownMoves()
    withdrawals = history.withdrawals
  }

  subscript(_ base: Int) -> Composed? {
    get { composed[base] }
    set {
      if composed.count >= Self.bound { composed.removeAll(keepingCapacity: true) }
      composed[base] = newValue
    }
  }
}
