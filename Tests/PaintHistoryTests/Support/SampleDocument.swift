import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage

/// A document for a single test.
struct SampleDocument {
  let folder: TemporaryFolder
  let size: CanvasSize
  var path: FilePath { folder.appending("art.paint") }

  /// Creates a document with a picture, or with a blank canvas.
  init(
    width: Int = 96, height: Int = 80, background: Pixel = .white, picture: PlainPicture? = nil
  ) throws {
    folder = try TemporaryFolder()
    guard let size = picture?.size ?? CanvasSize(width: width, height: height) else { throw NoSize() }
    self.size = size
    try Self.make(at: folder.appending("art.paint"), size: size, background: background, picture: picture)
  }

  struct NoSize: Error {}

  /// Creates a document at `path`.
  @discardableResult
  static func make(
    at path: FilePath, size: CanvasSize, background: Pixel = .white, picture: PlainPicture? = nil,
    replacing: Bool = false, options: History.Options = History.Options()
  ) throws(HistoryError) -> Fingerprint {
    let builder = try DocumentBuilder(
      at: path, start: .init(size: size, background: background, name: "New", command: "new"), replacing: replacing,
      options: options)
    if let picture {
      for index in PlainPicture.indices(of: size) { try builder.add(picture[index], at: index) }
    }
    return try builder.finish(replacing: replacing)
  }

  func open(
    _ access: History.Access = .editing, cache: Int = 32 << 20, disk: any Disk = SystemDisk(),
    wait: Duration = .seconds(600)
  ) throws(HistoryError) -> History {
    var options = History.Options()
    options.cacheBytes = cache
    options.disk = disk
    options.wait = wait
    options.temporaryFolder = folder.path
    return try History(at: path, for: access, options: options)
  }

  /// The names of the packs, in order.
  func packs() throws(DiskError) -> [String] {
    try SystemDisk().names(in: path.appending("packs")).map(\.string).sorted()
  }

  /// The names of the packs that were set aside, in order.
  func unconfirmed() throws(DiskError) -> [String] {
    let folder = path.appending("unconfirmed")
    return try SystemDisk().status(of: folder) == nil ? [] : SystemDisk().names(in: folder).map(\.string).sorted()
  }

  /// All files in the document with their contents, except SQLite's shared memory.
  func contents() throws(DiskError) -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    let disk = SystemDisk()
    for name in try disk.names(in: path).map(\.string)
    where !["packs", "unconfirmed", "index.sqlite-shm"].contains(name) {
      contents[name] = try disk.contents(of: path.appending(name))
    }
    for name in try unconfirmed() {
      contents["unconfirmed/\(name)"] = try disk.contents(of: path.appending("unconfirmed").appending(name))
    }
    for name in try packs() {
      contents["packs/\(name)"] = try disk.contents(of: path.appending("packs").appending(name))
    }
    return contents
  }

  /// The files that are not empty: opening a document creates its lock and an empty log.
  func filledContents() throws(DiskError) -> [String: [UInt8]] { try contents().filter { !$0.value.isEmpty } }

  /// The bytes of all files.
  func byteCount() throws(DiskError) -> Int { try contents().reduce(0) { $0 + $1.value.count } }

  /// Changes the bytes of a file in the document.
  func rewrite(_ name: String, _ change: (inout [UInt8]) -> Void) throws(DiskError) {
    let disk = SystemDisk()
    let file = path.appending(name)
    var bytes = try disk.contents(of: file)
    change(&bytes)
    try disk.remove(file)
    try disk.write(disk.open(file, .createNew), bytes)
  }

  /// The visible state of the document, read by a reader.
  func look() throws -> VisibleState { try VisibleState(of: open(.reading)) }
}

/// The visible state of a document.
struct VisibleState: Equatable {
  var current: Int
  var tip: Int
  var revisions: [Int]
  var names: [String]
  var groups: [Group?]
  var branches: [Branch]
  var fingerprint: Fingerprint
  var picture: PlainPicture
  var settings: String

  init(of history: History) throws {
    current = history.current.number
    tip = history.state.tip
    let line = try history.line()
    revisions = line.map(\.number)
    names = line.map(\.name)
    groups = try line.map { try $0.group.flatMap { try history.group($0) } }
    branches = try history.branches()
    fingerprint = history.current.fingerprint
    // For a large canvas every 41st tile is sufficient.
    let size = history.current.size
    let isLarge = size.tileCount > 100
    picture = PlainPicture(size)
    for (place, index) in PlainPicture.indices(of: size).enumerated() where !isLarge || place % 41 == 0 {
      picture[index] = try history.tile(at: index)
    }
    settings = history.state.settings
  }
}

extension VisibleState {
  /// Whether both show the same, possibly with other numbers.
  func isEquivalent(_ other: VisibleState) -> Bool {
    revisions.count == other.revisions.count && names == other.names
      && groups.map { $0?.name } == other.groups.map { $0?.name }
      && branches.map(\.name) == other.branches.map(\.name) && fingerprint == other.fingerprint
      && picture == other.picture && settings == other.settings
  }
}

/// Some different tiles of a canvas, with random contents.
func randomTiles(on size: CanvasSize, count: Int, using generator: inout SeededGenerator) -> [PlacedTile] {
  PlainPicture.indices(of: size).shuffled(using: &generator).prefix(count).map {
    ($0, Tile.random(using: &generator))
  }
}
