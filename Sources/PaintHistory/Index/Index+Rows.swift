import CSQLite

/// How an index handles rows with a wrong checksum.
enum RowChecking {
  /// Checksums are ignored, because all rows were written by this process.
  case none
  /// Reading such a row throws.
  case throwing
  /// Such a row is skipped, as if it did not exist.
  case skipping
}

extension Index {
  /// Steps to the next row of a query whose columns from `first` on are those of `part`; false if there is none.
  ///
  /// - Throws: `damagedRow` if the checksum of a row is wrong.
  func next(_ query: Statement, _ part: IndexPart, from first: Int32 = 0) throws(HistoryError) -> Bool {
    while try query.step() {
      if checking == .none || query.hasValidChecksum(part, from: first) { return true }
      if checking == .throwing { throw database.error(DatabaseError.damagedRow, part.subject(in: query, from: first)) }
    }
    return false
  }

  /// Steps to the next row of a query for `revisionColumns`.
  ///
  /// The same as `next` with `IndexPart.revisionParts`, but without an array, whose type metadata takes longer to
  /// create than reading the row.
  func nextRevision(_ query: Statement) throws(HistoryError) -> Bool {
    while try query.step() {
      if checking == .none
        || query.hasValidChecksum(.revisionTree, from: 0) && query.hasValidChecksum(.revision, from: 5)
          && query.hasValidChecksum(.revisionText, from: 24)
      {
        return true
      }
      if checking == .throwing { throw database.error(DatabaseError.damagedRow, IndexPart.revision.subject(in: query)) }
    }
    return false
  }

  /// Steps to the next row of a query whose columns are those of several parts, each followed by its checksum.
  func next(_ query: Statement, _ parts: [IndexPart]) throws(HistoryError) -> Bool {
    while try query.step() {
      if checking == .none || query.hasValidChecksums(parts) { return true }
      if checking == .throwing { throw database.error(DatabaseError.damagedRow, parts[0].subject(in: query)) }
    }
    return false
  }

  /// Reads every row of a table; throws at the first one with a wrong checksum.
  ///
  /// Called before many rows are removed at once, because a damaged row may be among them or in the wrong place.
  func verifyAll(_ part: IndexPart) throws(HistoryError) {
    guard checking != .none else { return }
    let query = try database.statement("SELECT \(part.columns) FROM \(part.table)")
    defer { query.reset() }
    while try next(query, part) {}
  }

  /// The statement that inserts rows of a part that is a whole table.
  func insertion(_ part: IndexPart, replacing: Bool = false) throws(HistoryError) -> Statement {
    try kept(.insertion(part, replacing: replacing), insertionSQL(part, replacing: replacing))
  }

  private func insertionSQL(_ part: IndexPart, replacing: Bool) -> String {
    let values = "?" + String(repeating: ", ?", count: Int(part.count))
    // Only the table `document` has a different order of columns.
    let names = part.table == "document" ? "(\(part.columns))" : ""
    return "INSERT \(replacing ? "OR REPLACE " : "")INTO \(part.table)\(names) VALUES (\(values))"
  }

  /// Runs an insertion; if there is a conflicting row, also checks that row, which may be damaged.
  func run(_ insertion: Statement, of part: IndexPart, key: Int) throws(HistoryError) {
    do throws(HistoryError) {
      try insertion.run()
    } catch {
      guard database.failure?.primary == SQLITE_CONSTRAINT else { throw error }
      for other in IndexPart.all where other.table == part.table { try verify(other, key) }
      throw error
    }
  }

  /// Throws if there is a row with the given key and a wrong checksum.
  func verify(_ part: IndexPart, _ key: Int) throws(HistoryError) {
    let query = try database.statement(
      "SELECT \(part.columns) FROM \(part.table) WHERE \(part.names[0]) = ?1")
    query.bind(1, key)
    defer { query.reset() }
    while try next(query, part) {}
  }

