// Unsafe: SQLite's calls come from C, with pointers to its files and memory.

internal import CDisk
import Synchronization
import SystemPackage

/// The file system in which SQLite opens an index: the system's, one in memory, one with a hook that sees each call first,
/// or one that leaves the index as it is and has the log elsewhere.
public final class SQLiteFiles: Sendable {
  /// Sees a call before it is made; may be called by several threads at once.
  public typealias Hook = @Sendable (SQLiteCall) -> SQLiteVerdict

  /// The system's files.
  ///
  /// Only regular files are opened, without following links.
  public static let system = SQLiteFiles(name: "paint", base: nil, hook: nil)

  /// Its name in SQLite.
  let name: String
  private let handle: Handle
  /// Objects that must live as long as this one: the underlying file system, the hook, the files in memory.
  private let dependencies: [any Sendable & AnyObject]

  private static let count = Atomic<Int>(0)

  private static func newName() -> String { "paint-\(count.add(1, ordering: .relaxed).newValue)" }

  private init(name: String, base: SQLiteFiles?, hook: Hook?) {
    self.name = name
    let box = hook.map { HookBox(hook: $0) }
    self.dependencies = [base as (any Sendable & AnyObject)?, box].compactMap(\.self)
    let context = unsafe box.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
    handle = unsafe Handle(cvfs_wrap(name, base?.name, box == nil ? nil : HookBox.callback, context))
  }

  /// Adds a hook to another file system.
  public convenience init(wrapping base: SQLiteFiles, hook: @escaping Hook) {
    self.init(name: Self.newName(), base: base, hook: hook)
  }

  /// Uses files in memory.
  public convenience init(_ files: MemoryFiles) {
    self.init(name: Self.newName(), base: SQLiteFiles(unwrapped: files), hook: nil)
  }

  /// Reads an index through another file system and never writes to it: its log is the file at another path.
  ///
  /// A connection must be in exclusive locking mode before it reads anything: there are no locks and no shared memory.
  init(reading base: SQLiteFiles, withLogAt log: FilePath) {
    let name = Self.newName()
    self.name = name
    dependencies = [base]
    handle = unsafe log.withPlatformString { unsafe Handle(cvfs_with_private_log(name, base.name, $0)) }
  }

  /// Uses files in memory, without the thin file system's checks.
  private init(unwrapped files: MemoryFiles) {
    name = Self.newName()
    dependencies = [files]
    let names = unsafe cvfs_names(
      find: { context, path, creates in
        guard let context = unsafe context, let path = unsafe path else { return nil }
        let files = unsafe Unmanaged<MemoryFiles>.fromOpaque(context).takeUnretainedValue()
        return unsafe files.file(at: FilePath(platformString: path), creating: creates != 0)?.retainedNode()
      },
      remove: { context, path in
        guard let context = unsafe context, let path = unsafe path else { return Errno.noSuchFileOrDirectory.rawValue }
        let files = unsafe Unmanaged<MemoryFiles>.fromOpaque(context).takeUnretainedValue()
        return unsafe files.remove(FilePath(platformString: path)) == nil ? Errno.noSuchFileOrDirectory.rawValue : 0
      })
    handle = unsafe Handle(cvfs_in_memory(name, names, Unmanaged.passUnretained(files).toOpaque()))
  }
}

/// Owns the C object.
@safe private final class Handle: @unchecked Sendable {
  private let pointer: OpaquePointer?

  init(_ pointer: OpaquePointer?) { unsafe self.pointer = unsafe pointer }

  deinit { unsafe cvfs_free(pointer) }
}

/// Holds a hook, so that C can point to it.
private final class HookBox: Sendable {
  let hook: SQLiteFiles.Hook

  init(hook: @escaping SQLiteFiles.Hook) { self.hook = hook }

  static let callback: cvfs_hook = { context, call in
    guard let context = unsafe context, let call = unsafe call, let described = unsafe SQLiteCall(call.pointee) else {
      return 0
    }
    switch unsafe Unmanaged<HookBox>.fromOpaque(context).takeUnretainedValue().hook(described) {
    case .pass: return 0
    case .fail(let errno, let bytes):
      unsafe call.pointee.allowed = unsafe min(Int64(bytes), call.pointee.count)
      return errno.rawValue
    }
  }
}
