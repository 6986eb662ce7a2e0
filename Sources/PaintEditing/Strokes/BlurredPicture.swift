import PaintFilters
import PaintHistory
import PaintRaster

/// A picture blurred by `GaussianBlur`, of which only the squares are made that are asked for.
///
/// How the picture is divided does not change a pixel: each depends on its surroundings alone.
final class BlurredPicture {
  private let picture: Snapshot
  private let blur: GaussianBlur
  /// The tiles along a side of the squares that are blurred together: large ones where their surroundings are.
  private let side: Int
  /// The blurred squares of one row of squares, by their column.
  private var squares: [Int: PixelBlock] = [:]
  private var row = -1

  init(_ picture: Snapshot, radius: Double) {
    self.picture = picture
    blur = GaussianBlur(radius: radius)
    side = radius > 16 ? 16 : 4
  }

  /// The blurred tile at `index`; tiles are best asked for row by row.
  func tile(at index: TileIndex) throws(HistoryError) -> Tile {
    if blur.isIdentity { return try picture.tile(at: index) }
    let (column, row) = (index.x / side, index.y / side)
    if row != self.row {
      squares.removeAll(keepingCapacity: true)
      self.row = row
    }
    if let known = squares[column] { return known.source.tile(at: index) }
    let made = try square(column, row)
    squares[column] = made
    return made.source.tile(at: index)
  }

  private func square(_ column: Int, _ row: Int) throws(HistoryError) -> PixelBlock {
    let edge = side * Tile.edge
    let box = PixelBox(x: column * edge, y: row * edge, width: edge, height: edge).intersection(picture.size.box)
    let source = try picture.pixels(in: blur.sourceBox(for: box, on: picture.size))
    let result = PixelBlock(unwritten: box)
    blur.apply(to: source.source, writing: result.target, on: picture.size, with: .all)
    return result
  }
}
