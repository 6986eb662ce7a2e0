import PaintFilters
import PaintHistory
import PaintRaster

/// What becomes of a selection when the canvas changes: the same as of the picture. New parts of a canvas are not
/// selected.
extension SelectionMask {
  /// Creates a mask from rows of tiles, which are drawn from top to bottom as alphas.
  private init(on canvas: CanvasSize, drawing draw: (PixelTarget) -> Void) {
    self.init(on: canvas)
    for y in 0..<canvas.tileRows {
      let rows = PixelBox(x: 0, y: y * Tile.edge, width: canvas.width, height: Tile.edge).intersection(canvas.box)
      let block = PixelBlock(rows)
      draw(block.target)
      set(block.source)
    }
  }

  /// The mask on a canvas that is a box of this one; the box may extend beyond it.
  fileprivate func reframed(to frame: PixelBox) -> SelectionMask {
    guard let size = CanvasSize(width: frame.width, height: frame.height) else {
      preconditionFailure("a frame is as large as a canvas can be")
    }
    return SelectionMask(on: size) { target in
      let source = pixels(in: target.box.moved(byX: frame.x, y: frame.y))
      target.copy(source.source.moved(to: target.box.x, target.box.y))
    }
  }

  /// The mirrored mask.
  fileprivate func flipped(_ flip: FlipEdit) -> SelectionMask {
    SelectionMask(on: canvas) { target in
      let source = pixels(in: flip.sourceBox(for: target.box, of: canvas))
      target.copy(mirrored: source.source, isHorizontal: flip == .horizontal)
    }
  }

  /// The rotated mask.
  fileprivate func rotated(_ rotation: PictureRotation) -> SelectionMask {
    SelectionMask(on: rotation.newSize) { target in
      let box = rotation.sourceBox(for: target.box)
      if box.isEmpty { return }
      let source = pixels(in: box)
      rotation.apply(to: source.source, writing: target, with: .all)
    }
  }

  /// The scaled mask.
  fileprivate func resized(_ resampling: Resampling) -> SelectionMask {
    let made = ResampledRows(resampling, columns: 0..<resampling.newSize.width, with: .all)
    let columns = made.sourceColumns
    return SelectionMask(on: resampling.newSize) { target in
      made.write(target) { (row, take) throws(Never) in
        let end = min((row / Tile.edge + 1) * Tile.edge, canvas.height)
        let rows = pixels(in: PixelBox(x: columns.lowerBound, y: row, width: columns.count, height: end - row))
        take(rows.source)
      }
    }
  }
}

extension ReframeEdit {
  func moved(_ mask: SelectionMask) -> SelectionMask { mask.reframed(to: frame) }
}

extension FlipEdit {
  func moved(_ mask: SelectionMask) -> SelectionMask { mask.flipped(self) }
}

extension RotateEdit {
  func moved(_ mask: SelectionMask) -> SelectionMask { mask.rotated(rotation) }
}

extension ResizeEdit {
  func moved(_ mask: SelectionMask) -> SelectionMask {
    mask.resized(Resampling(from: mask.canvas, to: newSize, method: method))
  }
}
