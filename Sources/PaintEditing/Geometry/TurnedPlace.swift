import PaintFilters
import PaintRaster

/// Where a picture is after any number of crops, extensions, flips and quarter turns: one orientation, one place and one
/// part that is still visible.
struct TurnedPlace: Sendable {
  /// The size of the new canvas.
  private(set) var size: CanvasSize
  /// The colour of the new canvas.
  private(set) var background: Pixel

  /// Whether left and right of the picture are swapped, before it is turned.
  private(set) var isMirrored = false
  /// The quarter turns clockwise, 0…3.
  private(set) var quarters = 0
  /// The box of the whole picture on the new canvas; it may extend beyond it.
  private(set) var box: PixelBox
  /// The part of the new canvas that shows the picture.
  private(set) var visible: PixelBox
  /// The parts of the new canvas around it, each with the colour of what it adds to the part before.
  private(set) var frames: [(box: PixelBox, color: Pixel)] = []

  /// The place of a picture that nothing has moved yet.
  init(of size: CanvasSize, background: Pixel) {
    (self.size, self.background) = (size, background)
    (box, visible) = (size.box, size.box)
  }

  /// Moves it by a step; returns false, and changes nothing, if the step does more than move pixels.
  ///
  /// - Complexity: O(frames): the visible parts of the canvas that extensions of different colours added.
  mutating func move(by change: GeometryStep.Change) -> Bool {
    switch change {
    case .reframe(let edit): reframe(edit)
    case .flip(let edit): flip(edit)
    case .rotate(let edit):
      guard let turns = edit.rotation.quarterTurns else { return false }
      if turns != 0 { turn(turns, background: edit.background) }
    case .resize: return false
    }
    return true
  }

  private mutating func reframe(_ edit: ReframeEdit) {
    guard let newSize = CanvasSize(width: edit.frame.width, height: edit.frame.height) else {
      preconditionFailure("a frame is as large as a canvas can be")
    }
    let kept = edit.frame.intersection(size.box)
    let (dx, dy) = (-edit.frame.x, -edit.frame.y)
    box = box.moved(byX: dx, y: dy)
    visible = visible.intersection(kept).moved(byX: dx, y: dy)
    var parts: [(box: PixelBox, color: Pixel)] = []
    func add(_ box: PixelBox, _ color: Pixel) {
      // What adds nothing to the part before, or only more of the same colour, is not kept.
      if box.isEmpty || box == parts.last?.box ?? visible { return }
      if parts.last?.color == color { parts[parts.count - 1].box = box } else { parts.append((box, color)) }
    }
    for frame in frames { add(frame.box.intersection(kept).moved(byX: dx, y: dy), frame.color) }
    add(newSize.box, edit.background)
    frames = parts
    (size, background) = (newSize, edit.background)
  }

  private mutating func flip(_ edit: FlipEdit) {
    // Mirroring after a turn is turning the other way after mirroring.
    quarters = (edit == .horizontal ? 4 - quarters : 6 - quarters) % 4
    isMirrored.toggle()
    let old = size
    moveBoxes { edit.sourceBox(for: $0, of: old) }
  }

  private mutating func turn(_ turns: Int, background: Pixel) {
    let old = size
    quarters = (quarters + turns) % 4
    moveBoxes { box in
      switch turns {
      case 1: PixelBox(x: old.height - box.maxY, y: box.x, width: box.height, height: box.width)
      case 2: PixelBox(x: old.width - box.maxX, y: old.height - box.maxY, width: box.width, height: box.height)
      default: PixelBox(x: box.y, y: old.width - box.maxX, width: box.height, height: box.width)
      }
    }
    if turns != 2, let turned = CanvasSize(width: old.height, height: old.width) { size = turned }
    self.background = background
  }

  private mutating func moveBoxes(_ moved: (PixelBox) -> PixelBox) {
    box = moved(box)
    if !visible.isEmpty { visible = moved(visible) }
    for index in frames.indices { frames[index].box = moved(frames[index].box) }
  }
}
