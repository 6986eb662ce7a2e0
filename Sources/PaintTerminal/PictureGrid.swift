import PaintRaster

/// The lines of a grid over a shown picture, and the labels next to it.
package struct PictureGrid: Equatable {
  /// A line, at the left or the upper edge of the pixels with a coordinate.
  package struct Line: Equatable {
    /// Its column or row in the shown picture.
    let place: Int
    /// The column or row of the picture itself.
    let coordinate: Int
  }

  /// The distance of two lines, in pixels of the picture.
  package let step: Int
  package let columns: [Line]
  package let rows: [Line]

  /// The least distance of two lines in the shown picture.
  package static func leastGap(isText: Bool) -> Int { isText ? 4 : 8 }

  /// Creates the grid of a part of a picture that is shown in a size.
  ///
  /// - Parameters:
  ///   - wanted: the distance of two lines in pixels of the picture; if they were closer than `leastGap`, the distance is
  ///     a multiple of it.
  ///   - gap: the least distance in the shown picture.
  package init(every wanted: Int, in box: PixelBox, shownAs size: CanvasSize, leastGap gap: Int) {
    let least = (gap * box.width + size.width - 1) / size.width
    step = max(1, (least + wanted - 1) / wanted) * wanted
    columns = Self.lines(from: box.x, box.width, to: size.width, every: step)
    rows = Self.lines(from: box.y, box.height, to: size.height, every: step)
  }

  private static func lines(from start: Int, _ length: Int, to shown: Int, every step: Int) -> [Line] {
    stride(from: (start + step - 1) / step * step, to: start + length, by: step).map {
      Line(place: ($0 - start) * shown / length, coordinate: $0)
    }
  }

  /// The labels of the vertical lines, above the picture: each begins in the cell that contains its line; those that do
  /// not fit are omitted.
  ///
  /// - Parameters:
  ///   - cell: the width of a cell in pixels.
  ///   - limit: the columns that there are, without the margin.
  package func head(cell: Int, columns limit: Int) -> String {
    var text = ""
    for line in columns {
      let column = line.place / cell
      let label = String(line.coordinate)
      guard column >= text.utf8.count + (text.isEmpty ? 0 : 1), column + label.utf8.count <= limit else { continue }
      text += String(repeating: " ", count: column - text.utf8.count) + label
    }
    return text
  }

  /// The labels of the horizontal lines by row of cells, each padded to the margin; of several lines in a row the first.
  ///
  /// - Parameters:
  ///   - cell: the height of a cell in pixels.
  ///   - count: the rows of cells.
  ///   - margin: the columns of each label, with a space after it.
  package func side(cell: Int, rows count: Int, margin: Int) -> [String] {
    var labels = [String](repeating: String(repeating: " ", count: margin), count: count)
    for line in rows.reversed() where line.place / cell < count {
      labels[line.place / cell] =
        TextWidth.padded(String(line.coordinate), to: margin - 1, isRight: true) + " "
    }
    return labels
  }
}
