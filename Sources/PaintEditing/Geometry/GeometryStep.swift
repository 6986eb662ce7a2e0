import PaintHistory
import PaintRaster

/// A step that moves the pixels of the whole canvas, with what the eraser brings back afterwards.
public struct GeometryStep: Sendable {
  /// The kinds of steps.
  public enum Change: Sendable {
    /// A canvas that is cropped or extended.
    case reframe(ReframeEdit)
    /// A picture that is mirrored.
    case flip(FlipEdit)
    /// A picture that is rotated.
    case rotate(RotateEdit)
    /// A picture that is scaled.
    case resize(ResizeEdit)
  }

  /// What it does.
  public var change: Change
  /// Whether the eraser then brings back what it brought back before, moved the same way; otherwise the new picture.
  public var movesBase: Bool

  /// Creates a step.
  public init(_ change: Change, movesBase: Bool = true) {
    self.change = change
    self.movesBase = movesBase
  }
}

extension GeometryStep.Change {
  /// The edit that makes it.
  var edit: any GeometryEdit {
    switch self {
    case .reframe(let edit): edit
    case .flip(let edit): edit
    case .rotate(let edit): edit
    case .resize(let edit): edit
    }
  }
}

extension GeometryStep: Edit {
  /// Draws the new canvas.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    try canvas.redraw(change.edit, movingBase: movesBase)
  }
}
