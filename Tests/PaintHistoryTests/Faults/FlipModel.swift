import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage

@testable import PaintHistory

/// The document whose bits are flipped, and its pictures.
struct FlipModel {
  let disk: MemoryDisk
  let whole: WholeDocument
  /// The current picture.
  let current: PlainPicture

  /// - Parameter isLogBroughtIn: whether the log is checkpointed and empty.
  init(isLogBroughtIn: Bool) throws {
    let disk = try FaultModel.usual.disk
    if isLogBroughtIn {
      let database = try Database(
        path: FaultModel.path.appending("index.sqlite"), mode: .editing, files: disk.sqliteFiles)
      database.skipCheckpointOnClose()
      try database.execute("SELECT 1 FROM document")
      try database.shortenLog()
      database.close()
    }
    self.disk = disk
    whole = try WholeDocument(at: FaultModel.path, on: disk)
    current = try PlainPicture(
      canvasOf: History(at: FaultModel.path, for: .reading, options: .suite(on: disk)))
  }
}
