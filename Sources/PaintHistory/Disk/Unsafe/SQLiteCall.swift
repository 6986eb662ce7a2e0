// Unsafe: a path comes from C.

internal import CDisk
import SystemPackage

/// A call to the disk that SQLite is about to make.
@safe public struct SQLiteCall {
  /// The operation.
  public enum Kind: Sendable, Hashable, CaseIterable {
    case open, create, read, write, truncate, sync, size, remove, status, fullPath, lock, mapMemory, lockMemory
  }

  /// The operation.
  public var kind: Kind
  /// The file; empty for an unnamed temporary file.
  public var path: FilePath
  /// The offset of a read or write.
  public var offset: Int64
  /// The byte count of a read or write, or the length after a truncation.
  public var count: Int64
  /// The bytes to be written; valid during the call.
  public var bytes: UnsafeRawBufferPointer

  init?(_ call: cvfs_call) {
    guard unsafe Kind.allCases.indices.contains(Int(call.kind)) else { return nil }
    // In the same order as in C.
    kind = unsafe Kind.allCases[Int(call.kind)]
    path = unsafe FilePath(platformString: call.path)
    offset = unsafe call.offset
    count = unsafe call.count
    unsafe bytes = unsafe UnsafeRawBufferPointer(start: call.bytes, count: call.bytes == nil ? 0 : Int(call.count))
  }
}

/// What happens to a call that SQLite makes.
public enum SQLiteVerdict: Sendable, Hashable {
  /// The call is made.
  case pass
  /// The call fails with this error; a write first writes the given number of bytes.
  case fail(Errno, afterWriting: Int = 0)
}
