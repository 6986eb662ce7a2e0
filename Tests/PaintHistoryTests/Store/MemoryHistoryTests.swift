import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("Histories in memory")
struct MemoryHistoryTests {
  private let folder: TemporaryFolder
  private let size: CanvasSize

  init() throws {
    folder = try TemporaryFolder()
    size = try #require(CanvasSize(width: 130, height: 70))
  }

  /// A history with a picture, or with a white canvas.
  private func make(
    _ picture: PlainPicture? = nil, bound: Int = 512 << 20, disk: any Disk = SystemDisk(), in parent: FilePath? = nil
  ) throws(HistoryError) -> History {
    var options = History.Options()
    options.cacheBytes = 20 * Tile.byteCount
    options.memoryBytes = bound
    options.disk = disk
    options.temporaryFolder = parent ?? folder.path
    let builder = try MemoryHistoryBuilder(
      .init(size: size, background: .white, name: "New", command: "new"), named: "picture", options: options)
    if let picture {
      for index in PlainPicture.indices(of: size) { try builder.add(picture[index], at: index) }
    }
    return try builder.finish()
  }

  private func names() throws -> [String] { try SystemDisk().names(in: folder.path).map(\.string) }

  @Test(
    "any session shows the same as a simple list of pictures, whether it fits in memory or not",
    arguments: [1, 2, 3, .random(in: 4 ... .max)] as [UInt64], [1, 20 * Tile.byteCount, 512 << 20])
  func agreesWithModel(seed: UInt64, bound: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var start = PlainPicture(size, filledWith: .white)
    for (index, tile) in randomTiles(on: size, count: 9, using: &generator) { start[index] = tile }
    var model = PlainHistory(start)
    let history = try make(start, bound: bound)
    #expect(history.current.fingerprint == start.fingerprint, "seed \(seed)")
    for step in 0..<90 {
      let note: Comment = "seed \(seed), bound \(bound), step \(step)"
      try history.beginEditing()
      try model.step(history, using: &generator)
      if Bool.random(using: &generator) { try history.commit() } else { try history.endEditing() }
      try model.checkCurrent(history, note)
      if Int.random(in: 0..<9, using: &generator) == 0 {
        // What was not committed is lost, and nothing else.
        try history.beginEditing()
        _ = try history.revise(randomTiles(on: history.current.size, count: 3, using: &generator))
        history.rollback()
        try model.checkCurrent(history, note)
      }
    }
    try model.checkAll(history, note: "seed \(seed), bound \(bound)")
    #expect(history.state.revisions == model.pictures.count, "seed \(seed)")
    #expect(try names().isEmpty == (bound == 512 << 20), "seed \(seed), bound \(bound)")
    // Tiles in packs, and those in the cache.
    #expect(history.cacheStatus.bytes <= bound + 20 * Tile.byteCount, "seed \(seed), bound \(bound)")
  }

  @Test("a history that fits in memory changes nothing on disk, also with a kept file")
  func isInMemory() throws {
    var generator = SeededGenerator(seed: 3)
    let disk = CountingDisk()
    let history = try make(disk: disk, in: folder.appending("missing"))
    for _ in 0..<40 { try history.commitRevision(randomTiles(on: size, count: 9, using: &generator)) }
    try history.beginEditing()
    _ = try history.undo(30)
    try history.endEditing()
    try history.sync()
    #expect(disk.calls.filter(\.kind.isMutating).isEmpty, "\(disk.calls)")
    let name = try keep([1, 2, 3], in: history)
    #expect(disk.calls.allSatisfy { !$0.kind.isMutating || $0.path == "memory" || $0.path == "a file in memory" })
    #expect(try contents(of: name, in: history) == [1, 2, 3])
    #expect(try history.diskUsage().fileBytes == 3)
    #expect(try names() == [])
  }

