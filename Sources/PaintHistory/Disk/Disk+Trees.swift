import SystemPackage

extension Disk {
  /// Removes a file, or a folder with its contents; does not follow links.
  ///
  /// Does nothing if it does not exist.
  ///
  /// This is not atomic: if it fails or is killed, part of the tree is left.
  ///
  /// - Throws: if a folder cannot be listed or something in it cannot be removed.
  public func removeTree(_ path: FilePath) throws(DiskError) {
    guard let status = try status(of: path, followingLinks: false) else { return }
    guard status.kind == .directory else { return try remove(path) }
    // An explicit stack instead of recursion, so that a deep tree cannot exhaust the thread's stack.
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
