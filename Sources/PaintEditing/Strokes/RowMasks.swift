import PaintRaster

/// A mask with the same coverage for all pixels of a tile.
struct UniformMask {
  static let empty = UniformMask(0)
  static let full = UniformMask(255)

  private let bytes: [UInt8]

  private init(_ coverage: UInt8) { bytes = [UInt8](repeating: coverage, count: Tile.pixelCount) }

  /// Passes the 1,024 coverages.
  func withMask<R, E: Error>(_ body: (UnsafePointer<UInt8>) throws(E) -> R) throws(E) -> R {
    try bytes.withMask(at: 0, body)
  }

  /// Passes the mask for `coverage`; nil means no coverage.
  static func withMask<R, E: Error>(
    of coverage: TileCoverage?, _ body: (UnsafePointer<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    switch coverage {
    case nil: try empty.withMask(body)
    case .full: try full.withMask(body)
    case .mask(let mask): try body(mask.bytes)
    }
  }
}

/// The coverage of one row of tiles, stored until that of a second outline is known.
struct RowMasks {
  private enum Kept {
    case full
    /// The offset of the mask in `bytes`.
    case mask(Int)
  }

  private var kept: [Int: Kept] = [:]
  private var used: Set<Int> = []
  private var bytes: [UInt8] = []

  /// The columns that were added but not marked as used, from left to right.
  var unusedColumns: [Int] { kept.keys.filter { !used.contains($0) }.sorted() }

  mutating func removeAll() {
    kept.removeAll(keepingCapacity: true)
    used.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func add(_ coverage: TileCoverage, _ columns: Range<Int>) {
    for column in columns {
      switch coverage {
      case .full: kept[column] = .full
      case .mask(let mask):
        kept[column] = .mask(bytes.count)
        bytes.append(contentsOf: UnsafeBufferPointer(start: mask.bytes, count: Tile.pixelCount))
      }
    }
  }

  mutating func markUsed(_ column: Int) { used.insert(column) }

  /// Passes the mask of the tile in a column; empty if none was added.
  func withMask<R>(at column: Int, _ body: (UnsafePointer<UInt8>) -> R) -> R {
    switch kept[column] {
    case nil: UniformMask.empty.withMask(body)
    case .full: UniformMask.full.withMask(body)
    case .mask(let start): bytes.withMask(at: start, body)
    }
  }
}

extension [UInt8] {
  /// Passes 1,024 bytes from `start` on.
  fileprivate func withMask<R, E: Error>(
    at start: Int, _ body: (UnsafePointer<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    precondition(start >= 0 && start + Tile.pixelCount <= count, "a tile's mask has 1,024 bytes")
    let result = withUnsafeBufferPointer { buffer in
      // The precondition guarantees that there are bytes, so there is an address.
      Result { () throws(E) in try body(buffer.baseAddress.unsafelyUnwrapped + start) }
    }
    return try result.get()
  }
}
