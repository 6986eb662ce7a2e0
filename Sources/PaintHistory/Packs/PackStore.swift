import PaintPNG
import PaintRaster
import SystemPackage

/// The folder of pack files: writes whole packs as new files, reads single slots.
///
/// A background thread may call `write` while the transaction's thread reads: it uses only what never changes.
class PackStore {
  private let folder: FilePath
  let disk: any Disk
  private var decoder = TileDecoder()
  /// Recently used packs; tiles of one region tend to be in few packs.
  private var open: [(pack: Int, file: OpenFile)] = []
  private static let openLimit = 16
  private var buffer: [UInt8] = []
  /// Packs from this number on are in another folder: those of a dry run, which never become part of the document.
  private let redirection: (first: Int, folder: FilePath)?

  /// - Parameter redirection: another folder for packs from a number on, for reading and writing.
  init(folder: FilePath, disk: any Disk, redirection: (first: Int, folder: FilePath)? = nil) {
    self.folder = folder
    self.disk = disk
    self.redirection = redirection
  }

  /// The highest number that a pack may have.
  static let highestNumber = 1 << 47

  /// The path of a pack.
  func path(of pack: Int) -> FilePath {
    let name = Self.fileName(of: pack)
    if let redirection, pack >= redirection.first { return redirection.folder.appending(name) }
    return folder.appending(name)
  }

  // MARK: Packs in memory

  /// Whether packs are files, whose tiles are encoded.
  var encodesTiles: Bool { true }

  /// The number of tiles in memory.
  var tilesInMemory: Int { 0 }

  /// Whether all packs are in memory.
  var isInMemory: Bool { false }

  /// Whether `release` freed pixels, so that not all pictures can be shown any longer.
  var hasReleased: Bool { false }

  /// Frees the pixels in slots that nothing reads again, if they are in memory.
  func release(_ locations: [PackLocation]) {}

  /// The pixels in a slot if its pack is in memory.
  func pixelsInMemory(at location: PackLocation) -> TilePixels? { nil }

  /// The location of a slot in its file; the location in a pack in memory differs from it.
  func fileLocation(of location: PackLocation) throws(HistoryError) -> PackLocation { location }

  // MARK: Files

  /// Writes a pack under its final name; if `durably`, it is synced when this returns.
  ///
  /// - Throws: `.disk` with `fileExists` if the file exists; it is never overwritten.
  func write(_ contents: FinishedPack, as pack: Int, durably: Bool) throws(HistoryError) {
    guard case .file(let bytes) = contents else { preconditionFailure("a pack on disk is encoded") }
    try HistoryError.catching { () throws(DiskError) in try write(bytes, as: pack, durably: durably) }
  }

  private func write(_ bytes: [UInt8], as pack: Int, durably: Bool) throws(DiskError) {
    let path = path(of: pack)
    let file = try disk.open(path, .createNew)
    do throws(DiskError) {
      try disk.write(file, bytes)
      if durably {
        try disk.sync(file)
        try disk.syncDirectory(folder)
      }
    } catch {
      try? disk.remove(path)
      throw error
    }
  }

  /// Removes a pack; false if it still exists.
  func discard(_ pack: Int) -> Bool {
    open.removeAll { $0.pack == pack }
    do {
      try disk.remove(path(of: pack))
      return true
    } catch {
      return error.errno == .noSuchFileOrDirectory
    }
  }

  /// The numbers of the packs in the folder from `first` on, in ascending order.
  func numbers(from first: Int) throws(DiskError) -> [Int] {
    try disk.names(in: folder, notBefore: Self.fileName(of: first)).compactMap(Self.number)
      .filter { $0 >= first }.sorted()
  }

  /// The sizes of the packs with numbers below `end`.
  func sizes(below end: Int) throws(DiskError) -> [Int: Int] {
    var sizes: [Int: Int] = [:]
    for number in try numbers(from: 1) where number < end {
      sizes[number] = Int(try disk.status(of: path(of: number))?.size ?? 0)
    }
    return sizes
  }

  /// The file name of a pack.
  static func fileName(of pack: Int) -> String {
    let digits = String(pack)
    return String(repeating: "0", count: max(0, 10 - digits.count)) + digits + ".png"
  }

  /// The number in a pack's file name; nil for any other name.
  static func number(_ name: FilePath.Component) -> Int? {
    let number = Int(name.string.prefix { $0 != "." })
    guard let number, (1...highestNumber).contains(number), fileName(of: number) == name.string else { return nil }
    return number
  }

  /// The tile at a location; nil if it is in no pack yet.
  func tile(at location: TileVersion.Location) throws(HistoryError) -> Tile? {
    switch location {
    case .color(let color): .color(color)
    case .slot(let slot): .pixels(try read(slot))
    case .pending: nil
    }
  }

  /// The pixels in a slot.
  func read(_ location: PackLocation) throws(HistoryError) -> TilePixels {
    let location = try fileLocation(of: location)
    buffer.removeAll(keepingCapacity: true)
    try readBytes(of: location, onto: &buffer)
    do throws(PackError) {
      return try decoder.decode(buffer, expecting: location.crc)
    } catch {
      throw damage(location, "\(error)")
    }
  }

  /// Appends the compressed bytes of a slot in its pack; decoding them turns a fault into a tile.
  func readBytes(of location: PackLocation, onto bytes: inout [UInt8]) throws(HistoryError) {
    // A slot is at most a stored tile with its frame; a larger length means a damaged index and is rejected before
    // memory is allocated.
    guard location.length <= 2 * Tile.byteCount else { throw damage(location, "a slot of \(location.length) bytes") }
    let count = Int(location.length)
    let file = try file(of: location)
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    let read = try HistoryError.catching(disk.read(file, at: Int64(location.offset), into: &bytes, from: start))
    guard read == count else { throw damage(location, "it ends early") }
  }

  /// All bytes of a pack; empty if the file cannot be a pack because of its size.
  func contents(of pack: Int) throws(DiskError) -> [UInt8] { try disk.packBytes(of: path(of: pack)) ?? [] }

  /// The bytes of a pack; nil if its file is missing.
  func contentsIfPresent(of pack: Int) throws(HistoryError) -> [UInt8]? {
    do throws(DiskError) { return try contents(of: pack) } catch {
      guard error.errno == .noSuchFileOrDirectory else { throw HistoryError(error) }
      return nil
    }
  }

  /// Closes all cached open files.
  func closeFiles() { open.removeAll() }

  func damage(_ location: PackLocation, _ what: String) -> HistoryError {
    .damaged("pack \(path(of: location.pack).lastComponent?.string ?? "") at byte \(location.offset): \(what)")
  }

  private func file(of location: PackLocation) throws(HistoryError) -> OpenFile {
    if let position = open.firstIndex(where: { $0.pack == location.pack }) {
      // The files are ordered by their last use; the first one is closed if there are too many.
      if position != open.count - 1 { open.append(open.remove(at: position)) }
      return open[open.count - 1].file
    }
    let file: OpenFile
    do {
      file = try disk.open(path(of: location.pack), .readMember)
    } catch  where error.errno == .noSuchFileOrDirectory {
      throw damage(location, "the file is missing")
    } catch {
      throw HistoryError(error)
    }
    if open.count == Self.openLimit { open.removeFirst() }
    open.append((location.pack, file))
    return file
  }
}
