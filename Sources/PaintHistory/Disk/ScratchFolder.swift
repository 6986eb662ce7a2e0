import SystemPackage

/// A folder of this process alone, under the system's folder for temporary files; it goes with the object.
public final class ScratchFolder {
  /// Where it is.
  public var path: FilePath { item.path }
  private let item: TemporaryItem

  /// Makes a folder with a name of its own in `parent`.
  ///
  /// - Throws: where it cannot be made.
  public init(in parent: FilePath, on disk: any Disk) throws(DiskError) {
    item = try TemporaryItem.folder(in: parent, .onlyUser, on: disk)
  }

  deinit { item.remove() }
}
