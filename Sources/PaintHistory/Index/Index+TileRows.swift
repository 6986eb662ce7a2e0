import PaintRaster

/// The statements that add rows of tiles, compiled when they are first needed.
struct TileInsertions {
  fileprivate var one: Statement?
  fileprivate var many: Statement?
}

extension Index {
  /// A version of a tile, as a row has it.
  typealias TileRow = (tile: UInt32, version: TileVersion)

  /// How many rows the statement for many adds; rows of a stroke are a dozen, those of a filled canvas thousands.
  private static let many = 8

  /// Adds a version of a tile.
  func insert(_ version: TileVersion, of tile: UInt32) throws(DatabaseError) {
    try insert([(tile, version)])
  }

  /// Adds versions of tiles, several in one run of a statement: starting and ending one costs as much as a row.
  ///
  /// Where this throws some of them may have been added; the transaction is rolled back then.
  func insert(_ rows: [TileRow]) throws(DatabaseError) {
    var start = 0
    while rows.count - start >= Self.many {
      try run(insertionOfMany(), with: rows[start..<start + Self.many])
      start += Self.many
    }
    while start < rows.count {
      try run(insertionOfOne(), with: rows[start...start])
      start += 1
    }
  }

  private func run(_ insertion: Statement, with rows: ArraySlice<TileRow>) throws(DatabaseError) {
    defer { insertion.rewind() }
    var parameter: Int32 = 1
    for (tile, version) in rows {
      insertion.bind(parameter, Int(tile))
      insertion.bind(parameter + 1, version.revision)
      switch version.place {
      case .color(let color):
        insertion.bind(parameter + 2, 0)
        insertion.bind(parameter + 3, Int(color.bits))
        insertion.bind(parameter + 4, 0)
        insertion.bind(parameter + 5, 0)
      case .slot(let place):
        insertion.bind(parameter + 2, place.pack)
        insertion.bind(parameter + 3, Int(place.offset))
        insertion.bind(parameter + 4, Int(place.length))
        insertion.bind(parameter + 5, Int(place.crc))
      case .pending: preconditionFailure("a tile is in its pack before the index says where")
      }
      parameter += 6
    }
    _ = try insertion.step()
  }

  private func insertionOfOne() throws(DatabaseError) -> Statement {
    if let known = insertions.one { return known }
    let statement = try database.statement("INSERT INTO tile VALUES (?, ?, ?, ?, ?, ?)")
    insertions.one = statement
    return statement
  }

  private func insertionOfMany() throws(DatabaseError) -> Statement {
    if let known = insertions.many { return known }
    let values = Array(repeating: "(?, ?, ?, ?, ?, ?)", count: Self.many).joined(separator: ", ")
    let statement = try database.statement("INSERT INTO tile VALUES " + values)
    insertions.many = statement
    return statement
  }
}
