import SystemPackage

/// A private folder of this process in the folder for temporary files; it is removed with the object.
public final class ScratchFolder {
  /// The path of the folder.
  public var path: FilePath { item.path }
  private let item: TemporaryItem

  /// Creates a folder with a unique name in `parent`.
  ///
  /// - Throws: `.temporaryFolder` if it cannot be created.
  public init(in parent: FilePath, on disk: any Disk) throws(HistoryError) {
    item = try HistoryError.catching(inTemporaryFolder: parent) { () throws(DiskError) in
      try TemporaryItem.folder(in: parent, .ownerOnly, on: disk)
    }
  }

  /// The folder for temporary files if a document at `path` is in a scratch folder; nil if it is not.
  public static func parent(ofScratchWith path: FilePath) -> FilePath? {
    let scratch = path.removingLastComponent()
    guard let name = scratch.lastComponent, TemporaryItem.isName(name) else { return nil }
    return scratch.removingLastComponent()
  }

  deinit { item.remove() }
}
