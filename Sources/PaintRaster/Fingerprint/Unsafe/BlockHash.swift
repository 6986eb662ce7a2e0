// Unsafe: reads rows of pixels through the pointers that tiles lend.

/// The 128-bit hash of the pixels of one fixed 32x32 block of a canvas, independent of its position.
///
/// Documents and scripts store values made from it (`Fingerprint`), so it must never change. It depends only on the
/// stored bytes of the pixels inside the canvas and on their numbers of columns and rows: a colour that fills the block
/// gives the same hash as the same pixels written out. Not cryptographic: collisions can be constructed.
///
/// While `Tile.edge` is 32 a tile is a block; if the edge changes, blocks stay 32x32.
public struct BlockHash: Hashable, Sendable {
  /// Pixels along one edge of a block, whatever the edge of a tile.
  public static let edge = 32

  /// The lower 64 bits.
  public let low: UInt64
  /// The upper 64 bits.
  public let high: UInt64

  /// Hashes the part of a block's tile that is on the canvas.
  ///
  /// - Parameters:
  ///   - tile: the block's pixels.
  ///   - width: columns inside the canvas, from the left, 1…32.
  ///   - height: rows inside the canvas, from the top, 1…32.
  /// - Complexity: O(`height`).
  public init(of tile: Tile, width: Int = BlockHash.edge, height: Int = BlockHash.edge) {
    precondition(
      (1...Self.edge).contains(width) && (1...Self.edge).contains(height), "a block has 1…32 columns and rows")
    self = unsafe tile.withUnsafeRows { rows, stride in
      var state = BlockHashState()
      if width == Self.edge {
        for y in 0..<height { unsafe state.absorb(UnsafeRawPointer(rows + y * stride)) }
      } else {
        // Columns outside the canvas count as 0, whatever the tile holds there.
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.edge) { row in
          unsafe row.initialize(repeating: 0)
          guard let start = row.baseAddress else { return }
          for y in 0..<height {
            unsafe start.update(from: rows + y * stride, count: width)
            unsafe state.absorb(UnsafeRawPointer(start))
          }
        }
      }
      return state.finished(width: width, height: height)
    }
  }

  /// The hash with these halves, as stored by a caller.
  public init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }
}
