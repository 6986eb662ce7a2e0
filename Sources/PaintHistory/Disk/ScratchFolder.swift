import SystemPackage

/// A folder of this process alone, under the system's folder for temporary files; it goes with the object.
public final class ScratchFolder {
  /// Where it is.
  public let path: FilePath
  private let disk: any Disk

  /// Makes a folder with a name of its own in `parent`.
  public init(in parent: FilePath, on disk: any Disk) throws(DiskError) {
    var generator = SystemRandomNumberGenerator()
    while true {
      let path = parent.appending("paint-\(String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36))")
      do {
        try disk.createDirectory(path, .onlyUser)
      } catch  where error.errno == .fileExists {
        continue
      }
      self.path = path
      self.disk = disk
      return
    }
  }

  deinit { try? disk.removeTree(path) }
}

extension Disk {
  /// Copies a file's bytes to a new file.
  func copy(_ from: FilePath, to: FilePath) throws(DiskError) {
    let source = try open(from, .readMember)
    let target = try open(to, .createNew)
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset: Int64 = 0
    while true {
      let count = try buffer.withUnsafeMutableBytesTyped { (bytes) throws(DiskError) in
        try read(source, at: offset, into: bytes)
      }
      if count == 0 { break }
      try buffer.withUnsafeBytesTyped { (bytes) throws(DiskError) in
        try write(target, UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      }
      offset += Int64(count)
    }
    try close(target)
  }
}
