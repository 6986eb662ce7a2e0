import Glibc
import PaintHistory
import SystemPackage

/// One call of the disk interface.
public struct DiskCall: Sendable, Hashable {
  /// The function of `Disk` that was called.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case open, openToWrite, create, openLock, read, write, sync, syncDirectory, syncFileSystem
    case createUnnamed, link
    case rename, exchange, remove, removeDirectory, createDirectory, names, status, close, lock, unlock
    case truncate, mapMemory
    case setPermissions

    /// Whether the call can change the contents of the disk or the holder of a lock.
    public var isMutating: Bool {
      switch self {
      case .open, .read, .names, .status, .close, .unlock: false
      default: true
      }
    }

    /// Whether the call opens a file.
    public var isOpening: Bool { [.open, .openToWrite, .create, .openLock].contains(self) }

    var operation: DiskError.Operation {
      switch self {
      case .open, .openToWrite: .open
      case .create, .createUnnamed, .link, .mapMemory: .create
      case .openLock, .lock, .unlock: .lock
      case .read: .read
      case .write, .truncate, .setPermissions: .write
      case .sync, .syncDirectory, .syncFileSystem: .sync
      case .rename: .rename
      case .exchange: .exchange
      case .remove, .removeDirectory: .remove
      case .createDirectory: .createFolder
      case .names: .list
      case .status: .readStatus
      case .close: .close
      }
    }
  }

  /// Which function was called.
  public var kind: Kind

  /// The path, or the path the file was opened by.
  public var path: FilePath

  /// The new name of a rename, or the second name of an exchange.
  public var destination: FilePath?

  /// The number of bytes to read or write, 0 for other calls.
  public var bytes: Int

  /// Describes a call.
  public init(_ kind: Kind, _ path: FilePath, to destination: FilePath? = nil, bytes: Int = 0) {
    self.kind = kind
    self.path = path
    self.destination = destination
    self.bytes = bytes
  }

  /// Whether it is a call of SQLite on the index.
  public var isOfIndex = false

  /// Describes a call of SQLite.
  public init(_ call: SQLiteCall) {
    kind =
      switch call.kind {
      case .open: .open
      case .create: .create
      case .read: .read
      case .write: .write
      case .truncate: .truncate
      case .sync: .sync
      case .size, .status, .fullPath: .status
      case .remove: .remove
      case .lock, .lockMemory: .lock
      case .mapMemory: .mapMemory
      }
    path = call.path
    bytes = Int(call.count)
    isOfIndex = true
  }

  /// The error with which this call fails for the given reason.
  public func error(_ errno: Errno) -> DiskError {
    DiskError(kind.operation, path, to: destination, errno: errno)
  }

  /// Whether the end of the path matches a shell pattern such as `packs/*.png`, in which `*` also matches slashes.
  public func matches(_ pattern: String) -> Bool {
    fnmatch("*" + pattern, path.string, 0) == 0
  }
}

extension DiskCall: CustomStringConvertible {
  /// The call in words, such as `write /tmp/a (12 bytes)`.
  public var description: String {
    "\(kind.rawValue) \(path)" + (destination.map { " to \($0)" } ?? "") + (bytes > 0 ? " (\(bytes) bytes)" : "")
  }
}
