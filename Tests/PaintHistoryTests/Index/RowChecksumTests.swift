import CSQLite
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("Row checksums")
struct RowChecksumTests {
  /// A document with a row in every table, and its files.
  private static let played = Result {
    let (document, start) = try SampleDocument.random(seed: 71)
    let model = try document.play(steps: 40, seed: 71, start: start, .editing)
    let history = try document.open()
    try history.beginEditing()
    try history.setBranch("one more", to: 2)
    try history.commit()
    try history.beginEditing()
    try history.beginGroup(named: "two")
    var generator = SeededGenerator(seed: 72)
    for _ in 0..<2 {
      _ = try history.revise(randomTiles(on: history.current.size, count: 3, using: &generator))
    }
    _ = try history.endGroup()
    try history.endEditing()
    try document.execute("SELECT 1")
    return (try document.contents(), model.pictures)
  }

  private func makeDocument() throws -> SampleDocument {
    let document = try SampleDocument()
    try document.restore(Self.played.get().0)
    return document
  }

  private func openIndex(of document: SampleDocument) throws -> Index {
    Index(try Database(path: document.path.appending("index.sqlite"), mode: .editing))
  }

  @Test("every column of every table is covered by a checksum, and by only one if it is not a key")
  func coversAll() throws {
    let document = try makeDocument()
    defer { withExtendedLifetime(document) {} }
    let index = try openIndex(of: document)
    var tables: [String: [String]] = [:]
    for part in IndexPart.all {
      #expect(part.names.count == Int(part.count) + 1)
      tables[part.table, default: []] += part.names.map(String.init)
    }
    for (table, names) in tables {
      let query = try index.database.statement("SELECT name FROM pragma_table_info('\(table)')")
      var columns: [String] = []
      while try query.step() { columns.append(query.text(0)) }
      query.reset()
      #expect(Set(columns) == Set(names), "\(table)")
      #expect(names.filter { $0 != names[0] }.count == columns.count - 1, "\(table)")
    }
    let query = try index.database.statement("SELECT count(*) FROM sqlite_schema WHERE type = 'table'")
    #expect(try query.step() && query.int(0) == tables.count)
    #expect(Set(IndexPart.all.map(\.kind)).count == IndexPart.all.count)
    typealias Column = IndexPart.Column
    let places: [(IndexPart, Int32, Substring)] = [
      (.revisionTree, Column.Tree.parent, "parent"), (.revisionTree, Column.Tree.depth, "depth"),
      (.revisionTree, Column.Tree.jump, "jump"), (.revision, Column.Revision.base, "base"),
      (.revision, Column.Revision.group, "grp"), (.revision, Column.Revision.pack, "pack"),
      (.revision, Column.Revision.fingerprintHigh, "fingerprint_high"),
      (.revision, Column.Revision.fingerprintLow, "fingerprint_low"),
      (.revision, Column.Revision.tileCount, "tile_count"), (.revision, Column.Revision.bytes, "bytes"),
      (.revisionText, Column.Text.name, "name"), (.revisionText, Column.Text.command, "command"),
      (.revisionText, Column.Text.typed, "typed"), (.revisionTiles, Column.Tiles.tiles, "tiles"),
      (.note, Column.Note.pack, "pack"), (.pack, Column.Pack.bytes, "bytes"), (.pack, Column.Pack.live, "live"),
      (.pack, Column.Pack.units, "units"), (.pack, Column.Pack.isDamaged, "damaged"),
    ]
    for (part, place, name) in places { #expect(part.names[Int(place)] == name) }
  }

  @Test("a change of any column of any row is detected: of its value, its type, its length")
  func noticesColumns() throws {
    let document = try makeDocument()
    defer { withExtendedLifetime(document) {} }
    let (index, committed) = (try openIndex(of: document), try openIndex(of: document))
    var tried = 0
    for part in IndexPart.all {
      let names = part.names
      for name in names {
        for value in [
          "\(name) + 1", "-\(name) - 1", "\(name) | 1 << 40", "1.5", "'x'", "\(name) || 'x'", "x'00'", "NULL",
        ] {
          // A key that exists, or a NULL that is not allowed: nothing changes, so nothing can be detected.
          guard (try? index.database.execute("BEGIN; UPDATE OR IGNORE \(part.table) SET \(name) = \(value)")) != nil
          else {
            try? index.database.execute("ROLLBACK")
            continue
          }
          if try !isUnchanged(part, name, in: index, since: committed) {
            tried += 1
            #expect(throws: HistoryError.self, "\(part.table).\(name) = \(value)") { try index.verifyAll(part) }
          }
          try index.database.execute("ROLLBACK")
        }
      }
      try index.verifyAll(part)
    }
    #expect(tried > 300)
  }

  /// Whether no row of the table has changed in that column since the last commit.
  private func isUnchanged(
    _ part: IndexPart, _ name: Substring, in index: Index, since committed: Index
  ) throws -> Bool {
    try values(of: part, name, in: index) == values(of: part, name, in: committed)
  }

  private func values(of part: IndexPart, _ name: Substring, in index: Index) throws -> [String] {
    let query = try index.database.statement("SELECT typeof(\(name)) || ':' || hex(\(name)) FROM \(part.table)")
    defer { query.reset() }
    var values: [String] = []
    while try query.step() { values.append(query.text(0)) }
    return values
  }

  @Test("a value of another type is damage, whatever the checksum says")
  func noticesForgedTypes() throws {
    let document = try makeDocument()
    defer { withExtendedLifetime(document) {} }
    let index = try openIndex(of: document)
    for part in IndexPart.all {
      let names = part.names.dropLast()
      for (place, name) in names.enumerated() {
        let old = try index.database.statement("SELECT typeof(\(name)) FROM \(part.table) LIMIT 1")
        try #require(try old.step())
        let kind = old.text(0) == "null" ? "integer" : old.text(0)
        old.reset()
        let isOptional = ["parent", "grp", "same"].contains(name)
        for (value, type) in [("7", "integer"), ("'x'", "text"), ("x'00'", "blob"), ("1.5", "real"), ("NULL", "null")] {
          let columns = names.enumerated().map { $0.offset == place ? value : String($0.element) }
          let list = columns.joined(separator: ", ")
          let query = try index.database.statement("SELECT \(list) FROM \(part.table) LIMIT 1")
          try #require(try query.step())
          var sum = RowSum(part.kind)
          for column in 0..<part.count { sum.add(query.value(column)) }
          query.reset()
          let forged = try index.database.statement("SELECT \(list), \(sum.value) FROM \(part.table) LIMIT 1")
          try #require(try forged.step())
          let isRight = type == kind || type == "null" && isOptional
          #expect(forged.hasValidChecksum(part, from: 0) == isRight, "\(part.table).\(name) as \(value)")
          forged.reset()
        }
      }
    }
  }

  @Test("NULL, numbers, texts and blobs of any length have different checksums")
  func distinguishesValues() {
    var sums: [Int] = []
    func take(_ add: (inout RowSum) -> Void) {
      var sum = RowSum(3)
      add(&sum)
      sums.append(sum.value)
    }
    take { $0.add(Int?.none) }
    for number in [0, 1, -1, 2, 255, 256, Int.max, Int.min] { take { $0.add(number) } }
    for length in 0..<40 {
      take { $0.add([UInt8](repeating: 0, count: length)) }
      take { $0.add(String(repeating: "\0", count: length)) }
    }
    for bit in 0..<62 { take { $0.add(4 << bit) } }
    // 256 and the smallest number occurred twice.
    #expect(Set(sums).count == sums.count - 2)
  }

  struct Access: CustomTestStringConvertible, Sendable {
    var table: String
    var sql: String
    var testDescription: String { sql }
  }

  static let damages = [
    Access(table: "document", sql: "UPDATE document SET settings = 'x'"),
    Access(table: "revision", sql: "UPDATE revision SET pixels = -1"),
    Access(table: "revision", sql: "UPDATE revision SET command = command || ' '"),
    Access(table: "revision", sql: "UPDATE revision SET tiles = x'01'"),
    Access(table: "tile", sql: "UPDATE tile SET length = length + 1"),
    Access(table: "grp", sql: "UPDATE grp SET name = 'x'"),
    Access(table: "branch", sql: "UPDATE branch SET revision = revision - 1"),
    Access(table: "note", sql: "UPDATE note SET text = replace(text, 'document ', 'document 0')"),
    Access(table: "pack", sql: "UPDATE pack SET live = 0"),
  ]

  @Test(
    "a writer that reads a damaged row changes nothing, check lists it, repair restores everything",
    arguments: damages)
  func refuses(damage: Access) throws {
    let document = try makeDocument()
    try document.execute(damage.sql, sealing: false)
    let before = try document.contents()
    let edits: [(History) throws -> Void] = [
      { _ = try $0.undo(30) }, { _ = try $0.collect(thoroughly: true) }, { _ = try $0.forget(.all) },
      { try $0.setBranch("new", to: 1) }, { _ = try $0.commitRevision([(TileIndex(x: 0, y: 0), .color(.white))]) },
      { _ = try $0.list(HistoryQuery()) }, { _ = try $0.tree.groups() }, { _ = try $0.branches() },
    ]
    var refused = 0
    for edit in edits {
      do {
        let history = try document.open()
        try history.beginEditing()
        try edit(history)
        history.rollback()
      } catch let error as HistoryError {
        guard case .damaged(let what) = error else {
          #expect(Bool(false), "\(error)")
          continue
        }
        #expect(what.contains("damaged row"))
        refused += 1
        #expect(try document.contents()["index.sqlite"] == before["index.sqlite"])
        #expect(
          try document.contents().filter { $0.key.hasPrefix("packs/") } == before.filter { $0.key.hasPrefix("packs/") })
      }
      try document.restore(before)
    }
    #expect(refused > 0)
    let problems = try document.check().problems
    #expect(problems.contains { [.indexDamaged, .indexDiffers].contains($0.code) }, "\(problems)")
    #expect(try document.repair().isRepaired)
    #expect(try document.check().problems == [])
    let history = try document.open(.reading)
    for (number, picture) in try Self.played.get().1 {
      #expect(try PlainPicture(of: history.snapshot(at: number)) == picture, "r\(number)")
    }
  }

