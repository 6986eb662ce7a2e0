/// The coverage of one row of tiles, stored until that of a second outline is known.
public struct CoverageRow {
  private var stored: [Int: StoredCoverage] = [:]
  private var used: Set<Int> = []

  /// A row without coverage.
  public init() {}

  /// The columns that were added but not marked as used, from left to right.
  public var unusedColumns: [Int] { stored.keys.filter { !used.contains($0) }.sorted() }

  /// The coverage of the tile in a column of tiles; empty if none was added.
  public subscript(column: Int) -> StoredCoverage { stored[column] ?? .empty }

  /// Begins another row.
  public mutating func removeAll() {
    stored.removeAll(keepingCapacity: true)
    used.removeAll(keepingCapacity: true)
  }

  /// Stores the coverage of the tiles in some columns.
  public mutating func add(_ coverage: TileCoverage, _ columns: Range<Int>) {
    for column in columns { stored[column] = StoredCoverage(coverage) }
  }

  /// Removes a column from the unused ones.
  public mutating func markUsed(_ column: Int) { used.insert(column) }
}
