import PaintRaster

/// One version of a tile, without its pixels a fault: which revision wrote it and where its pixels are.
struct TileVersion: Hashable {
  /// Where the pixels are.
  enum Place: Hashable {
    /// There are none: the whole tile has one colour.
    case color(Pixel)
    /// In a pack.
    case slot(PackPlace)
    /// In memory, on their way to a pack.
    case pending
  }

  /// The revision that wrote it; -1 for a tile that was never written.
  var revision: Int
  var place: Place
}

/// A slot of a pack: which file and where in it.
struct PackPlace: Hashable {
  /// The pack's number.
  var pack: Int
  /// Where the slot's compressed bytes begin in the file.
  var offset: UInt32
  /// How many there are.
  var length: UInt32
  /// The CRC of their chunk, so that a swapped pack is noticed.
  var crc: UInt32
}
