import CSQLite

/// What an index does about rows whose checksum does not hold.
enum RowChecking {
  /// There are no checksums, or all rows were written by this process.
  case none
  /// Reading such a row throws.
  case throwing
  /// Such a row is passed over as if it were not there.
  case skipping
}

extension Index {
  /// Whether rows have checksums; those of version 1 have none.
  var hasSums: Bool { version > 1 }

  /// Columns of a part, to be selected; in version 1 there is a 0 in the checksum's place.
  func selection(_ part: IndexPart) -> String {
    hasSums ? part.columns : (part.formerNames + ["0"]).joined(separator: ", ")
  }

  /// Goes to the next row of a query whose columns from `first` on are `part`'s; false where there is none.
  ///
  /// - Throws: at a row whose checksum does not hold.
  func next(_ query: Statement, _ part: IndexPart, from first: Int32 = 0) throws(DatabaseError) -> Bool {
    while try query.step() {
      if checking == .none || query.holds(part, from: first) { return true }
      if checking == .throwing { throw .damagedRow(part.subject(in: query, from: first)) }
    }
    return false
  }

  /// Goes to the next row of a query whose columns are those of one part and, behind its checksum, of another.
  func next(_ query: Statement, _ part: IndexPart, _ other: IndexPart) throws(DatabaseError) -> Bool {
    while try next(query, part) {
      if checking == .none || query.holds(other, from: part.count + 1) { return true }
      if checking == .throwing { throw .damagedRow(part.subject(in: query)) }
    }
    return false
  }

  /// Reads every row of a table; throws at the first whose checksum does not hold.
  ///
  /// Before many rows go at once: a damaged one may be among them, or not be where it should.
  func verifyAll(_ part: IndexPart) throws(DatabaseError) {
    guard checking != .none else { return }
    let query = try database.statement("SELECT \(selection(part)) FROM \(part.table)")
    defer { query.reset() }
    while try next(query, part) {}
  }

  /// The statement that inserts rows of a part which is a whole table.
  func insertion(_ part: IndexPart, replacing: Bool = false) throws(DatabaseError) -> Statement {
    let names = hasSums ? part.columns : part.formerNames.joined(separator: ", ")
    let values = "?" + String(repeating: ", ?", count: Int(part.count) - (hasSums ? 0 : 1))
    return try database.statement(
      "INSERT \(replacing ? "OR REPLACE " : "")INTO \(part.table)(\(names)) VALUES (\(values))")
  }

  /// Runs an insertion; where a row is in its way that should not be there, that one is looked at too.
  func run(_ insertion: Statement, of part: IndexPart, key: Int) throws(DatabaseError) {
    do throws(DatabaseError) {
      try insertion.run()
    } catch {
      guard error.primary == SQLITE_CONSTRAINT else { throw error }
      try verify(part, key)
      throw error
    }
  }

  /// Throws where there is a row with that key whose checksum does not hold.
  func verify(_ part: IndexPart, _ key: Int) throws(DatabaseError) {
    let query = try database.statement(
      "SELECT \(selection(part)) FROM \(part.table) WHERE \(part.names[0]) = ?1")
    query.bind(1, key)
    defer { query.reset() }
    while try next(query, part) {}
  }

  /// Changes numbers in a row with that id, which is read before: a damaged one gets no new checksum.
  func update(_ part: IndexPart, _ id: Int, _ changes: [(column: String, value: Int?)]) throws(DatabaseError) {
    let query = try database.statement("SELECT \(selection(part)) FROM \(part.table) WHERE id = ?1")
    query.bind(1, id)
    var sum = RowSum(part.kind)
    let names = part.names
    do {
      defer { query.reset() }
      guard try next(query, part) else { return }
      for position in 0..<part.count {
        let name = names[Int(position)]
        if let change = changes.first(where: { $0.column == name }) {
          sum.add(change.value)
        } else {
          sum.add(query.value(position))
        }
      }
    }
    var assignments = changes.map { "\($0.column) = ?" }
    if hasSums { assignments.append("\(names[Int(part.count)]) = ?") }
    let update = try database.statement(
      "UPDATE \(part.table) SET \(assignments.joined(separator: ", ")) WHERE id = ?")
    var parameter: Int32 = 1
    for change in changes {
      update.bind(parameter, change.value)
      parameter += 1
    }
    if hasSums {
      update.bind(parameter, sum.value)
      parameter += 1
    }
    update.bind(parameter, id)
    try update.run()
  }
}

extension IndexPart {
  /// What the columns were called in version 1, without the checksum.
  var formerNames: [String] { names.dropLast().map { $0 == "commits" ? "serial" : String($0) } }
}

/// Binds the columns of a part to parameters that follow each other, and their checksum behind them.
struct RowBinder {
  private let statement: Statement
  private let hasSums: Bool
  private var sum: RowSum
  /// The next parameter.
  private(set) var parameter: Int32

  init(_ part: IndexPart, to statement: Statement, from parameter: Int32 = 1, of index: Index) {
    self.statement = statement
    self.parameter = parameter
    hasSums = index.hasSums
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

  /// Takes in a column that is no parameter.
  mutating func cover(_ value: Int) { sum.add(value) }
  mutating func cover(_ value: String) { sum.add(value) }
  mutating func cover(_ value: [UInt8]) { sum.add(value) }

  /// Goes on with another part.
  mutating func begin(_ part: IndexPart) { sum = RowSum(part.kind) }

  /// Goes on at another parameter.
  mutating func skip(to parameter: Int32) { self.parameter = parameter }

  /// Binds the checksum.
  mutating func end() {
    guard hasSums else { return }
    statement.bind(parameter, sum.value)
    parameter += 1
  }
}
