// Unsafe: the files are made and changed by C.

internal import CDisk
import Synchronization
import SystemPackage

/// A file in memory; it may be used by several threads at once.
@safe public final class MemoryFile: @unchecked Sendable {
  private let node: OpaquePointer?

  /// An empty file.
  public init() { unsafe node = unsafe cvfs_node_new() }

  deinit { unsafe cvfs_node_release(node) }

  /// The length in bytes.
  public var size: Int64 { unsafe node.map { unsafe cvfs_node_size($0) } ?? 0 }

  /// Reads from `offset`, in bytes, until the buffer is full or the file ends; returns the number of bytes read.
  public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let node = unsafe node else { return 0 }
    return unsafe Int(cvfs_node_read(node, buffer.baseAddress, Int64(buffer.count), offset))
  }

  /// Reads from `offset`, in bytes, until the buffer is full or the file ends; returns the number of bytes read.
  func read(at offset: Int64, into buffer: inout [UInt8]) -> Int {
    unsafe buffer.withUnsafeMutableBytes { unsafe read(at: offset, into: $0) }
  }

  /// Writes bytes; false if there is not enough memory.
  func write(_ bytes: Span<UInt8>, at offset: Int64) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { unsafe write(UnsafeRawBufferPointer($0), at: offset) }
  }

  /// Writes bytes at `offset`; false if there is not enough memory.
  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Bool {
    guard let node = unsafe node else { return false }
    return unsafe cvfs_node_write(node, bytes.baseAddress, Int64(bytes.count), offset) == 0
  }

  /// A retained reference to the bytes, for C.
  func retainedNode() -> OpaquePointer? { unsafe node.map { unsafe cvfs_node_retain($0) } }
}

/// Files in memory by their paths.
public final class MemoryFiles: Sendable {
  private let files = Mutex<[FilePath: MemoryFile]>([:])

  /// Creates an empty set of files.
  public init() {}

  /// The file at a path; created if it is missing and `creating` is true.
  public func file(at path: FilePath, creating: Bool = false) -> MemoryFile? {
    files.withLock { files in
      if let file = files[path] { return file }
      guard creating else { return nil }
      let file = MemoryFile()
      files[path] = file
      return file
    }
  }

  /// Puts a file at a path and replaces an existing one.
  public func put(_ file: MemoryFile, at path: FilePath) { files.withLock { $0[path] = file } }

  /// Removes the file at a path and returns it; nil if there is none.
  @discardableResult
  public func remove(_ path: FilePath) -> MemoryFile? { files.withLock { $0.removeValue(forKey: path) } }

  /// All paths, in any order.
  public var paths: [FilePath] { files.withLock { Array($0.keys) } }
}
