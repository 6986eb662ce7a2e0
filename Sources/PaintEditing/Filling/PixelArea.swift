import PaintRaster

/// Some pixels of a canvas, tile by tile: a tile of which all belong to it, or none, takes four bytes.
struct PixelArea {
  let canvas: CanvasSize
  /// By tile, row by row: 0 for none of its pixels, 1 for all on the canvas, else the place of its mask and two more.
  private var codes: [UInt32]
  private var masks: [TileBits]

  /// The code of a tile without pixels of the area.
  static let none: UInt32 = 0
  /// The code of a tile of which all pixels on the canvas belong to it.
  static let whole: UInt32 = 1
  /// The code of the first mask.
  static let firstMask: UInt32 = 2

  /// No pixel.
  init(on canvas: CanvasSize) {
    self.init(on: canvas, codes: [UInt32](repeating: Self.none, count: canvas.tileCount), masks: [])
  }

  /// The area of these codes, one for each tile, and masks.
  init(on canvas: CanvasSize, codes: [UInt32], masks: [TileBits]) {
    self.canvas = canvas
    self.codes = codes
    self.masks = masks
  }

  /// All pixels of a tile that lie on the canvas.
  static func inside(_ index: TileIndex, _ canvas: CanvasSize) -> TileBits {
    let box = index.box(on: canvas)
    return TileBits(width: box.width, height: box.height)
  }

  /// The code of a tile; `none` for one that is not on the canvas.
  @inline(__always) func code(_ x: Int, _ y: Int) -> UInt32 {
    x >= 0 && y >= 0 && x < canvas.tileColumns && y < canvas.tileRows ? codes[y * canvas.tileColumns + x] : Self.none
  }

  /// The pixels of a tile; none of one that is not on the canvas.
  subscript(x: Int, y: Int) -> TileBits {
    let code = code(x, y)
    switch code {
    case Self.none: return .none
    case Self.whole: return Self.inside(TileIndex(x: x, y: y), canvas)
    default: return masks[Int(code - Self.firstMask)]
    }
  }

  /// Makes those pixels of a tile that has none yet part of the area, as far as they lie on the canvas.
  mutating func add(_ bits: TileBits, x: Int, y: Int) {
    let inside = Self.inside(TileIndex(x: x, y: y), canvas)
    let part = bits.intersection(inside)
    if part.isEmpty { return }
    if part == inside { return addWhole(x: x, y: y) }
    codes[y * canvas.tileColumns + x] = UInt32(masks.count) + Self.firstMask
    masks.append(part)
  }

  /// Makes all pixels of a tile part of the area.
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
