/// A set of pixels of a canvas, stored per tile: a tile with all or no pixels takes four bytes, any other 128 more.
public struct CanvasMask: Sendable {
  /// The canvas' size.
  public let canvas: CanvasSize
  /// The code of each tile, row by row: 0 for no pixels, 1 for all pixels on the canvas, otherwise the index of its
  /// mask plus two.
  private var codes: [UInt32]
  private var masks: [TileMask]

  /// The code of a tile without pixels of the set.
  public static let none: UInt32 = 0
  /// The code of a tile with all its pixels on the canvas.
  public static let whole: UInt32 = 1
  /// The code of the first mask.
  public static let firstMask: UInt32 = 2

  /// Creates an empty set.
  public init(on canvas: CanvasSize) {
    self.init(on: canvas, codes: [UInt32](repeating: Self.none, count: canvas.tileCount), masks: [])
  }

  /// Creates a set from the codes of all tiles, row by row, and the masks that they name.
  public init(on canvas: CanvasSize, codes: [UInt32], masks: [TileMask]) {
    precondition(codes.count == canvas.tileCount, "each tile has a code")
    self.canvas = canvas
    self.codes = codes
    self.masks = masks
  }

  /// All pixels of a tile that are on the canvas.
  public static func inside(_ index: TileIndex, _ canvas: CanvasSize) -> TileMask {
    let box = index.box(on: canvas)
    return TileMask(width: box.width, height: box.height)
  }

  /// The code of a tile; `none` outside of the canvas.
  @inline(__always) func code(_ x: Int, _ y: Int) -> UInt32 {
    x >= 0 && y >= 0 && x < canvas.tileColumns && y < canvas.tileRows ? codes[y * canvas.tileColumns + x] : Self.none
  }

  /// The pixels of the tile in a column and row of tiles; none outside of the canvas.
  public subscript(x: Int, y: Int) -> TileMask {
    let code = code(x, y)
    switch code {
    case Self.none: return .none
    case Self.whole: return Self.inside(TileIndex(x: x, y: y), canvas)
    default: return masks[Int(code - Self.firstMask)]
    }
  }

  /// Adds pixels of a tile that has none yet, as far as they are on the canvas.
  public mutating func add(_ mask: TileMask, x: Int, y: Int) {
    let inside = Self.inside(TileIndex(x: x, y: y), canvas)
    let part = mask.intersection(inside)
    if part.isEmpty { return }
    if part == inside { return addWhole(x: x, y: y) }
    codes[y * canvas.tileColumns + x] = UInt32(masks.count) + Self.firstMask
    masks.append(part)
  }

  /// Adds all pixels of a tile.
  public mutating func addWhole(x: Int, y: Int) { codes[y * canvas.tileColumns + x] = Self.whole }

  /// Calls `body` for the tiles that have pixels of the set, row by row of tiles.
  ///
  /// - Throws: the errors of `body`.
  public func forEachTile<E: Error>(_ body: (TileIndex, TileMask) throws(E) -> Void) throws(E) {
    for y in 0..<canvas.tileRows {
      for x in 0..<canvas.tileColumns where codes[y * canvas.tileColumns + x] != Self.none {
        try body(TileIndex(x: x, y: y), self[x, y])
      }
    }
  }
}