  @Test("a history beyond its bound uses a private folder, and removes it with itself")
  func spills() throws {
    var generator = SeededGenerator(seed: 4)
    let disk = CountingDisk()
    do {
      let history = try make(bound: 30 * Tile.byteCount, disk: disk)
      var pictures = [try PlainPicture(canvasOf: history)]
      for _ in 0..<40 {
        try history.commitRevision(randomTiles(on: size, count: 9, using: &generator))
        pictures.append(try PlainPicture(canvasOf: history))
      }
      #expect(try names().count == 1)
      #expect(history.cacheStatus.bytes <= 50 * Tile.byteCount)
      for (number, picture) in pictures.enumerated() {
        #expect(try PlainPicture(of: history.snapshot(at: number)) == picture, "r\(number)")
      }
      #expect(history.cacheStatus.faults > 0)
    }
    #expect(try names() == [])
    for kind in [DiskCall.Kind.sync, .syncDirectory, .syncFileSystem] { #expect(disk.count(kind) == 0) }
  }

  @Test("if the private folder cannot be created, everything up to the last commit remains")
  func cannotSpill() throws {
    var generator = SeededGenerator(seed: 5)
    let history = try make(bound: 30 * Tile.byteCount, in: folder.appending("missing"))
    var committed = try PlainPicture(canvasOf: history)
    var failures = 0
    for _ in 0..<20 {
      do throws(HistoryError) {
        try history.commitRevision(randomTiles(on: size, count: 9, using: &generator))
        committed = try PlainPicture(canvasOf: history)
      } catch {
        guard case .temporaryFolder = error else { throw error }
        failures += 1
        #expect(!history.isEditing)
        #expect(try PlainPicture(canvasOf: history) == committed)
        #expect(history.current.fingerprint == committed.fingerprint)
      }
    }
    #expect(failures > 0 && history.current.number > 0)
  }

  @Test("an abandoned group frees the memory of its pixels")
  func abandons() throws {
    var generator = SeededGenerator(seed: 6)
    let history = try make()
    try history.commitRevision(randomTiles(on: size, count: 9, using: &generator))
    let before = history.cacheStatus.bytes
    try history.beginEditing()
    try history.beginGroup(named: nil)
    // More than one pack.
    for _ in 0..<200 { _ = try history.revise(randomTiles(on: size, count: 12, using: &generator)) }
    #expect(history.cacheStatus.bytes > before + 1_024 * Tile.byteCount)
    try history.abandonGroup()
    try history.commit()
    #expect(history.cacheStatus.bytes == before)
    #expect(history.current.number == 1)
  }

  @Test("kept files beyond a number or the bound are in the private folder", arguments: [8, 512 << 20])
  func keepsFiles(bound: Int) throws {
    do {
      let history = try make(bound: bound)
      let files = (0..<100).map { [UInt8](repeating: UInt8($0), count: 1 + $0 % 5) }
      let kept = try files.map { try keep($0, in: history) }
      // The same content again.
      #expect(try keep(files[7], in: history) == kept[7])
      for (name, bytes) in zip(kept, files) { #expect(try contents(of: name, in: history) == bytes) }
      let copy = folder.appending("copy")
      for number in [0, 99] {
        try history.copyKeptFile(kept[number], to: copy)
        #expect(try SystemDisk().packBytes(of: copy) == files[number])
        try SystemDisk().remove(copy)
      }
      #expect(try history.diskUsage().fileBytes == files.reduce(0) { $0 + $1.count })
      #expect(try names().count == 1)
    }
    #expect(try names() == [])
  }

  private func keep(_ bytes: [UInt8], in history: History) throws -> ContentName {
    try history.beginEditing()
    let file = try history.incomingFile()
    try file.write(bytes.span)
    _ = try file.reader()
    try file.keep()
    try history.endEditing()
    return file.name
  }

  private func contents(of name: ContentName, in history: History) throws -> [UInt8] {
    let path = try #require(try history.keptFile(name))
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = try SystemDisk().read(SystemDisk().open(path, .read), at: 0, into: &bytes)
    return Array(bytes[..<count])
  }
}
