import PaintRaster

/// How large a picture is shown.
package enum Zoom: Equatable, Sendable {
  /// As large as it fits, at most in its own size.
  case fit
  /// The shown pixels to a pixel of the picture, over 0 to 256.
  case factor(Double)
}

/// Which part of a picture is shown, in which size, in which cells.
package struct ViewLayout: Equatable {
  /// The part of the picture.
  package let box: PixelBox
  /// Its size in shown pixels.
  package let size: CanvasSize
  /// Whether the part was cut to what fits.
  package let isCut: Bool

  /// The most pixels that are shown: 64 MiB.
  package static let pixelLimit = 1 << 24
  /// The most pixels of a side of a picture that is scaled to fit.
  private static let sideLimit = 4_096

  /// The space for the picture.
  package struct Space: Equatable {
    /// Its cells; no rows for a space that is as high as needed.
    var columns: Int
    var rows: Int?
    /// The pixels of a cell.
    var cell: CellSize
  }

  /// Lays out a part of a picture.
  ///
  /// A picture that is scaled to fit is made smaller, never larger. One that is shown in a certain zoom is cut.
  ///
  /// - Throws: `.tooManyPixels` if more pixels than `pixelLimit` would be shown.
  package init(of box: PixelBox, zoom: Zoom, in space: Space) throws(TerminalError) {
    let width = max(1, space.columns * space.cell.width)
    let height = space.rows.map { max(1, $0 * space.cell.height) }
    switch zoom {
    case .fit:
      self.box = box
      isCut = false
      size = Self.fit(box, min(width, Self.sideLimit), min(height ?? Self.sideLimit, Self.sideLimit))
    case .factor(let factor):
      var part = box
      part.width = Self.fitting(box.width, in: width, factor)
      if let height { part.height = Self.fitting(box.height, in: height, factor) }
      self.box = part
      isCut = part != box
      let (columns, rows) = (Self.scaled(part.width, factor), Self.scaled(part.height, factor))
      guard columns * rows <= Self.pixelLimit, let size = CanvasSize(width: columns, height: rows) else {
        throw .tooManyPixels(width: columns, height: rows)
      }
      self.size = size
    }
  }

  /// The cells of these pixels.
  package func cells(_ cell: CellSize) -> (columns: Int, rows: Int) {
    ((size.width + cell.width - 1) / cell.width, (size.height + cell.height - 1) / cell.height)
  }

  /// The factor by which the width changes.
  package var factor: Double { Double(size.width) / Double(box.width) }

  /// The longest part of a side that is not larger than `limit` after scaling, at least a pixel.
  private static func fitting(_ side: Int, in limit: Int, _ factor: Double) -> Int {
    // A small factor gives more than an integer can be.
    var part = max(1, Int(min(Double(side), (Double(limit) / factor).rounded(.down))))
    while part > 1, scaled(part, factor) > limit { part -= 1 }
    return part
  }

  private static func scaled(_ side: Int, _ factor: Double) -> Int { max(1, Int((Double(side) * factor).rounded())) }

  /// The size of a box, made smaller to fit.
  private static func fit(_ box: PixelBox, _ width: Int, _ height: Int) -> CanvasSize {
    var (columns, rows) = (min(box.width, width), min(box.height, height))
    if box.width * rows >= box.height * columns {
      rows = max(1, min(rows, (2 * box.height * columns + box.width) / (2 * box.width)))
    } else {
      columns = max(1, min(columns, (2 * box.width * rows + box.height) / (2 * box.height)))
    }
    guard let size = CanvasSize(width: columns, height: rows) else {
      preconditionFailure("a size that fits into a canvas is one")
    }
    return size
  }
}
