import PaintHistory
import PaintRaster

/// A stroke as an edit: a shape, its style and its paint.
public struct StrokeEdit: Sendable {
  /// What the eraser restores.
  public enum EraserTarget: Sendable, Hashable {
    /// The picture of the base.
    case base
    /// Transparent pixels.
    case nothing
    /// The pixels of a revision; transparent pixels outside of its picture.
    case revision(Int)
  }

  /// The exact geometry, in pixels.
  public var shape: Shape
  /// The fill rule for self-intersecting polygons and paths; only affects the fill.
  public var fillRule: FillRule
  /// The line's width, ends, corners and dashes.
  public var style: StrokeStyle
  /// The paint of line and interior; of an eraser's, the opacity and the antialiasing count.
  public var paint: Paint
  /// What the line restores, for an eraser; nil for a stroke that paints.
  public var erasing: EraserTarget?
  /// The steps that moved the canvas since the eraser's revision, and so move its picture; nil for none.
  ///
  /// Only for an eraser that restores a revision.
  public var moves: CanvasMoves?
  /// What the line does to the pixels below, for a brush that retouches them; it has no colour then.
  public var retouching: (any Retouching)?

  /// Creates a stroke.
  public init(
    shape: Shape, fillRule: FillRule = .nonzero, style: StrokeStyle, paint: Paint, erasing: EraserTarget? = nil,
    retouching: (any Retouching)? = nil
  ) {
    self.shape = shape
    self.fillRule = fillRule
    self.style = style
    self.paint = paint
    self.erasing = erasing
    self.retouching = retouching
  }
}

extension StrokeEdit: Edit {
  /// Draws the stroke.
  ///
  /// - Throws: `.unknownRevision` if the eraser's target does not exist; the errors of `EditContext.edit`.
  /// - Complexity: O(tiles that the stroke covers).
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    if let retouching { return try retouching.apply(self, to: &canvas) }
    let (history, size) = (canvas.history, canvas.size)
    guard let erasing else {
      return try StrokeDrawing(self, canvas: size, scanner: canvas.document.scanner).draw(with: &canvas)
    }
    if case .revision(let number) = erasing, let moves {
      let moved = try RepeatedSteps(history.snapshot(at: number), moves, in: canvas.document)
      return try canvas.dissolve(along: self) { (index) throws(HistoryError) in try moved.tile(at: index) }
    }
    let base: Snapshot? =
      switch erasing {
      case .base: try history.basePicture()
      case .nothing: nil
      case .revision(let number): try history.snapshot(at: number)
      }
    try canvas.dissolve(along: self) { (index) throws(HistoryError) in
      guard let base else { return .color(.transparent) }
      return try base.size == size ? base.tile(at: index) : base.clippedTile(at: index)
    }
  }
}