  @Test("check reports every row with a wrong checksum, even if all its columns are correct")
  func checksSums() throws {
    for part in IndexPart.all where part.table != "document" {
      let document = try makeDocument()
      let count = try openIndex(of: document).count(part.table)
      try document.execute("UPDATE \(part.table) SET \(part.names[Int(part.count)]) = 77", sealing: false)
      let problems = try document.check().problems
      #expect(problems.count { $0.code == .indexDamaged } == min(count, 100), "\(part.columns): \(problems)")
      #expect(try document.repair().isRepaired)
      #expect(try document.check().problems == [])
    }
  }

  @Test(
    "whatever byte of the index is changed, check finds it or nothing has changed",
    arguments: [.random(in: 0 ... .max)] as [UInt64])
  func findsFlips(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let document = try makeDocument()
    let before = try document.contents()
    let size = try #require(before["index.sqlite"]).count
    for _ in 0..<(isThorough ? 2_000 : 60) {
      let place = Int.random(in: 0..<size, using: &generator)
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
      try document.rewrite("index.sqlite") { $0[place] ^= bit }
      let note: Comment = "seed \(seed), byte \(place), bit \(bit)"
      do {
        let problems = try document.check().problems
        if problems.isEmpty {
          let history = try document.open(.reading)
          for (number, picture) in try Self.played.get().1 {
            #expect(try PlainPicture(of: history.snapshot(at: number)) == picture, note)
          }
        }
      } catch let error as HistoryError {
        // The number of the version is looked at before any checksum.
        guard case .otherVersion = error, (60..<64).contains(place) else {
          #expect(Bool(false), "\(note): \(error)")
          continue
        }
      }
      try document.restore(before)
    }
  }

