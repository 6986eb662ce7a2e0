import PaintHistory
import PaintTestSupport
import SystemPackage

/// The files of a folder at one moment.
///
/// They are in memory, so that a test can put them back thousands of times without starting `rm` and `cp`.
struct SavedFolder {
  /// Paths in the folder, parents first.
  private var folders: [String] = []
  private var files: [String: [UInt8]] = [:]

  /// A link, pipe or device, which is not saved.
  struct OtherKind: Error {
    var path: FilePath
  }

  init(_ folder: FilePath) throws {
    let disk = SystemDisk()
    var open = [""]
    while let parent = open.popLast() {
      for name in try disk.names(in: folder.appending(parent)) {
        let path = parent.isEmpty ? name.string : "\(parent)/\(name)"
        let full = folder.appending(path)
        switch try disk.status(of: full, followingLinks: false)?.kind {
        case .directory?:
          folders.append(path)
          open.append(path)
        case .file?: files[path] = try disk.contents(of: full)
        default: throw OtherKind(path: full)
        }
      }
    }
  }

  /// Replaces everything in a folder by these files.
  func restore(in folder: FilePath) throws {
    let disk = SystemDisk()
    for name in try disk.names(in: folder) { try disk.removeTree(folder.appending(name)) }
    for path in folders { try disk.createDirectory(folder.appending(path)) }
    for (path, bytes) in files { try disk.write(disk.open(folder.appending(path), .createNew), bytes) }
  }
}
