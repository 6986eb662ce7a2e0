internal import CSQLiteVFS
import SystemPackage

/// A call to the disk that SQLite is about to make.
public struct SQLiteCall {
  /// What it is about to do.
  public enum Kind: Sendable, Hashable, CaseIterable {
    case open, create, read, write, truncate, sync, size, remove, status, fullPath, lock, mapMemory, lockMemory
  }

  /// What it is about to do.
  public var kind: Kind
  /// The file, empty for a temporary one without a name.
  public var path: FilePath
  /// Where a read or a write begins.
  public var offset: Int64
  /// The bytes of a read or a write, the length after a truncation.
  public var count: Int64
  /// What is to be written; it lives as long as the call.
  public var bytes: UnsafeRawBufferPointer

  init?(_ call: cvfs_call) {
    guard Kind.allCases.indices.contains(Int(call.kind)) else { return nil }
    // In C's order.
    kind = Kind.allCases[Int(call.kind)]
    path = FilePath(platformString: call.path)
    offset = call.offset
    count = call.count
    bytes = UnsafeRawBufferPointer(start: call.bytes, count: call.bytes == nil ? 0 : Int(call.count))
  }
}

/// What becomes of a call of SQLite's.
public enum SQLiteVerdict: Sendable, Hashable {
  /// It is made.
  case pass
  /// It fails for that reason; a write first writes so many of its bytes.
  case fail(Errno, afterWriting: Int = 0)
}