  @Test("pages that another program checkpoints need no checksum, and get one again")
  func otherPrograms() throws {
    let document = try makeDocument()
    func bringIn() throws {
      var database: OpaquePointer?
      defer { sqlite3_close_v2(database) }
      try #require(sqlite3_open(document.path.appending("index.sqlite").string, &database) == SQLITE_OK)
      #expect(sqlite3_wal_checkpoint_v2(database, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK)
    }
    for number in 0..<3 {
      try bringIn()
      #expect(try document.check().problems == [])
      let history = try document.open()
      try history.commitRevision([(TileIndex(x: 0, y: 0), .color(Pixel(bits: UInt32(number))))])
      try history.endEditing()
      #expect(try document.check().problems == [])
    }
    do {
      let history = try document.open()
      try history.index.database.shortenLog()
    }
    let bytes = try #require(document.contents()["index.sqlite"])
    let sums = stride(from: 4_096, through: bytes.count, by: 4_096).filter { bytes[$0 - 8..<$0].contains { $0 != 0 } }
    #expect(bytes[20] == 8 && !sums.isEmpty)
    #expect(try document.check().problems == [])
  }

  @Test("a damaged schema is reported by check, rejected by everything else, and repaired")
  func comparesSchemas() throws {
    let document = try makeDocument()
    try document.rewrite("index.sqlite") { bytes in
      let table = Array("TABLE revision(".utf8)
      let column = Array("bytes, same".utf8)
      guard let start = bytes.firstRange(of: table), let place = bytes[start.upperBound...].firstRange(of: column)
      else { return }
      bytes[place.lowerBound] = 0x9d
    }
    let problems = try document.check().problems
    #expect(problems.contains { $0.code == .indexDamaged && $0.message.contains("'revision'") }, "\(problems)")
    do throws(HistoryError) {
      _ = try document.open(.reading).line()
      #expect(Bool(false))
    } catch {
      guard case .damaged = error else { throw error }
    }
    #expect(try document.repair().isRepaired)
    #expect(try document.check().problems == [])
    #expect(try openIndex(of: document).database.schemaFaults() == [])
  }

