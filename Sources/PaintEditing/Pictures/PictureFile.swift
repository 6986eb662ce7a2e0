import PaintHistory
import SystemPackage

/// A picture file that is written atomically.
enum PictureFile {
  /// Lets `body` write a file through its descriptor, syncs it and renames it; after an error the old file is
  /// unchanged.
  ///
  /// Errors of `body` that are about a picture name this file.
  ///
  /// - Parameter force: whether a file is replaced that is read-only for this user.
  /// - Returns: warnings about the written file, as clauses.
  /// - Throws: `.history(.cannotCreate)` for a file inside a document.
  static func replace(
    _ path: FilePath, on disk: any Disk, force: Bool, _ body: (CInt) throws -> Void
  ) throws(EditingError) -> [String] {
    if DocumentFolder.contains(path, on: disk) {
      throw .history(.cannotCreate("\(path.string) is inside a drawing, whose files only its own commands write"))
    }
    let unsynced = try FileReplacement.write(path, on: disk, force: force, failure: EditingError.file) {
      (file) throws(EditingError) in try EditingError.catching(path.string) { try body(file.descriptor) }
    }
    guard let unsynced else { return [] }
    return [
      "\(path.string) is written, but its folder could not be synced (\(unsynced.message)); a power cut may undo that"
    ]
  }
}
