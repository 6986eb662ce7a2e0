import PaintHistory
import SystemPackage

/// The operations on a disk, in order, from which the disk after a power cut can be reconstructed.
public struct DiskRecording: Sendable {
  /// A change of a file's bytes, or of the names in a folder.
  enum Change: Sendable {
    case write(file: Int, offset: Int, bytes: [UInt8])
    case truncate(file: Int, size: Int)
    case add(DiskImage.Entry, DiskImage.Node)
    case remove(DiskImage.Entry)
    case move(DiskImage.Entry, to: DiskImage.Entry, DiskImage.Node)
    /// Two names are exchanged; `nodes` are the previous ones.
    case exchange(DiskImage.Entry, DiskImage.Entry, nodes: (first: DiskImage.Node, second: DiskImage.Node))
  }

  /// What a sync writes to the disk: a file's bytes, the names in a folder, or everything.
  enum Target: Sendable {
    case file(Int)
    case folder(Int)
    case everything
  }

  /// An event on the disk.
  enum Event: Sendable {
    case change(Change)
    case sync(Sync, Target)
    /// A failed sync: no later sync writes its data to the disk.
    case failedSync(Target)
    /// The program reported that everything up to that state is on the disk.
    case acknowledge(state: Int)

    var isChange: Bool { if case .change = self { true } else { false } }
  }

  /// The unsynced changes that reached the disk.
  public enum Kept: Sendable, Hashable {
    case all, none
    /// The given number of the last ones: the disk has written them first.
    case newest(Int)
    /// A random subset; a write may be partial.
    case some(seed: UInt64)
  }

  var events: [Event] = []
  private let start: DiskImage

  init(start: DiskImage) { self.start = start }

  /// The kinds of sync that were made.
  public var syncs: [Sync] {
    let made = events.compactMap { if case .sync(let sync, _) = $0 { sync } else { nil } }
    return Sync.allCases.filter { made.contains($0) }
  }

  /// The positions of power cuts: before and after each sync and each acknowledgement, and at the end.
  public var boundaries: [Int] {
    var places: Set<Int> = [events.count]
    for (place, event) in events.enumerated() {
      if event.isChange { continue }
      places.formUnion([place, place + 1])
    }
    return places.sorted()
  }

  /// The last state that was acknowledged before an event.
  public func acknowledged(before end: Int) -> Int {
    for case .acknowledge(let state) in events[..<end].reversed() { return state }
    return 0
  }

  /// The disk after a power cut before the event `end`, as if the syncs `missing` had never happened.
  public func disk(cutBefore end: Int, keeping kept: Kept, without missing: Sync? = nil) -> MemoryDisk {
    let isDurable = durable(before: end, without: missing)
    var image = start
    var generator = SeededGenerator(seed: 0)
    if case .some(let seed) = kept { generator = SeededGenerator(seed: seed) }
    var lost: Set<Int> = []
    if case .newest(let count) = kept {
      lost.formUnion(events[..<end].indices.filter { events[$0].isChange && !isDurable[$0] }.dropLast(count))
    }
    for (place, event) in events[..<end].enumerated() {
      guard case .change(let change) = event else { continue }
      if isDurable[place] {
        image.apply(change)
        continue
      }
      switch kept {
      case .all: image.apply(change)
      case .none: break
      case .newest: if !lost.contains(place) { image.apply(change) }
      case .some:
        guard generator.next() % 2 == 0 else { break }
        image.apply(generator.next() % 4 == 0 ? change.torn(using: &generator) : change)
      }
    }
    return image.disk
  }

  /// For each event, whether a later sync has written it to the disk.
  private func durable(before end: Int, without missing: Sync?) -> [Bool] {
    var isDurable = [Bool](repeating: false, count: end)
    var files: Set<Int> = []
    var folders: Set<Int> = []
    /// Files for which a later sync of everything writes nothing, because their own sync failed before.
    var dropped: Set<Int> = []
    var (isAll, isEveryFile) = (false, false)
    for place in (0..<end).reversed() {
      switch events[place] {
      case .sync(let kind, _) where kind == missing: break
      case .sync(_, .file(let file)): files.insert(file)
      case .sync(_, .folder(let folder)): folders.insert(folder)
      case .sync(_, .everything): (isAll, isEveryFile, dropped) = (true, true, [])
      case .failedSync(.file(let file)):
        files.remove(file)
        dropped.insert(file)
      case .failedSync(.everything): (isEveryFile, files, dropped) = (false, [], [])
      // Names are in the journal: a file system that cannot write its journal accepts no more writes.
      case .failedSync(.folder): break
      case .acknowledge: break
      case .change(let change):
        if let file = change.file {
          isDurable[place] = files.contains(file) || (isEveryFile && !dropped.contains(file))
        } else {
          isDurable[place] = isAll || change.folder.map { folders.contains($0) } ?? false
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

  /// The folder whose sync writes a change of names to the disk.
  ///
  /// For a rename between folders it is the folder of the new name. In real file systems the other folder's sync also
  /// works, but that is not guaranteed.
  var folder: Int? {
    switch self {
    case .write, .truncate: nil
    case .add(let entry, _), .remove(let entry), .exchange(let entry, _, _), .move(_, let entry, _): entry.folder
    }
  }

  /// A write of which only the first sectors reached the disk; other changes are atomic.
  func torn(using generator: inout SeededGenerator) -> Self {
    guard case .write(let file, let offset, let bytes) = self, bytes.count > 512 else { return self }
    let sectors = Int(generator.next() % UInt64(bytes.count / 512))
    return .write(file: file, offset: offset, bytes: Array(bytes[..<(sectors * 512)]))
  }
}
