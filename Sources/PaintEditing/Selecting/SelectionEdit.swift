import PaintFilters
import PaintFormats
import PaintHistory
import PaintRaster

/// A change of the selection, as an edit without pixels.
public struct SelectionEdit {
  /// The area that is combined with what is selected.
  public enum Area {
    /// The inside of a shape.
    case shape(Shape, rule: FillRule, isAntialiased: Bool)
    /// The connected area of pixels similar to the one at a position, as a flood fill finds it.
    case connected(x: Int, y: Int, tolerance: Int)
    /// All pixels similar to a colour.
    case similar(Pixel, tolerance: Int)
    /// The alphas of the picture.
    case alpha
    /// The grey values of a picture times its alphas.
    case picture(ReceivedPicture)
    /// Everything.
    case all
    /// What is selected now; everything if there is no selection.
    case current
    /// The complement of what is selected now; of everything if there is no selection.
    case inverse
    /// The selection is removed.
    case none
  }

  /// The area.
  public var area: Area
  /// How it is combined with what is selected.
  public var combination = SelectionMask.Combination.replace
  /// The distance in pixels by which the area grows first, 0…1,024: a shape exactly, other areas by their masks.
  public var expansion = 0.0
  /// The distance in pixels by which it shrinks then, 0…1,024; its border at that of the canvas stays.
  public var shrinking = 0.0
  /// The radius by which it is blurred then, 0…1,000; beyond the canvas the values at its border go on.
  public var feather = 0.0

  /// Creates a change of the selection to an area.
  public init(_ area: Area) { self.area = area }

  /// Whether nothing of the area's shape or start pixel is on a canvas.
  public func isOutside(_ canvas: CanvasSize) -> Bool {
    switch area {
    case .shape(let shape, let rule, _):
      !Self.isPoint(shape, on: canvas) && ShapeOutline(fillOf: shape, rule: rule, on: canvas).isOutside(canvas)
    case .connected(let x, let y, _): !canvas.box.contains(x: x, y: y)
    case .similar, .alpha, .picture, .all, .current, .inverse, .none: false
    }
  }

  /// Whether a shape is a single point of the canvas, which has no outline.
  private static func isPoint(_ shape: Shape, on canvas: CanvasSize) -> Bool {
    guard let (low, high) = shape.bounds, low == high else { return false }
    return low.x >= 0 && low.x <= Double(canvas.width) && low.y >= 0 && low.y <= Double(canvas.height)
  }
}

extension SelectionEdit: Edit {
  /// Changes the selection; the picture stays as it is.
  ///
  /// Without a selection everything can be edited, so subtracting an area leaves everything else, and intersecting with
  /// it leaves the area; adding begins with nothing.
  ///
  /// - Throws: `.picture` with `.parameter` if a picture does not have the canvas' size, or if it is damaged; the errors
  ///   of `EditContext.edit`.
  /// - Complexity: O(tiles), and O(pixels) for tiles that are selected in part.
  public func apply(to canvas: inout EditContext) throws(EditingError) {
    do throws(HistoryError) {
      if case .none = area { return try canvas.select(nil) }
    } catch {
      throw .history(error)
    }
    let file = if case .picture(let picture) = area { picture.file } else { "" }
    try EditingError.catching(file) {
      let picture = try canvas.picture()
      let old = try canvas.document.selectionMask(of: picture)
      var mask = try mask(of: picture, canvas.document, old)
      if !isGrownAsShape { mask = mask.expanded(by: expansion) }
      mask = mask.shrunk(by: shrinking)
      if feather > 0 { mask = mask.feathered(by: feather) }
      let before = old ?? SelectionMask(on: canvas.size, selectingAll: combination != .add)
      try canvas.select(before.combined(with: mask, combination))
      if canvas.hasBegun, case .picture(let received) = area { try received.keep() }
    }
  }

