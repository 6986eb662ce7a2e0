import CSQLite
import PaintRaster

/// The statements that insert tile rows, compiled when they are first needed.
struct TileInsertions {
  fileprivate var single: Statement?
  fileprivate var batch: Statement?
}

extension Index {
  /// A tile version, as stored in a row.
  typealias TileRow = (tile: UInt32, version: TileVersion)

  /// The number of rows that the batch statement inserts.
  ///
  /// A stroke has about a dozen rows, a filled canvas thousands.
  private static let batchSize = 8
  /// The minimum number of rows for which the batch statement is compiled.
  private static let minimumRowsForBatch = 16

  /// Adds a tile version.
  func insert(_ version: TileVersion, of tile: UInt32) throws(HistoryError) {
    try insert([(tile, version)])
  }

  /// Adds tile versions, several in one run of a statement: starting and ending a run costs as much as a row.
  ///
  /// If this throws, some of them may have been added; the caller rolls back the transaction.
  func insert(_ rows: [TileRow]) throws(HistoryError) {
    var start = 0
    // Compiling the batch statement costs as much as it saves for a dozen rows.
    let usesBatches = insertions.batch != nil || rows.count >= Self.minimumRowsForBatch
    while usesBatches, rows.count - start >= Self.batchSize {
      try run(batchInsertion(), with: rows[start..<start + Self.batchSize])
      start += Self.batchSize
    }
    while start < rows.count {
      try run(singleInsertion(), with: rows[start...start])
      start += 1
    }
  }

  private func run(_ insertion: Statement, with rows: ArraySlice<TileRow>) throws(HistoryError) {
    defer { insertion.rewind() }
    var parameter: Int32 = 1
    for (tile, version) in rows {
      let fields: (pack: Int, offset: Int, length: Int, crc: Int)
      switch version.location {
      case .color(let color): fields = (0, Int(color.bits), 0, 0)
      case .slot(let location): fields = (location.pack, Int(location.offset), Int(location.length), Int(location.crc))
      case .pending: preconditionFailure("a tile is in its pack before the index says where")
      }
      insertion.bind(parameter, Int(tile))
      insertion.bind(parameter + 1, version.revision)
      insertion.bind(parameter + 2, fields.pack)
      insertion.bind(parameter + 3, fields.offset)
      insertion.bind(parameter + 4, fields.length)
      insertion.bind(parameter + 5, fields.crc)
      parameter += 6
      var sum = RowSum(IndexPart.tile.kind)
      sum.add(Int(tile))
      sum.add(version.revision)
      sum.add(fields.pack)
      sum.add(fields.offset)
      sum.add(fields.length)
      sum.add(fields.crc)
      insertion.bind(parameter, sum.value)
      parameter += 1
    }
    do throws(HistoryError) {
      _ = try insertion.step()
    } catch {
      guard database.failure?.primary == SQLITE_CONSTRAINT else { throw error }
      // There is a conflicting row that should not exist.
      for (tile, version) in rows { _ = try self.version(of: tile, writtenBy: version.revision) }
      throw error
    }
  }

  /// The placeholders of one row.
  private static let values = "(?, ?, ?, ?, ?, ?, ?)"

  private func singleInsertion() throws(HistoryError) -> Statement {
    if let known = insertions.single { return known }
    let statement = try database.compile("INSERT INTO tile VALUES " + Self.values)
    insertions.single = statement
    return statement
  }

  private func batchInsertion() throws(HistoryError) -> Statement {
    if let known = insertions.batch { return known }
    let values = Array(repeating: Self.values, count: Self.batchSize).joined(separator: ", ")
    let statement = try database.compile("INSERT INTO tile VALUES " + values)
    insertions.batch = statement
    return statement
  }
}
