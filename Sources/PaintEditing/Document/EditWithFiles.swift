import PaintHistory
import PaintRaster

/// An edit that uses pictures from files, which become part of the document if it changes a pixel.
public struct EditWithFiles<Base: Edit> {
  /// The edit.
  public var base: Base
  /// The pictures that it uses.
  public var files: [ReceivedPicture]

  /// Creates an edit that uses pictures.
  public init(_ base: Base, using files: [ReceivedPicture]) {
    self.base = base
    self.files = files
  }
}

extension EditWithFiles: Edit {
  /// Makes the edit, then keeps the pictures.
  ///
  /// - Throws: the errors of the edit; `.disk` or `.damaged` if a picture cannot be kept.
  public func apply(to canvas: inout EditContext) throws(Base.Failure) {
    try base.apply(to: &canvas)
    guard canvas.hasBegun else { return }
    for file in files {
      do throws(HistoryError) { try file.keep() } catch { throw Base.Failure(error) }
    }
  }
}

extension EditWithFiles: PlacedEdit where Base: PlacedEdit {
  /// Whether the edit draws outside of a canvas of this size.
  public func isOutside(_ canvas: CanvasSize) -> Bool { base.isOutside(canvas) }
}
