/// How much of each pixel of a canvas is selected, 0…255, stored per tile.
///
/// A tile's values are the alphas of a `Tile` whose colours are black, so coverage, filters and geometry work on it as on
/// a picture. A tile of one value takes four bytes. The first others are kept as they are, and any further one takes at most
/// one byte a pixel: a wide soft edge, whose tiles have few values each, half a byte or less.
///
/// Sets are combined as fuzzy sets (Zadeh, 1965): the union has the larger value of each pixel, the intersection the
/// smaller one, and the complement is 255 − k. So adding an area twice is the same as adding it once, and inverting twice
/// changes nothing.
public struct SelectionMask: Sendable {
  /// The canvas' size.
  public let canvas: CanvasSize
  /// The code of each tile, row by row: below 256 its only value, otherwise the index of its values plus 256.
  private var codes: [UInt32]
  private var tiles: [PackedAlphas] = []
  /// The places in `tiles` that are not needed any more.
  private var freePlaces: [Int] = []
  /// 0, or 255 if each value is stored as its complement.
  private var complement: UInt8 = 0

  private static let firstTile: UInt32 = 256
  /// At so many first places tiles are not packed; they take 4 MiB.
  private static let unpackedTiles = 1_024

  /// The tile of which nothing is selected.
  public static let none = Tile.color(.transparent)
  /// The tile of which everything is selected.
  public static let all = Tile.color(.black)

  /// Creates a mask that selects nothing, or everything.
  public init(on canvas: CanvasSize, selectingAll: Bool = false) {
    self.canvas = canvas
    codes = [UInt32](repeating: selectingAll ? 255 : 0, count: canvas.tileCount)
  }

  /// Creates a mask of a set of pixels, each of which is selected completely.
  public init(_ pixels: CanvasMask) {
    self.init(on: pixels.canvas)
    pixels.forEachTile { index, pixels in
      guard pixels != CanvasMask.inside(index, canvas) else { return set(Self.all, at: index) }
      var tile = Self.none
      tile.set(pixels, to: .black)
      set(tile, at: index)
    }
  }

  /// The selected part of the tile at `index`; nothing outside of the canvas.
  ///
  /// - Complexity: O(1) for a tile of one value, otherwise O(pixels).
  public subscript(index: TileIndex) -> Tile {
    guard contains(index) else { return Self.none }
    let code = codes[index.y * canvas.tileColumns + index.x]
    guard code < Self.firstTile else { return tiles[Int(code - Self.firstTile)].tile(complement: complement) }
    return .color(Pixel(bits: (code ^ UInt32(complement)) &<< 24))
  }

  /// Replaces the selected part of the tile at `index`, which is on the canvas.
  ///
  /// - Complexity: O(pixels), to find out whether they are equal.
  public mutating func set(_ tile: Tile, at index: TileIndex) {
    precondition(contains(index), "a mask has the tiles of its canvas")
    let place = index.y * canvas.tileColumns + index.x
    let isStored = codes[place] >= Self.firstTile
    let old = Int(codes[place]) - Int(Self.firstTile)
    if case .color(let color) = tile.compacted(inside: index.inside(canvas)) {
      codes[place] = UInt32(color.alpha ^ complement)
      if !isStored { return }
      tiles[old] = .empty
      return freePlaces.append(old)
    }
    let new = isStored ? old : freePlaces.popLast() ?? tiles.count
    let alphas =
      new < Self.unpackedTiles
      ? PackedAlphas(keeping: tile, complement: complement) : PackedAlphas(tile, complement: complement)
    if new == tiles.count { tiles.append(alphas) } else { tiles[new] = alphas }
    codes[place] = UInt32(new) + Self.firstTile
  }

  /// The complement: 255 − k for each pixel.
  ///
  /// - Complexity: O(1); both share their memory until one of them changes.
  public func inverted() -> SelectionMask {
    var result = self
    result.complement = 255 - complement
    return result
  }

  /// The canvas' tiles in which something is selected, row by row.
  public var tileIndices: [TileIndex] { tileIndices(otherThan: Self.none) }

  /// The canvas' tiles that are not completely `none` or `all`, row by row.
  public func tileIndices(otherThan outside: Tile) -> [TileIndex] {
    let excluded = if case .color(.black) = outside { code(of: 255) } else { code(of: 0) }
    var indices: [TileIndex] = []
    for y in 0..<canvas.tileRows {
      for x in 0..<canvas.tileColumns where codes[y * canvas.tileColumns + x] != excluded {
        indices.append(TileIndex(x: x, y: y))
      }
    }
    return indices
  }

  /// Whether no pixel is selected.
  public var isEmpty: Bool { codes.allSatisfy { $0 == code(of: 0) } }

  /// Whether most tiles are selected completely, so that storing the others takes less.
  public var isMostlyAll: Bool {
    var count = 0
    for code in codes where code == self.code(of: 255) { count += 1 }
    return count > codes.count / 2
  }

  /// The code of a tile of one value.
  private func code(of value: UInt8) -> UInt32 { UInt32(value ^ complement) }

  private func contains(_ index: TileIndex) -> Bool {
    index.x >= 0 && index.y >= 0 && index.x < canvas.tileColumns && index.y < canvas.tileRows
  }
}

extension Tile {
  /// The alphas as a part of a selection: with black as colour.
  public var alphas: Tile {
    switch self {
    case .color(let color): .color(Pixel(bits: color.bits & 0xFF00_0000))
    case .pixels: Tile(self, self) { word, _ in word & 0xFF00_0000 }
    }
  }

  /// The part of a selection that selects completely what this one selects at all.
  public var selectingAny: Tile {
    switch self {
    case .color(let color): .color(color.alpha == 0 ? .transparent : .black)
    case .pixels: Tile(self, self) { word, _ in word &>> 24 == 0 ? 0 : 0xFF00_0000 }
    }
  }

  /// The grey values, the luma of ITU-R BT.709, times the alphas as a part of a selection, rounded to 0…255.
  public var greyTimesAlpha: Tile {
    Tile(self, self) { word, _ in
      let pixel = Pixel(bits: word)
      let luma = 2_126 * UInt32(pixel.red) + 7_152 * UInt32(pixel.green) + 722 * UInt32(pixel.blue)
      return ((luma * UInt32(pixel.alpha) + 1_275_000) / 2_550_000) &<< 24
    }
  }

  /// A part of a selection as opaque grey: 0, black, for nothing to 255, white.
  public var alphasAsGrey: Tile {
    switch self {
    case .color(let color): .color(Pixel(bits: color.bits &>> 24 &* 0x0001_0101 | 0xFF00_0000))
    case .pixels: Tile(self, self) { word, _ in word &>> 24 &* 0x0001_0101 | 0xFF00_0000 }
    }
  }

  /// The selected part of this tile: colours stay, and alpha is round(alpha · k / 255); where nothing is selected, all
  /// four bytes are 0.
  ///
  /// - Parameter mask: a tile of a ``SelectionMask``.
  public func cutOut(by mask: Tile) -> Tile {
    switch mask {
    case .color(.transparent): SelectionMask.none
    case .color(.black): self
    default:
      Tile(self, mask) { word, mask in
        let selected = mask &>> 24
        let alpha = (word &>> 24 &* selected &+ 127) / 255
        return selected == 0 ? 0 : word & 0x00FF_FFFF | alpha &<< 24
      }
    }
  }
}
