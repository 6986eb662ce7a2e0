import PaintPNG
import PaintRaster

/// The contents of a finished pack.
enum FinishedPack {
  /// A file's bytes.
  case file([UInt8])
  /// The tiles as they are, for a pack in memory.
  case tiles([TilePixels])

  /// The number of bytes.
  var byteCount: Int {
    switch self {
    case .file(let bytes): bytes.count
    case .tiles(let tiles): tiles.count * Tile.byteCount
    }
  }
}

/// A pack that is being built: for a file its tiles are encoded, for memory they are kept as they are.
struct PackAssembly: ~Copyable {
  /// A state that can be restored.
  struct Mark {
    fileprivate var builder: PackBuilder.Mark
    fileprivate var tiles: Int

    /// The part of a finished pack that is needed to restore it.
    func part(of contents: FinishedPack) -> FinishedPack {
      switch contents {
      case .file(let bytes): .file(Array(bytes[..<builder.byteCount]))
      case .tiles(let pixels): .tiles(Array(pixels[..<tiles]))
      }
    }
  }

  private var builder = PackBuilder()
  /// The tiles of a pack in memory.
  private var tiles: [TilePixels] = []
  /// Whether tiles are encoded.
  let isForFile: Bool

  init(forFile isForFile: Bool) { self.isForFile = isForFile }

  /// The number of tiles.
  var slotCount: Int { isForFile ? builder.slotCount : tiles.count }
  /// The number of bytes so far, without the records and the end.
  var byteCount: Int { isForFile ? builder.byteCount : tiles.count * Tile.byteCount }
  /// The current state.
  var mark: Mark { Mark(builder: builder.mark, tiles: tiles.count) }

  /// Adds a tile; the pack must not be full.
  ///
  /// In memory, the slot's offset is the tile's position in the pack.
  mutating func append(_ pixels: TilePixels) -> PackSlot {
    if isForFile { return builder.append(pixels) }
    tiles.append(pixels)
    return PackSlot(offset: UInt32(tiles.count - 1), length: 0, crc: 0, adler: 0)
  }

  /// Adds an encoded tile to a pack for a file, which must not be full.
  mutating func append(encoded tile: EncodedTile) -> PackSlot { builder.append(encoded: tile) }

  /// The whole pack; this one is empty again.
  ///
  /// A pack in memory has no records.
  mutating func finish(records: String) -> FinishedPack {
    if isForFile { return .file(builder.finish(records: records)) }
    defer { tiles = [] }
    return .tiles(tiles)
  }

  /// Removes the tiles that were added since the mark.
  ///
  /// - Parameter finished: the part of the pack at the mark if it was finished in the meantime.
  mutating func rollBack(to mark: Mark, finished: FinishedPack?) {
    switch finished {
    case .file(let bytes): builder.rollBack(to: mark.builder, finished: bytes)
    case .tiles(let pixels): tiles = pixels
    case nil:
      builder.rollBack(to: mark.builder, finished: nil)
      tiles.removeSubrange(mark.tiles...)
    }
  }
}
