import PaintHistory
import SystemPackage

/// The operations on a disk, in order, from which the disk after a power cut can be reconstructed.
public struct DiskRecording: Sendable {
  /// A change to a file's bytes or to the names in a folder.
  public enum Change: Sendable {
    case write(file: Int, offset: Int, bytes: [UInt8])
    case truncate(file: Int, size: Int)
    case createFile(FilePath, file: Int)
    case createFolder(FilePath)
    case remove(FilePath)
    case rename(FilePath, to: FilePath, RenameMode)
  }

  /// The kinds of sync; a test can leave each of them out.
  public enum Sync: String, Sendable, Hashable, CaseIterable {
    case pack, folder, log, index, fileSystem
  }

  /// One recorded event.
  public enum Event: Sendable {
    case change(Change)
    case sync(Sync, file: Int)
    case syncFolder(FilePath)
    case syncFileSystem
    /// A sync of the file that failed: no later sync writes the changes that it left unsynced.
    case failedSync(file: Int)
    /// The same, for all files.
    case failedSyncOfFileSystem
    /// The program reported that everything up to that state is on the disk.
    case acknowledge(state: Int)
  }

  /// The unsynced changes that reached the disk.
  public enum Kept: Sendable, Hashable {
    case all, none
    /// A random selection; writes can be torn.
    case some(seed: UInt64)
  }

  var events: [Event] = []
  private let start: DiskImage

  init(start: DiskImage) { self.start = start }

  /// The points at which tests simulate a power cut: before and after each sync and acknowledgement, and at the end.
  public var boundaries: [Int] {
    var indices: Set<Int> = [events.count]
    for (index, event) in events.enumerated() {
      if case .change = event { continue }
      indices.formUnion([index, index + 1])
    }
    return indices.sorted()
  }

  /// The last state that was acknowledged before an event.
  public func acknowledged(before end: Int) -> Int {
    for case .acknowledge(let state) in events[..<end].reversed() { return state }
    return 0
  }

  /// The disk after a power cut before the event `end`, without syncs of the kind `missing`.
  public func disk(cutBefore end: Int, keeping kept: Kept, without missing: Sync? = nil) -> MemoryDisk {
    let isDurable = durable(before: end, without: missing)
    var image = start
    var generator = SeededGenerator(seed: 0)
    if case .some(let seed) = kept { generator = SeededGenerator(seed: seed) }
    for (index, event) in events[..<end].enumerated() {
      guard case .change(let change) = event else { continue }
      if isDurable[index] || kept == .all {
        image.apply(change)
      } else if case .some = kept, generator.next() % 2 == 0 {
        image.apply(generator.next() % 4 == 0 ? change.torn(using: &generator) : change)
      }
    }
    return image.disk
  }

  /// For each event, whether a later sync has written it to the disk.
  private func durable(before end: Int, without missing: Sync?) -> [Bool] {
    var isDurable = [Bool](repeating: false, count: end)
    var files: Set<Int> = []
    var folders: Set<FilePath> = []
    /// Files whose earlier changes a later file-system sync does not write, because their own sync failed before it.
    var dropped: Set<Int> = []
    var (isAll, isEveryFile) = (false, false)
    for index in (0..<end).reversed() {
      switch events[index] {
      case .sync(let kind, let file): if kind != missing { files.insert(file) }
      case .syncFolder(let path): if missing != .folder { folders.insert(path) }
      case .syncFileSystem: if missing != .fileSystem { (isAll, isEveryFile, dropped) = (true, true, []) }
      case .failedSync(let file):
        files.remove(file)
        dropped.insert(file)
      case .failedSyncOfFileSystem: (isEveryFile, files, dropped) = (false, [], [])
      case .acknowledge: break
      case .change(let change):
        if let file = change.file {
          isDurable[index] = files.contains(file) || (isEveryFile && !dropped.contains(file))
        } else {
          // Names are in the journal: if the file system cannot write that, it accepts no more writes.
          isDurable[index] = isAll || !folders.isDisjoint(with: change.folders)
        }
      }
    }
    return isDurable
  }
}

extension DiskRecording.Change {
  /// The file whose bytes it changes; nil if it changes names.
  var file: Int? {
    switch self {
    case .write(let file, _, _), .truncate(let file, _): file
    default: nil
    }
  }

  /// The folders whose names it changes.
  var folders: [FilePath] {
    switch self {
    case .write, .truncate: []
    case .createFile(let path, _), .createFolder(let path), .remove(let path): [path.removingLastComponent()]
    case .rename(let from, let to, _): [from.removingLastComponent(), to.removingLastComponent()]
    }
  }

  /// A write of which only the first sectors reached the disk; other changes are atomic.
  func torn(using generator: inout SeededGenerator) -> Self {
    guard case .write(let file, let offset, let bytes) = self, bytes.count > 512 else { return self }
    let sectors = Int(generator.next() % UInt64(bytes.count / 512))
    return .write(file: file, offset: offset, bytes: Array(bytes[..<(sectors * 512)]))
  }
}
