import PaintRaster

/// A set of pixels of a canvas, stored per tile: a tile with all or no pixels takes four bytes.
struct PixelArea {
  let canvas: CanvasSize
  /// The code of each tile, row by row: 0 for no pixels, 1 for all pixels on the canvas, otherwise the index of its
  /// mask plus two.
  private var codes: [UInt32]
  private var masks: [TileBits]

  /// The code of a tile without pixels of the area.
  static let none: UInt32 = 0
  /// The code of a tile with all its pixels on the canvas.
  static let whole: UInt32 = 1
  /// The code of the first mask.
  static let firstMask: UInt32 = 2

  /// Creates an empty area.
  init(on canvas: CanvasSize) {
    self.init(on: canvas, codes: [UInt32](repeating: Self.none, count: canvas.tileCount), masks: [])
  }

  /// Creates an area from the codes of all tiles, and masks.
  init(on canvas: CanvasSize, codes: [UInt32], masks: [TileBits]) {
    self.canvas = canvas
    self.codes = codes
    self.masks = masks
  }

  /// All pixels of a tile that are on the canvas.
  static func inside(_ index: TileIndex, _ canvas: CanvasSize) -> TileBits {
    let box = index.box(on: canvas)
    return TileBits(width: box.width, height: box.height)
  }

  /// The code of a tile; `none` outside of the canvas.
  @inline(__always) func code(_ x: Int, _ y: Int) -> UInt32 {
    x >= 0 && y >= 0 && x < canvas.tileColumns && y < canvas.tileRows ? codes[y * canvas.tileColumns + x] : Self.none
  }

  /// The pixels of a tile; none outside of the canvas.
  subscript(x: Int, y: Int) -> TileBits {
    let code = code(x, y)
    switch code {
    case Self.none: return .none
    case Self.whole: return Self.inside(TileIndex(x: x, y: y), canvas)
    default: return masks[Int(code - Self.firstMask)]
    }
  }

  /// Adds pixels of a tile that has none yet, as far as they are on the canvas.
  mutating func add(_ bits: TileBits, x: Int, y: Int) {
    let inside = Self.inside(TileIndex(x: x, y: y), canvas)
    let part = bits.intersection(inside)
    if part.isEmpty { return }
    if part == inside { return addWhole(x: x, y: y) }
    codes[y * canvas.tileColumns + x] = UInt32(masks.count) + Self.firstMask
    masks.append(part)
  }

  /// Adds all pixels of a tile.
  mutating func addWhole(x: Int, y: Int) { codes[y * canvas.tileColumns + x] = Self.whole }

  /// Calls `body` for the tiles that have pixels of the area, row by row of tiles.
  func forEachTile<E: Error>(_ body: (TileIndex, TileBits) throws(E) -> Void) throws(E) {
    for y in 0..<canvas.tileRows {
      for x in 0..<canvas.tileColumns where codes[y * canvas.tileColumns + x] != Self.none {
        try body(TileIndex(x: x, y: y), self[x, y])
      }
    }
  }
}
