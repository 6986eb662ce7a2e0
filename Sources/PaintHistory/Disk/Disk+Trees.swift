import SystemPackage

extension Disk {
  /// Whether there is nothing with a name, not even a link that leads nowhere.
  ///
  /// - Throws: if that cannot be found out.
  func hasNothing(at path: FilePath) throws(DiskError) -> Bool {
    try status(of: path, followingLinks: false) == nil
  }

  /// Removes a file, or a folder with its contents; does not follow links.
  ///
  /// Does nothing if it does not exist.
  ///
  /// This is not atomic: if it fails or is killed, part of the tree is left.
  ///
  /// - Throws: if a folder cannot be listed or something in it cannot be removed.
  public func removeTree(_ path: FilePath) throws(DiskError) { try removeTree(path, closing: nil) }

  /// Removes a file, or a folder with its contents, as `removeTree(_:)`.
  ///
  /// - Parameter opened: the folder, if it is open; it is read through this and closed, so that no other descriptor is
  ///   needed for it.
  func removeTree(_ path: FilePath, closing opened: OpenFile?) throws(DiskError) {
    guard let status = try status(of: path, followingLinks: false) else { return }
    guard status.kind == .directory else { return try remove(path) }
    // An explicit stack instead of recursion, so that a deep tree cannot exhaust the thread's stack.
    var folders = [path]
    var emptied: [FilePath] = []
    var opened = opened
    while let folder = folders.popLast() {
      emptied.append(folder)
      let names: [FilePath.Component]
      if let file = opened { names = try self.names(closing: file) } else { names = try self.names(in: folder) }
      opened = nil
      for name in names {
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
