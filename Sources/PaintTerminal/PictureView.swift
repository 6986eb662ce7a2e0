import PaintRaster

/// A picture on the screen, with its grid and labels: what is written, and what it covers.
package struct PictureView {
  /// The protocol.
  package let pictureProtocol: PictureProtocol
  /// The part of the picture, and its size in shown pixels.
  package let layout: ViewLayout
  /// The grid; nil for none.
  package let grid: PictureGrid?
  /// The cells of the picture itself.
  package let columns: Int
  package let rows: Int

  private let terminal: ViewTerminal
  private let cell: CellSize
  /// The columns of labels on the left; 0 for none.
  private let margin: Int

  /// Plans the view of a part of a picture.
  ///
  /// - Parameters:
  ///   - box: the part.
  ///   - every: the distance of the grid's lines in pixels of the picture; nil for no grid.
  ///
  /// - Throws: `.tooManyPixels`.
  package init(of box: PixelBox, zoom: Zoom, gridEvery every: Int?, on terminal: ViewTerminal) throws(TerminalError) {
    let encoder = terminal.pictureProtocol.encoder
    let cell = encoder.cell ?? terminal.cell ?? .usual
    let isText = encoder.cell != nil
    // The last row is for the shell's next prompt.
    var space = ViewLayout.Space(columns: terminal.columns, rows: terminal.rows.map { max(1, $0 - 1) }, cell: cell)
    var layout = try ViewLayout(of: box, zoom: zoom, in: space)
    var grid: PictureGrid?
    var margin = 0
    if let every {
      let gap = PictureGrid.leastGap(isText: isText)
      // The longest label, of the box' last row at most.
      let columns = String(max(0, box.maxY - 1)).utf8.count + 1
      // Without room for labels there are only lines.
      if terminal.columns > columns, (space.rows ?? 2) > 1 {
        margin = columns
        space.columns -= columns
        space.rows = space.rows.map { $0 - 1 }
        layout = try ViewLayout(of: box, zoom: zoom, in: space)
      }
      grid = PictureGrid(every: every, in: layout.box, shownAs: layout.size, leastGap: gap)
    }
    (columns, rows) = layout.cells(cell)
    self.pictureProtocol = terminal.pictureProtocol
    self.layout = layout
    self.grid = grid
    self.terminal = terminal
    self.cell = cell
    self.margin = margin
  }

  /// What is written for the picture's pixels, which have the size of the layout.
  ///
  /// - Parameter background: what is behind transparent pixels: an opaque colour, the terminal for a transparent one; nil
  ///   for a checkerboard.
  /// - Parameter imageID: a number by which the terminal replaces the picture that had it before; nil for none.
  package func bytes(_ pixels: [UInt32], background: Pixel?, imageID: Int? = nil) throws(TerminalError) -> [UInt8] {
    let encoder = pictureProtocol.encoder
    var picture = ShownPicture(size: layout.size, pixels: pixels)
    picture.isCellKnown = terminal.cell != nil
    (picture.columns, picture.rows) = (columns, rows)
    picture.imageID = imageID
    picture.isInTmux = terminal.isInTmux && terminal.isTerminal
    let ground: ShownPicture.Ground =
      switch background {
      case let color?: color.alpha == 0 ? .terminal : .color(color)
      case nil: encoder.showsGround ? .terminal : .checkerboard(encoder.cell == nil ? 8 : 2)
      }
    picture.put(on: ground, hasAlpha: encoder.hasAlpha)
    if let grid { picture.draw(grid) }
    switch try encoder.encode(picture) {
    case .text(let lines): return text(lines)
    case .image(let sequence): return image(sequence)
    }
  }

  private func text(_ lines: [[UInt8]]) -> [UInt8] {
    var bytes = head
    let side = labels
    for (row, line) in lines.enumerated() {
      bytes += Array(side[row].utf8) + line
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// Makes room for the picture, so that drawing it does not scroll, and returns to its corner.
  private func image(_ sequence: [UInt8]) -> [UInt8] {
    var bytes = head
    for label in labels {
      bytes += Array(label.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes += Array("\u{1b}[\(rows)A\u{1b}7".utf8)
    if margin > 0 { bytes += Array("\u{1b}[\(margin)C".utf8) }
    bytes += sequence
    bytes += Array("\u{1b}8\u{1b}[\(rows)B".utf8)
    return bytes
  }

  private var head: [UInt8] {
    guard let grid, margin > 0 else { return [] }
    let labels = grid.head(cell: cell.width, columns: max(columns, terminal.columns - margin))
    return Array((String(repeating: " ", count: margin) + labels + "\n").utf8)
  }

  /// The text before each row of cells.
  private var labels: [String] {
    guard let grid, margin > 0 else { return [String](repeating: "", count: rows) }
    return grid.side(cell: cell.height, rows: rows, margin: margin)
  }
}
