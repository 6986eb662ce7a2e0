import CSQLite
import SystemPackage

@testable import PaintHistory

extension Index {
  /// Gives every row the checksum of its current values, as if the program had written them.
  func seal() throws(HistoryError) {
    for part in IndexPart.all {
      let names = part.names
      let keys = part.table == "tile" ? 2 : 1
      guard let query = try? database.statement("SELECT \(part.columns) FROM \(part.table)") else { continue }
      let condition = (0..<keys).map { "\(names[$0]) IS ?\($0 + 2)" }.joined(separator: " AND ")
      let update = try database.statement(
        "UPDATE \(part.table) SET \(names[Int(part.count)]) = ?1 WHERE \(condition)")
      var sums: [(sum: Int, keys: [Int], text: String)] = []
      while try query.step() {
        var sum = RowSum(part.kind)
        for column in 0..<part.count { sum.add(query.value(column)) }
        sums.append((sum.value, (0..<keys).map { query.int(Int32($0)) }, query.text(0)))
      }
      query.reset()
      for row in sums {
        update.bind(1, row.sum)
        for (place, key) in row.keys.enumerated() {
          if part.table == "branch" { update.bind(2, row.text) } else { update.bind(Int32(place + 2), key) }
        }
        try update.run()
      }
    }
  }
}

extension SampleDocument {
  /// Runs SQL in the index and checkpoints it, so that the log is empty.
  ///
  /// - Parameter sealing: whether the rows get valid checksums afterwards.
  func execute(_ sql: String, sealing: Bool = true) throws {
    let database = try Database(path: path.appending("index.sqlite"), mode: .editing)
    try database.execute(sql)
    if sealing { try Index(database).seal() }
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
  }
}
