import PaintHistory
import Synchronization
import SystemPackage

/// A disk in memory that records all changes to it, including SQLite's writes.
public final class RecordingDisk: InterceptingDisk {
  private struct State {
    var recording: DiskRecording
    /// The files by their current names.
    var image: DiskImage
    /// For each file, the bytes written to it through `Disk`.
    var written: [Int: Int] = [:]
    /// Files that were opened for overwriting and not synced since.
    var rewritten: Set<FilePath> = []
    /// Logs that SQLite has opened and not synced since: the first sync also syncs their folder.
    var newLogs: Set<FilePath> = []
    /// Logs whose last write was that of their header.
    var begunLogs: Set<FilePath> = []
    /// The last sync of a log: a following write of the index has waited for it.
    var syncOfLog: (log: FilePath, event: Int)?
    /// The kind of sync that fails next.
    var failing: DiskRecording.Sync?
  }

  /// The underlying disk.
  public var base: any Disk { memory }

  /// New ones each time, like those of a new process, which looks for the leftovers of dead ones.
  ///
  /// Nil unless `sweepsLeftovers` is set.
  public var temporaryItems: TemporaryItems? {
    sweepsLeftovers ? TemporaryItems(willMake: { _, _ in }, didForget: { _ in }) : nil
  }

  private let memory: MemoryDisk
  private let sweepsLeftovers: Bool
  private let state: Mutex<State>

  /// Wraps a disk whose content is already safe.
  ///
  /// - Parameter sweepsLeftovers: whether temporary items are removed as leftovers of dead processes when another one
  /// is made. All are removed, because folders of a disk in memory cannot be locked: no two may be used at a time.
  public init(wrapping memory: MemoryDisk, sweepsLeftovers: Bool = false) {
    self.memory = memory
    self.sweepsLeftovers = sweepsLeftovers
    let image = DiskImage(of: memory)
    state = Mutex(State(recording: DiskRecording(start: image), image: image))
  }

  /// The operations so far.
  public var recording: DiskRecording { state.withLock { $0.recording } }

  /// Records that the program has reported that everything up to a state is on the disk.
  public func acknowledge(state number: Int) { add(.acknowledge(state: number)) }

  /// Lets the next sync of a pack, a log, an index or the file system fail and drop its data.
  public func failNext(_ sync: DiskRecording.Sync) { state.withLock { $0.failing = sync } }

  /// Whether this sync is the one that fails; if so, records it.
  private func fails(_ sync: DiskRecording.Sync, _ path: FilePath) -> Bool {
    state.withLock { state in
      guard state.failing == sync else { return false }
      state.failing = nil
      let target: DiskRecording.Target =
        sync == .fileSystem ? .everything : .file(Self.file(at: path, in: &state))
      Self.add(.failedSync(target), to: &state)
      return true
    }
  }

  private func add(_ event: DiskRecording.Event) { state.withLock { Self.add(event, to: &$0) } }

  private static func add(_ event: DiskRecording.Event, to state: inout State) {
    state.recording.events.append(event)
    // Only the names are needed here.
    if case .change(let change) = event, change.file == nil { state.image.apply(change) }
  }

  /// The number of the file at a path, which is created if it does not exist.
  private static func file(at path: FilePath, in state: inout State) -> Int {
    if let node = state.image.node(at: path) { return node.number }
    let node = state.image.newNode(isFolder: false)
    if let entry = state.image.entry(of: path) { add(.change(.add(entry, node)), to: &state) }
    return node.number
  }

  private static func addFolderSync(_ sync: DiskRecording.Sync, of path: FilePath, to state: inout State) {
    if let node = state.image.node(at: path) { add(.sync(sync, .folder(node.number)), to: &state) }
  }

  private static func addRename(_ call: DiskCall, to state: inout State) {
    guard let to = call.destination, let node = state.image.node(at: call.path),
      let (entry, target) = state.image.entry(of: call.path).flatMap({ from in
        state.image.entry(of: to).map { (from, $0) }
      })
    else { return }
    if call.kind == .exchange, let other = state.image.node(at: to) {
      add(.change(.exchange(entry, target, nodes: (node, other))), to: &state)
    } else {
      add(.change(.move(entry, to: target, node)), to: &state)
    }
  }

