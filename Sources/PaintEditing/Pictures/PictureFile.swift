import PaintHistory
import SystemPackage

/// A picture file that the user named, written in one step.
enum PictureFile {
  /// Has `body` write a file through its descriptor, syncs it and puts it in its place; after an error only the old
  /// file is there.
  ///
  /// - Returns: warnings about the file, which is in its place, as clauses.
  static func replace(
    _ path: FilePath, on disk: any Disk, _ body: (CInt) throws(EditingError) -> Void
  ) throws(EditingError) -> [String] {
    let unsynced = try FileReplacement.write(path, on: disk, failure: EditingError.file) {
      (file) throws(EditingError) in try body(file.descriptor)
    }
    guard let unsynced else { return [] }
    return [
      "\(path.string) is written, but its folder could not be synced (\(unsynced.message)); a power cut may undo that"
    ]
  }
}
