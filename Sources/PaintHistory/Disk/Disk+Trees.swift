import SystemPackage

extension Disk {
  /// Writes an array's bytes behind those written before.
  public func write(_ file: OpenFile, _ bytes: [UInt8]) throws(DiskError) {
    let failure = bytes.withUnsafeBytes { buffer -> DiskError? in
      do throws(DiskError) {
        try write(file, buffer)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Removes a file, or a folder with all that is in it, links as links; without effect where there is none.
  ///
  /// Not one step: where it fails or is killed, some of the tree is left.
  public func removeTree(_ path: FilePath) throws(DiskError) {
    guard let status = try status(of: path, followingLinks: false) else { return }
    guard status.kind == .directory else { return try remove(path) }
    // A stack of its own rather than recursion, so that a deep tree cannot exhaust the thread's.
    var folders = [path]
    var emptied: [FilePath] = []
    while let folder = folders.popLast() {
      emptied.append(folder)
      for name in try names(in: folder) {
        let member = folder.appending(name)
        let kind = try self.status(of: member, followingLinks: false)?.kind
        if kind == .directory {
          folders.append(member)
        } else if kind != nil {
          try remove(member)
        }
      }
    }
    for folder in emptied.reversed() { try removeDirectory(folder) }
  }
}
