import PaintHistory
import Synchronization
import SystemPackage

/// A disk in memory that records all changes to it, including SQLite's writes.
public final class RecordingDisk: InterceptingDisk {
  private struct State {
    var recording: DiskRecording
    /// The files by their current names.
    var image: DiskImage
    var lastFile: Int
    /// The number of bytes written to each file through `Disk`.
    var written: [Int: Int] = [:]
    /// Logs that SQLite has created and not synced since: with the first sync it also syncs their folder.
    var newLogs: Set<FilePath> = []
    /// The kind of the sync that fails next.
    var failing: DiskRecording.Sync?
  }

  /// The underlying disk.
  public var base: any Disk { memory }

  private let memory: MemoryDisk
  private let state: Mutex<State>

  /// Wraps a disk whose current content counts as synced.
  public init(wrapping memory: MemoryDisk) {
    self.memory = memory
    let image = DiskImage(of: memory, folders: memory.folders)
    state = Mutex(State(recording: DiskRecording(start: image), image: image, lastFile: memory.paths.count))
  }

  /// The operations so far.
  public var recording: DiskRecording { state.withLock { $0.recording } }

  /// Records that the program has reported that everything up to a state is on the disk.
  public func acknowledge(state number: Int) { add(.acknowledge(state: number)) }

  /// Makes the next sync of a kind fail and lose the data that it should write.
  public func failNext(_ sync: DiskRecording.Sync) { state.withLock { $0.failing = sync } }

  /// Whether this sync is the one that fails; if so, records it.
  private func fails(_ sync: DiskRecording.Sync, _ path: FilePath) -> Bool {
    state.withLock { state in
      guard state.failing == sync else { return false }
      state.failing = nil
      let event: DiskRecording.Event =
        sync == .fileSystem ? .failedSyncOfFileSystem : .failedSync(file: Self.file(at: path, in: &state))
      Self.add(event, to: &state)
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
    if let file = state.image.names[path] { return file }
    state.lastFile += 1
    add(.change(.createFile(path, file: state.lastFile)), to: &state)
    return state.lastFile
  }

  /// Makes the call.
  public func intercept<Result>(
    _ call: DiskCall, _ body: () throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    if call.kind == .sync, fails(.pack, call.path) { throw call.error(.ioError) }
    if call.kind == .syncFileSystem, fails(.fileSystem, call.path) { throw call.error(.ioError) }
    let result = try body()
    switch call.kind {
    case .openToWrite: state.withLock { $0.written[Self.file(at: call.path, in: &$0)] = 0 }
    case .create, .openLock: state.withLock { _ = Self.file(at: call.path, in: &$0) }
    case .sync: state.withLock { Self.add(.sync(.pack, file: Self.file(at: call.path, in: &$0)), to: &$0) }
    case .syncDirectory: add(.syncFolder(call.path))
    case .syncFileSystem: add(.syncFileSystem)
    case .rename, .exchange:
      let mode: RenameMode = call.kind == .exchange ? .exchange : .replace
      add(.change(.rename(call.path, to: call.destination ?? call.path, mode)))
    case .remove, .removeDirectory: add(.change(.remove(call.path)))
    case .createDirectory: add(.change(.createFolder(call.path)))
    default: break
    }
    return result
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

  /// Records what SQLite is about to do.
  public func judge(_ call: SQLiteCall) -> SQLiteVerdict {
    // The call always succeeds: the underlying disk is in memory.
    guard !call.path.isEmpty else { return .pass }
    let isLog = call.path.string.hasSuffix("-wal")
    if call.kind == .sync, fails(isLog ? .log : .index, call.path) { return .fail(.ioError) }
    state.withLock { state in
      switch call.kind {
      case .create:
        _ = Self.file(at: call.path, in: &state)
        if call.path.string.hasSuffix("-wal") { state.newLogs.insert(call.path) }
      case .write:
        let file = Self.file(at: call.path, in: &state)
        Self.add(.change(.write(file: file, offset: Int(call.offset), bytes: Array(call.bytes))), to: &state)
      case .truncate:
        let file = Self.file(at: call.path, in: &state)
        Self.add(.change(.truncate(file: file, size: Int(call.count))), to: &state)
      case .sync:
        Self.add(.sync(isLog ? .log : .index, file: Self.file(at: call.path, in: &state)), to: &state)
        if state.newLogs.remove(call.path) != nil {
          Self.add(.syncFolder(call.path.removingLastComponent()), to: &state)
        }
      case .remove: if state.image.names[call.path] != nil { Self.add(.change(.remove(call.path)), to: &state) }
      default: break
      }
    }
    return .pass
  }
}
