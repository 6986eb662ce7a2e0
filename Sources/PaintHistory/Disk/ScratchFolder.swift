import SystemPackage

/// A private temporary folder of this process; it is removed with the object.
public final class ScratchFolder {
  /// The path of the folder.
  public var path: FilePath { item.path }
  private let item: TemporaryItem

  /// Creates a folder with a unique name in `parent`.
  ///
  /// - Throws: if it cannot be created.
  public init(in parent: FilePath, on disk: any Disk) throws(DiskError) {
    item = try TemporaryItem.folder(in: parent, .ownerOnly, on: disk)
  }

  deinit { item.remove() }
}
