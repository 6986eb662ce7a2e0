import PaintHistory
import PaintRaster
import Synchronization

/// A picture as an array with one word per pixel: the reference for the history's pictures.
public struct PlainPicture: Sendable, Hashable {
  /// Its size.
  public let size: CanvasSize
  /// `Pixel.bits`, row by row.
  public var pixels: [UInt32]

  /// A picture of one colour.
  public init(_ size: CanvasSize, filledWith color: Pixel = .transparent) {
    self.size = size
    pixels = [UInt32](repeating: color.bits, count: size.width * size.height)
  }

  /// The content of a snapshot, read tile by tile.
  public init(of snapshot: Snapshot) throws(HistoryError) {
    self.init(snapshot.size)
    for index in Self.indices(of: size) { self[index] = try snapshot.tile(at: index) }
  }

  /// The content of a snapshot, read by rows of tiles.
  public init(rowsOf snapshot: Snapshot) throws {
    self.init(snapshot.size)
    for row in 0..<size.tileRows {
      try snapshot.forEachTile(row: row, columns: 0..<size.tileColumns) { (index, tile) throws(Never) in
        self[index] = tile
      }
    }
  }

  /// The content of a snapshot, its tiles read together on several threads; a duplicate or missing tile is an error.
  public init(concurrentTilesOf snapshot: Snapshot, threads: Int) throws {
    let tiles = Mutex<[TileIndex: Tile]>([:])
    let twice = Mutex(0)
    let size = snapshot.size
    try snapshot.forEachTile(
      rows: 0..<size.tileRows, columns: 0..<size.tileColumns, with: Workers(count: threads)
    ) { index, tile in
      let known = tiles.withLock { $0.updateValue(tile, forKey: index) }
      if known != nil { twice.withLock { $0 += 1 } }
    }
    self.init(size)
    let found = tiles.withLock { $0 }
    guard twice.withLock({ $0 }) == 0, found.count == size.tileCount else { throw WrongTiles() }
    for (index, tile) in found { self[index] = tile }
  }

  private struct WrongTiles: Error {}

  /// The content of the canvas.
  public init(canvasOf history: History) throws(HistoryError) {
    self.init(history.current.size)
    for index in Self.indices(of: size) { self[index] = try history.tile(at: index) }
  }

  /// All tiles of a canvas, row by row.
  public static func indices(of size: CanvasSize) -> [TileIndex] {
    (0..<size.tileRows).flatMap { y in (0..<size.tileColumns).map { TileIndex(x: $0, y: y) } }
  }

  /// The pixels of a tile; when read, pixels beyond the canvas are transparent.
  public subscript(index: TileIndex) -> Tile {
    get {
      let box = index.box(on: size)
      return .pixels(
        TilePixels { target in
          target.initialize(repeating: 0, count: Tile.pixelCount)
          pixels.withUnsafeBufferPointer { source in
            guard let source = source.baseAddress else { return }
            for y in 0..<box.height {
              (target + y * Tile.edge).update(from: source + (box.y + y) * size.width + box.x, count: box.width)
            }
          }
        })
    }
    set {
      let box = index.box(on: size)
      let width = size.width
      newValue.expanded.withUnsafePixels { source in
        pixels.withUnsafeMutableBufferPointer { target in
          guard let target = target.baseAddress else { return }
          for y in 0..<box.height {
            (target + (box.y + y) * width + box.x).update(from: source + y * Tile.edge, count: box.width)
          }
        }
      }
    }
  }

  /// The fingerprint, computed from all pixels.
  public var fingerprint: Fingerprint {
    var fingerprint = Fingerprint(size: size)
    for index in Self.indices(of: size) { fingerprint.add(self[index], at: index, canvas: size) }
    return fingerprint
  }

  /// The number of pixels that differ from those of a picture of the same size, and their bounding box.
  public func difference(from other: PlainPicture) -> (count: Int, bounds: PixelBox) {
    var count = 0
    var bounds = PixelBox.empty
    for position in pixels.indices where pixels[position] != other.pixels[position] {
      count += 1
      let pixel = PixelBox(x: position % size.width, y: position / size.width, width: 1, height: 1)
      bounds = bounds.union(pixel)
    }
    return (count, bounds)
  }
}