  /// Whether the shape grows and not its mask, in which sharp corners are lost.
  ///
  /// By at least a pixel: then the line along its border covers all pixels that the border crosses, as far as they are
  /// inside.
  private var isGrownAsShape: Bool { if case .shape = area { expansion >= 1 } else { false } }

  private func mask(of picture: Snapshot, _ document: Document, _ old: SelectionMask?) throws -> SelectionMask {
    let size = picture.size
    switch area {
    case .none: return SelectionMask(on: size)
    case .all: return SelectionMask(on: size, selectingAll: true)
    case .current: return old ?? SelectionMask(on: size, selectingAll: true)
    case .inverse: return old?.inverted() ?? SelectionMask(on: size)
    case .shape(let shape, let rule, let isAntialiased):
      var mask = SelectionMask(on: size)
      let drawing = OutlineDrawing(canvas: size, isAntialiased: isAntialiased, scanner: document.scanner)
      let covering = Blend(color: .black, opacity: 1)
      func add(_ outline: ShapeOutline) {
        drawing.forEachTile(of: outline, in: &mask) { mask, index, coverage in
          mask.edit(index) { tile, inside in tile.composite(coverage, covering, inside: inside) }
        }
      }
      add(ShapeOutline(fillOf: shape, rule: rule, on: size))
      // All points that are no farther from the border than the distance.
      if isGrownAsShape, !mask.isEmpty {
        add(ShapeOutline(strokeOf: shape.closed, style: StrokeStyle(width: 2 * expansion), on: size))
      }
      return mask
    case .connected(let x, let y, let tolerance):
      guard size.box.contains(x: x, y: y) else { return SelectionMask(on: size) }
      let tiles = PictureTiles(picture)
      return SelectionMask(try FloodedArea(from: x, y, in: tiles, tolerance: tolerance).mask())
    case .similar(let color, let tolerance):
      return try SelectionMask(of: picture) { tile, inside in
        let mask = TileMask(
          of: tile, similarTo: color, tolerance: tolerance, width: inside.width, height: inside.height)
        var selected = SelectionMask.none
        selected.set(mask, to: .black)
        return selected
      }
    case .alpha: return try SelectionMask(of: picture) { tile, _ in tile.alphas }
    case .picture(let received): return try mask(of: received, size)
    }
  }

  private func mask(of picture: ReceivedPicture, _ size: CanvasSize) throws -> SelectionMask {
    let reader = picture.reader
    guard reader.size == size else {
      let message =
        "the mask has \(reader.size.width)x\(reader.size.height) pixels, but must have \(size.width)x\(size.height), "
        + "as the canvas; scale or crop the file first"
      throw PictureError.parameter(message: message)
    }
    var mask = SelectionMask(on: size)
    try reader.readBands { (first, rows, band) throws(HistoryError) in
      for x in 0..<size.tileColumns {
        let pixels = TilePixels(column: x, ofBand: band, rows: rows, width: size.width)
        mask.set(Tile.pixels(pixels).greyTimesAlpha, at: TileIndex(x: x, y: first / Tile.edge))
      }
    }
    return mask
  }
}

extension SelectionMask: EditableTiles {
  /// Changes the selected part of a tile.
  mutating func edit(_ index: TileIndex, _ change: (inout Tile, PixelBox) -> Void) {
    var tile = self[index]
    change(&tile, index.inside(canvas))
    set(tile, at: index)
  }

  /// Does nothing: most tiles have no pixels yet.
  func prefetch(_ index: TileIndex, _ hint: PrefetchHint) {}
}

extension Shape {
  /// The same shape without ends: each part of a path leads back to its beginning, as the border of its inside does.
  fileprivate var closed: Shape {
    guard case .path(let path) = self else { return self }
    var elements: [Path.Element] = []
    for element in path.elements {
      if case .move = element, let last = elements.last, last != .close { elements.append(.close) }
      elements.append(element)
    }
    if let last = elements.last, last != .close { elements.append(.close) }
    return .path(Path(elements))
  }
}