  /// Makes the call.
  public func intercept<Result>(
    _ call: DiskCall, _ body: () throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    if call.kind == .sync, fails(.pack, call.path) { throw call.error(.ioError) }
    if call.kind == .syncFileSystem, fails(.fileSystem, call.path) { throw call.error(.ioError) }
    let result = try body()
    state.withLock { Self.note(call, in: &$0) }
    return result
  }

  private static func note(_ call: DiskCall, in state: inout State) {
    switch call.kind {
    case .openToWrite:
      state.written[file(at: call.path, in: &state)] = 0
      state.rewritten.insert(call.path)
    case .create, .openLock: _ = file(at: call.path, in: &state)
    case .sync:
      let isRepeated = state.rewritten.remove(call.path) != nil
      let file = file(at: call.path, in: &state)
      add(.sync(DiskRecording.Sync(ofFile: call.path, isRepeated: isRepeated), .file(file)), to: &state)
    case .syncDirectory: addFolderSync(DiskRecording.Sync(ofFolder: call.path), of: call.path, to: &state)
    case .syncFileSystem: add(.sync(DiskRecording.Sync(ofFileSystemBy: call.path), .everything), to: &state)
    case .rename, .exchange: addRename(call, to: &state)
    case .remove, .removeDirectory:
      if let entry = state.image.entry(of: call.path) { add(.change(.remove(entry)), to: &state) }
    case .createDirectory:
      let node = state.image.newNode(isFolder: true)
      if let entry = state.image.entry(of: call.path) { add(.change(.add(entry, node)), to: &state) }
    default: break
    }
  }

  /// Records the bytes and writes them.
  public func write(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(DiskError) {
    try memory.write(file, bytes)
    state.withLock { state in
      let number = Self.file(at: file.path, in: &state)
      let offset = state.written[number, default: 0]
      state.written[number] = offset + bytes.count
      Self.add(.change(.write(file: number, offset: offset, bytes: Array(bytes))), to: &state)
    }
  }

  /// Records a call of SQLite before it is made.
  public func judge(_ call: SQLiteCall) -> SQLiteVerdict {
    // The call always succeeds: the underlying disk is in memory.
    guard !call.path.isEmpty else { return .pass }
    let isLog = call.path.string.hasSuffix("-wal")
    if call.kind == .sync, fails(isLog ? .log : .index, call.path) { return .fail(.ioError) }
    state.withLock { state in
      switch call.kind {
      case .create:
        _ = Self.file(at: call.path, in: &state)
        if isLog { state.newLogs.insert(call.path) }
      case .write:
        Self.noteCheckpoint(call.path, in: &state)
        let file = Self.file(at: call.path, in: &state)
        Self.add(.change(.write(file: file, offset: Int(call.offset), bytes: Array(call.bytes))), to: &state)
        if isLog, call.offset == 0 { state.begunLogs.insert(call.path) } else { state.begunLogs.remove(call.path) }
      case .truncate:
        let file = Self.file(at: call.path, in: &state)
        Self.add(.change(.truncate(file: file, size: Int(call.count))), to: &state)
      case .sync:
        Self.noteCheckpoint(call.path, in: &state)
        let file = Self.file(at: call.path, in: &state)
        if isLog { state.syncOfLog = (call.path, state.recording.events.count) }
        let sync: DiskRecording.Sync = state.begunLogs.contains(call.path) ? .logHeader : isLog ? .log : .index
        Self.add(.sync(sync, .file(file)), to: &state)
        if state.newLogs.remove(call.path) != nil {
          Self.addFolderSync(.logFolder, of: call.path.removingLastComponent(), to: &state)
        }
      case .remove:
        if state.image.node(at: call.path) != nil, let entry = state.image.entry(of: call.path) {
          Self.add(.change(.remove(entry)), to: &state)
        }
      default: break
      }
    }
    return .pass
  }

  /// An index is only written in a checkpoint, right after the sync of its log.
  private static func noteCheckpoint(_ written: FilePath, in state: inout State) {
    guard let (log, event) = state.syncOfLog else { return }
    state.syncOfLog = nil
    guard log.string == written.string + "-wal", case .sync(_, let target) = state.recording.events[event] else {
      return
    }
    state.recording.events[event] = .sync(.checkpointedLog, target)
  }
}
