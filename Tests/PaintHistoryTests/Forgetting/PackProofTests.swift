import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("A gc over a damaged index")
struct PackProofTests {
  /// Damages of the index: rows that are missing, or have wrong values with a valid checksum.
  static let damage = [
    "DELETE FROM tile WHERE revision = 2", "DELETE FROM revision WHERE id = 3", "DELETE FROM note WHERE id = 1",
    "DELETE FROM pack WHERE id = 3", "UPDATE tile SET revision = revision + 1000",
    "UPDATE document SET uuid = '00000000000000000000000000000000'",
    "UPDATE note SET text = replace(text, 'document ', 'document 0')", "UPDATE document SET root = 4",
    "UPDATE revision SET pack = 2",
  ]

  private let document: SampleDocument
  private let pictures: [Int: PlainPicture]

  init() throws {
    document = try SampleDocument(width: 96, height: 80)
    let history = try document.open()
    var generator = SeededGenerator(seed: 5)
    var pictures = [0: PlainPicture(document.size, filledWith: .white)]
    for number in 1...8 {
      let tiles = randomTiles(on: document.size, count: 3, using: &generator)
      var picture = try #require(pictures[number - 1])
      for (index, tile) in tiles { picture[index] = tile }
      try history.commitRevision(tiles)
      pictures[number] = picture
    }
    try history.beginEditing()
    _ = try history.join(steps: 2, named: "Joined")
    try history.setBranch("sketch", to: 4)
    try history.endEditing()
    self.pictures = pictures
  }

  private var options: History.Options {
    var options = History.Options()
    options.temporaryFolder = document.folder.path
    return options
  }

  @Test(
    "removes no pack that it cannot prove to be redundant; a repair restores every revision", arguments: damage,
    [true, false])
  func losesNothing(damage: String, isSealed: Bool) throws {
    try document.execute(damage, sealing: isSealed)
    // The content of the packs must exist afterwards in any case.
    for _ in 0..<3 { _ = try? document.open().collect() }
    _ = try DocumentRepair(DocumentCheck(of: document.path, options: options)).run()
    let history = try document.open(.reading)
    for number in 0...8 {
      #expect(try PlainPicture(of: history.snapshot(at: number)) == pictures[number], "r\(number)")
    }
    #expect(try DocumentCheck(of: document.path, options: options).run().problems.isEmpty)
  }

  @Test("a damaged pack that should be removed is set aside, and gc continues")
  func damagedCopy() throws {
    let pack = document.path.appending("packs/0000000001.png")
    var bytes = try SystemDisk().contents(of: pack)
    bytes[bytes.count / 2] ^= 4
    _ = try document.open().collect(thoroughly: true)
    #expect(try SystemDisk().status(of: pack) == nil)
    // Like after a gc that died before it removed this file, which was damaged later.
    try SystemDisk().write(SystemDisk().open(pack, .createNew), bytes)
    try document.execute(
      """
      INSERT INTO pack (id, bytes, live, units, damaged) VALUES (1, 0, 0, 0, 0);
      UPDATE document SET small_packs = small_packs + 1
      """)
    for _ in 0..<2 { _ = try document.open().collect(thoroughly: true) }
    #expect(try SystemDisk().status(of: pack) == nil)
    #expect(try SystemDisk().contents(of: document.path.appending("unconfirmed/0000000001.png")) == bytes)
    let report = try DocumentCheck(of: document.path, options: options).run()
    #expect(report.problems.map(\.message) == [])
    #expect(report.unconfirmed == 1)
  }

  @Test("changes nothing if a row's checksum is wrong", arguments: damage.filter { $0.hasPrefix("UPDATE") })
  func changesNothing(damage: String) throws {
    try document.execute(damage, sealing: false)
    let before = try document.filledContents()
    #expect(throws: HistoryError.self) { _ = try document.open().collect() }
    #expect(try document.filledContents() == before)
  }

  @Test("the notes about what was forgotten are read once, until one may have changed")
  func readsNotesOnce() throws {
    var generator = SeededGenerator(seed: 3)
    let document = try SampleDocument()
    let history = try document.open()
    for _ in 0..<8 { try history.commitRevision(randomTiles(on: document.size, count: 2, using: &generator)) }
    try history.beginEditing()
    _ = try history.forget(.before(4))
    try history.commit()
    try history.beginEditing()
    #expect(try history.recovery.removedRevisions().isRemoved(3))
    try history.commit()
    // A note that is read from now on is an error, because its checksum is wrong.
    try history.index.database.execute("UPDATE note SET pack = pack + 1")
    try history.beginEditing()
    #expect(try history.recovery.removedRevisions().isRemoved(3))
    history.rollback()
    try history.beginEditing()
    #expect(throws: HistoryError.self) { try history.recovery.removedRevisions() }
    history.rollback()
  }
}
