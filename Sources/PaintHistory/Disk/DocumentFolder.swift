import SystemPackage

/// Recognises the folder of a document from outside.
public enum DocumentFolder {
  /// Whether a path leads into a document, or into one of its folders, so that writing there could damage it.
  ///
  /// - Complexity: a few calls of the disk.
  public static func contains(_ path: FilePath, on disk: any Disk) -> Bool {
    let target = target(of: path, on: disk)
    let folder = target.removingLastComponent()
    return isDocument(folder, on: disk) || isDocument(folder.appending(".."), on: disk)
  }

  /// The path to which links lead, as far as they can be read; nothing is written there because of this answer.
  private static func target(of path: FilePath, on disk: any Disk) -> FilePath {
    var path = path
    // As many as the system follows.
    for _ in 0..<40 {
      guard (try? disk.status(of: path, followingLinks: false))?.kind == .symbolicLink,
        let target = try? disk.target(ofLink: path)
      else { break }
      // An absolute target takes the place of the folder.
      path = path.removingLastComponent().pushing(target)
    }
    return path
  }

  private static func isDocument(_ folder: FilePath, on disk: any Disk) -> Bool {
    ["index.sqlite", "packs"].allSatisfy { (try? disk.status(of: folder.appending($0))) != nil }
  }
}
