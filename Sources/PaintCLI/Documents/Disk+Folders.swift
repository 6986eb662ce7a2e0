import PaintHistory
import SystemPackage

extension Disk {
  /// Creates a folder and those that contain it, unless they exist; others may do the same at the same time.
  func createFolders(_ path: FilePath) throws(DiskError) {
    var missing: [FilePath] = []
    var folder = path
    while !folder.isEmpty, try status(of: folder) == nil {
      missing.append(folder)
      // The root has no folder above it.
      guard folder.removeLastComponent() else { break }
    }
    for folder in missing.reversed() {
      do throws(DiskError) {
        try createDirectory(folder, .shared)
      } catch {
        guard error.errno == .fileExists else { throw error }
      }
    }
  }
}
