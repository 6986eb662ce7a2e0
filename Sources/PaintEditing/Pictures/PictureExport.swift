import PaintHistory
import PaintPNG
import PaintRaster
import SystemPackage

extension Document {
  /// Writes a picture as PNG to an open file, in bands of tiles: memory is that of one row of tiles.
  ///
  /// - Parameters:
  ///   - region: the part to write, inside the canvas; nil for all of it.
  ///   - progress: told how many of the rows of tiles are done, and of how many.
  public func export(
    _ snapshot: Snapshot, region: PixelBox?, to descriptor: CInt, named file: String,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) {
    let box = region ?? snapshot.size.box
    guard let size = CanvasSize(width: box.width, height: box.height) else {
      throw .picture(.parameter(message: "a picture needs a pixel at least"), file: file)
    }
    // Chunks were checked when they were taken in; were the index damaged, the picture is worth more than they.
    let chunks = (try? PNGColorChunks(serialized: history.state.color)) ?? PNGColorChunks()
    let writer = try EditingError.catching(file) { () throws(PNGError) in
      try PNGWriter(fileDescriptor: descriptor, size: size, colorChunks: chunks)
    }
    let bands = (box.maxY - 1) / Tile.edge + 1 - box.y / Tile.edge
    var done = 0
    try snapshot.forEachBand(in: box) { (pixels, rows) throws(EditingError) in
      try EditingError.catching(file) { () throws(PNGError) in try writer.writeRows(pixels, rows: rows) }
      done += 1
      progress(done, bands)
    }
    try EditingError.catching(file) { () throws(PNGError) in try writer.finish() }
  }

  /// Writes a picture to a file in one step: a sibling is written, synced and renamed over it.
  public func export(
    _ snapshot: Snapshot, region: PixelBox?, to path: FilePath, on disk: any Disk,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) {
    try PictureFile.replace(path, on: disk) { (file) throws(EditingError) in
      try export(snapshot, region: region, to: file, named: path.string, progress: progress)
    }
  }
}
