import PaintHistory
import SystemPackage

/// A picture file that the user named, written in one step.
enum PictureFile {
  /// Has `body` write a sibling through its descriptor, syncs it and renames it over the file; an error leaves the file
  /// as it was and no sibling.
  static func replace(
    _ path: FilePath, on disk: any Disk, _ body: (CInt) throws(EditingError) -> Void
  ) throws(EditingError) {
    var generator = SystemRandomNumberGenerator()
    let folder = path.removingLastComponent()
    let suffix = String(UInt64.random(in: 0..<2_176_782_336, using: &generator), radix: 36)
    let sibling = folder.appending(".\(path.lastComponent?.string ?? "picture").\(suffix)")
    let file: OpenFile
    do {
      file = try disk.open(sibling, .createNew)
    } catch {
      // Said of the file that the user named.
      throw .file(DiskError(error.operation, path, errno: error.errno))
    }
    do throws(EditingError) {
      try body(file.descriptor)
      do throws(DiskError) {
        try disk.sync(file)
        try disk.close(file)
        try disk.rename(sibling, to: path, .replace)
        try disk.syncDirectory(folder.isEmpty ? "." : folder)
      } catch {
        throw .file(DiskError(.write, path, errno: error.errno))
      }
    } catch {
      try? disk.remove(sibling)
      throw error
    }
  }
}
