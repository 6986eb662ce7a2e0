import SystemPackage

/// Recognises the folder of a document from outside.
public enum DocumentFolder {
  /// Whether a path leads into a document, or into one of its folders, so that writing there could damage it.
  ///
  /// - Complexity: a few calls of the disk.
  public static func contains(_ path: FilePath, on disk: any Disk) -> Bool {
    let target = (try? FileReplacement.followingLinks(path, on: disk).path) ?? path
    let folder = target.removingLastComponent()
    return isDocument(folder, on: disk) || isDocument(folder.appending(".."), on: disk)
  }

  private static func isDocument(_ folder: FilePath, on disk: any Disk) -> Bool {
    ["index.sqlite", "packs"].allSatisfy { (try? disk.status(of: folder.appending($0))) != nil }
  }
}
