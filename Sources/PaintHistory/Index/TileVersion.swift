import PaintRaster

/// One version of a tile, a fault if its pixels are not in memory: the revision that wrote it and the location of its
/// pixels.
struct TileVersion: Hashable {
  /// The location of the pixels.
  enum Location: Hashable {
    /// No pixels are stored, because the whole tile has one colour.
    case color(Pixel)
    /// In a pack.
    case slot(PackLocation)
    /// In memory, not in a pack yet.
    case pending
  }

  /// The revision that wrote it; -1 for a tile that was never written.
  var revision: Int
  var location: Location
}

/// The location of a slot in a pack.
struct PackLocation: Hashable {
  /// The pack's number.
  var pack: Int
  /// The offset of the slot's compressed bytes in the file.
  var offset: UInt32
  /// The number of these bytes.
  var length: UInt32
  /// The CRC of their chunk, which detects a swapped pack.
  var crc: UInt32
}
