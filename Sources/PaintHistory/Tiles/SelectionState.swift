import PaintRaster

/// What a document stores about its selection as a whole, in a tile of the plane `selectionSummary`.
///
/// The tile's first words, each 32 bits:
///
/// | word | value |
/// |---|---|
/// | 0 | the version of this layout: 1 |
/// | 1 | 1 if there is a selection; otherwise 0, and all further words are 0 |
/// | 2, 3 | the number that the revision had when it wrote the mask and this tile, its lower half first |
/// | 4 | the value of the tiles that it did not write: 0 or 255 |
/// | 5…8 | the bounds: x, y, width, height |
/// | 9, 10 | the number of pixels that are selected at least in part, its lower half first |
/// | 11…14 | the mask's fingerprint: the lower 64 bits, then the upper ones, each with its lower half first |
///
/// A recovery may have given the revision another number, so readers use the number of the revision that wrote this tile.
///
/// A mask's tiles have their values as alphas, and black as colour. All of them are written anew by each revision that
/// changes the selection, except for those with the value of word 4.
public struct SelectionState: Sendable, Hashable {
  /// The revision that wrote the mask.
  public var revision: Int
  /// Whether tiles that it did not write are selected.
  public var selectsOutside: Bool
  /// Bounds, area and fingerprint.
  public var summary: SelectionSummary

  /// The tiles that the revision did not write.
  public var outside: Tile { selectsOutside ? SelectionMask.all : SelectionMask.none }

  private static let version: UInt32 = 1
  /// The place of the stored tile in its plane.
  public static let place = TileIndex(x: 0, y: 0)

  /// Creates what is stored of a mask that a revision writes.
  public init(revision: Int, selectsOutside: Bool, summary: SelectionSummary) {
    self.revision = revision
    self.selectsOutside = selectsOutside
    self.summary = summary
  }

  /// Reads a stored tile; nil if there is no selection.
  ///
  /// - Parameter writer: the revision that wrote it.
  /// - Throws: `.damaged` if it has no valid layout.
  public init?(_ tile: Tile, writtenBy writer: Int) throws(HistoryError) {
    func word(_ place: Int) -> UInt32 { tile[place % Tile.edge, place / Tile.edge].bits }
    func long(_ place: Int) -> UInt64 { UInt64(word(place)) | UInt64(word(place + 1)) << 32 }
    guard word(0) == Self.version, word(1) <= 1, word(4) == 0 || word(4) == 255, let area = Int(exactly: long(9)) else {
      throw .damaged("what is known about the selection cannot be read")
    }
    if word(1) == 0 { return nil }
    revision = writer
    selectsOutside = word(4) == 255
    summary = SelectionSummary(
      bounds: PixelBox(x: Int(word(5)), y: Int(word(6)), width: Int(word(7)), height: Int(word(8))), area: area,
      fingerprint: Fingerprint(high: long(13), low: long(11)))
  }

  /// The tile to store for a selection, or for none.
  public static func tile(_ state: SelectionState?) -> Tile {
    var pixels = TilePixels(filledWith: .transparent)
    func set(_ place: Int, _ word: UInt32) { pixels[place, 0] = Pixel(bits: word) }
    func set(_ place: Int, _ long: UInt64) {
      set(place, UInt32(truncatingIfNeeded: long))
      set(place + 1, UInt32(truncatingIfNeeded: long >> 32))
    }
    set(0, version)
    if let state {
      let (summary, bounds) = (state.summary, state.summary.bounds)
      set(1, UInt32(1))
      set(2, UInt64(state.revision))
      set(4, UInt32(state.selectsOutside ? 255 : 0))
      for (place, number) in [bounds.x, bounds.y, bounds.width, bounds.height].enumerated() {
        set(5 + place, UInt32(truncatingIfNeeded: number))
      }
      set(9, UInt64(summary.area))
      set(11, summary.fingerprint.low)
      set(13, summary.fingerprint.high)
    }
    return .pixels(pixels)
  }
}

extension SelectionState {
  /// The key of the stored tile.
  static let key = TilePlace(place, in: .selectionSummary).key

  /// Whether tiles of a revision are a whole selection: the mask has the summary that is stored with it.
  ///
  /// Also true if they are no selection, or one with an unknown layout.
  static func isWhole(_ tiles: [UInt32: Tile], of revision: Revision) -> Bool {
    guard let stored = tiles[key], let state = try? SelectionState(stored, writtenBy: revision.number) else {
      return true
    }
    return state.mask(of: tiles, on: revision.size).summary == state.summary
  }

  /// The mask that tiles of a revision make up; tiles of other planes are ignored.
  private func mask(of tiles: [UInt32: Tile], on size: CanvasSize) -> SelectionMask {
    var mask = SelectionMask(on: size, selectingAll: selectsOutside)
    for (key, tile) in tiles where TilePlane.selection.keys.contains(key) {
      mask.set(tile, at: TilePlace(key: key).index)
    }
    return mask
  }

  /// The tile to store for what is left of a selection.
  ///
  /// - Parameters:
  ///   - tiles: the tiles that are left, including the stored one if it is left.
  ///   - revision: the revision that wrote them.
  static func tile(forRemaining tiles: [UInt32: Tile], of revision: Revision) -> Tile {
    let stored = tiles[key]
    var state = SelectionState(
      revision: revision.number,
      // A mask has no tiles with the value of those that are not stored.
      selectsOutside: tiles.contains { key, tile in
        guard TilePlane.selection.keys.contains(key), case .color(.transparent) = tile else { return false }
        return true
      },
      summary: SelectionSummary(bounds: .empty, area: 0, fingerprint: Fingerprint(high: 0, low: 0)))
    if let stored {
      do throws(HistoryError) {
        guard let known = try SelectionState(stored, writtenBy: revision.number) else { return stored }
        state = known
      } catch {
        // A later version may know its layout.
        return stored
      }
    }
    state.summary = state.mask(of: tiles, on: revision.size).summary
    return tile(state)
  }
}
