import PaintHistory
import SystemPackage

/// A place for a document that does not outlive the command.
final class TemporaryDocument {
  /// Where the document goes.
  let path: FilePath
  private let folder: FilePath
  private let disk: any Disk

  /// Makes a private folder for it.
  init(in parent: FilePath, on disk: any Disk) throws(DiskError) {
    var generator = SystemRandomNumberGenerator()
    let name = "paint-\(String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36))"
    folder = parent.appending(name)
    path = folder.appending("picture.paint")
    self.disk = disk
    try disk.createDirectory(folder, .onlyUser)
  }

  deinit { try? disk.removeTree(folder) }
}