  @Test("an error of SQLite is a bug of the program if nothing is damaged or contradicts it, and otherwise damage")
  func classifiesErrors() throws {
    let document = try makeDocument()
    defer { withExtendedLifetime(document) {} }
    let index = try openIndex(of: document)
    func failure(_ body: () throws(HistoryError) -> Void) -> HistoryError? {
      do throws(HistoryError) {
        try body()
        return nil
      } catch { return error }
    }
    let row = try #require(try index.revision(3))
    let insertion = { () throws(HistoryError) in
      try index.insert(row, node: RevisionNode(parent: 2, depth: 3, jump: 2), pack: 1, tiles: [])
    }
    // A received index may have a row for a step that is not made yet.
    guard case .damaged = failure(insertion) else { return #expect(Bool(false)) }
    guard case .defect = failure({ () throws(HistoryError) in try index.database.execute("nonsense") }) else {
      return #expect(Bool(false))
    }
    let statement = try index.database.statement("SELECT ?1")
    statement.bind(2, 5)
    guard case .defect = failure({ () throws(HistoryError) in _ = try statement.step() }) else {
      return #expect(Bool(false))
    }
    // The next run starts again.
    statement.bind(1, 5)
    #expect(try statement.step() && statement.int(0) == 5)
    statement.reset()
    try index.database.execute("UPDATE revision SET width = 1 WHERE id = 3")
    guard case .damaged(let what) = failure(insertion), what.contains("r3") else { return #expect(Bool(false)) }
    try index.database.execute("ALTER TABLE note RENAME TO notes")
    guard case .damaged = failure({ () throws(HistoryError) in try index.database.execute("nonsense") }) else {
      return #expect(Bool(false))
    }
  }
}

extension Index {
  fileprivate func count(_ table: String) throws(HistoryError) -> Int {
    let query = try database.statement("SELECT count(*) FROM \(table)")
    defer { query.reset() }
    return try query.step() ? query.int(0) : 0
  }
}

extension RandomAccessCollection where Element: Equatable {
  fileprivate func firstRange(of other: some RandomAccessCollection<Element>) -> Range<Index>? {
    var start = startIndex
    while distance(from: start, to: endIndex) >= other.count {
      let end = index(start, offsetBy: other.count)
      if self[start..<end].elementsEqual(other) { return start..<end }
      formIndex(after: &start)
    }
    return nil
  }
}