  /// Changes numbers in a row, which is read before, so that a damaged row does not get a valid checksum.
  ///
  /// - Parameter changes: the columns as positions in the part, in ascending order, with their new values.
  func update(_ part: IndexPart, _ id: Int, _ changes: [(column: Int32, value: Int?)]) throws(HistoryError) {
    let query = try updateQuery(part)
    query.bind(1, id)
    defer { query.reset() }
    guard try next(query, part) else { return }
    let update = try updateStatement(part, changes)
    var row = RowBinder(part, to: update, of: self)
    var rest = changes[...]
    for column in 0..<part.count {
      if let change = rest.first, change.column == column {
        row.add(change.value)
        rest.removeFirst()
      } else {
        row.addToChecksum(query.value(column))
      }
    }
    row.end()
    update.bind(row.parameter, id)
    try update.run()
  }

  private func updateQuery(_ part: IndexPart) throws(HistoryError) -> Statement {
    if let known = updates[part.kind] {
      known.reset()
      return known
    }
    let query = try database.compile("SELECT \(part.columns) FROM \(part.table) WHERE id = ?1")
    updates[part.kind] = query
    return query
  }

  /// The statement that changes some columns of a row.
  private func updateStatement(
    _ part: IndexPart, _ changes: [(column: Int32, value: Int?)]
  ) throws(HistoryError) -> Statement {
    var key = part.kind << 32
    for change in changes { key |= 1 << UInt64(change.column) }
    if let known = updates[key] {
      known.reset()
      return known
    }
    let names = part.names
    let assignments = (changes.map(\.column) + [part.count]).map { "\(names[Int($0)]) = ?" }
    let update = try database.compile(
      "UPDATE \(part.table) SET \(assignments.joined(separator: ", ")) WHERE id = ?")
    updates[key] = update
    return update
  }
}

extension IndexPart {
  /// The positions of columns in their parts.
  enum Column {
    enum Tree {
      static let parent: Int32 = 1
      static let depth: Int32 = 2
      static let jump: Int32 = 3
    }
    enum Revision {
      static let base: Int32 = 4
      static let group: Int32 = 5
      static let pack: Int32 = 6
      static let fingerprintHigh: Int32 = 7
      static let fingerprintLow: Int32 = 8
      static let tileCount: Int32 = 15
      static let bytes: Int32 = 16
      static let same: Int32 = 17
    }
    enum Text {
      static let name: Int32 = 1
      static let command: Int32 = 3
      static let typed: Int32 = 4
    }
    enum Tiles {
      static let tiles: Int32 = 1
    }
    enum Note {
      static let pack: Int32 = 1
    }
    enum Pack {
      static let bytes: Int32 = 1
      static let live: Int32 = 2
      static let units: Int32 = 3
      static let isDamaged: Int32 = 4
    }
  }
}

/// Binds the columns of a part to consecutive parameters, followed by their checksum.
struct RowBinder {
  private let statement: Statement
  private var sum: RowSum
  /// The next parameter.
  private(set) var parameter: Int32

  init(_ part: IndexPart, to statement: Statement, from parameter: Int32 = 1, of index: Index) {
    self.statement = statement
    self.parameter = parameter
    sum = RowSum(part.kind)
  }

  mutating func add(_ value: Int) {
    statement.bind(parameter, value)
    sum.add(value)
    parameter += 1
  }

  mutating func add(_ value: Int?) {
    statement.bind(parameter, value)
    sum.add(value)
    parameter += 1
  }

  mutating func add(_ value: String) {
    statement.bind(parameter, value)
    sum.add(value)
    parameter += 1
  }

  mutating func add(_ value: [UInt8]) {
    statement.bind(parameter, value)
    sum.add(value)
    parameter += 1
  }

  /// Adds a column that is not a parameter to the checksum.
  mutating func addToChecksum(_ value: Int) { sum.add(value) }
  mutating func addToChecksum(_ value: SQLiteValue) { sum.add(value) }
  mutating func addToChecksum(_ value: String) { sum.add(value) }
  mutating func addToChecksum(_ value: [UInt8]) { sum.add(value) }

  /// Continues with another part.
  mutating func begin(_ part: IndexPart, at parameter: Int32) {
    sum = RowSum(part.kind)
    self.parameter = parameter
  }

  /// Continues with another parameter.
  mutating func skip(to parameter: Int32) { self.parameter = parameter }

  /// Binds the checksum.
  mutating func end() {
    statement.bind(parameter, sum.value)
    parameter += 1
  }
}
