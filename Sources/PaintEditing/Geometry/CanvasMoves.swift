import PaintFilters
import PaintRaster

/// Steps that moved the canvas, as one value: any number of crops, extensions, flips and quarter turns are one place.
public struct CanvasMoves: Sendable {
  /// A step that scales or turns by an angle.
  final class DrawnStep: Sendable {
    /// The place of the picture that it draws.
    let place: TurnedPlace
    let change: GeometryStep.Change

    init(_ change: GeometryStep.Change, of place: TurnedPlace) {
      self.place = place
      self.change = change
    }
  }

  /// The steps that scale or turn by an angle.
  ///
  /// One is only ever appended to the same steps, so it also stands for those before it.
  private(set) var drawn: [DrawnStep] = []
  /// The place of the last drawn picture, or of the first one.
  private(set) var place: TurnedPlace
  /// Whether there is no step.
  public private(set) var isEmpty = true
  /// The pixels of the largest picture that must be drawn as a whole; 0 if the steps only move pixels.
  public private(set) var largestDrawing = 0

  /// No steps yet, for a picture of this size on a canvas of this colour.
  public init(of size: CanvasSize, background: Pixel) { place = TurnedPlace(of: size, background: background) }

  /// The steps, oldest first, for a picture of this size on a canvas of this colour.
  public init(_ changes: [GeometryStep.Change], of size: CanvasSize, background: Pixel) {
    self.init(of: size, background: background)
    for change in changes { append(change) }
  }

  /// Adds a step.
  ///
  /// - Complexity: O(1) for steps that only move pixels, if no visible part of the canvas was added by an extension of
  ///   another colour; O(such parts) otherwise.
  public mutating func append(_ change: GeometryStep.Change) {
    isEmpty = false
    if place.move(by: change) { return }
    let size: CanvasSize
    var background = place.background
    switch change {
    case .resize(let edit):
      if edit.newSize == place.size, edit.part == nil { return }
      size = edit.newSize
    case .rotate(let edit): (size, background) = (edit.rotation.newSize, edit.background)
    case .reframe, .flip: preconditionFailure("crops, extensions and flips move a place")
    }
    largestDrawing = max(largestDrawing, size.width * size.height)
    drawn.append(DrawnStep(change, of: place))
    place = TurnedPlace(of: size, background: background)
  }
}
