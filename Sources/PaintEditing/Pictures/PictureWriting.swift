import PaintFormats
import PaintHistory
import PaintPNG
import PaintRaster

/// The part of a picture that is written to a file.
struct PictureWriting {
  let picture: any TiledPicture
  /// The part, inside the picture.
  let box: PixelBox
  let encoding: PictureEncoding
  let colorChunks: PNGColorChunks
  /// The revision whose fingerprint the pixels must have; nil for a part, and for what has no fingerprint.
  let verified: Snapshot?

  /// The size of a box of pixels.
  static func size(of box: PixelBox) throws(PictureError) -> CanvasSize {
    guard let size = CanvasSize(width: box.width, height: box.height) else {
      throw .parameter(message: "a picture needs a pixel at least")
    }
    return size
  }

  /// Writes the picture.
  ///
  /// - Parameters:
  ///   - mayRewind: whether the file may be emptied and written again.
  ///   - progress: called with the number of finished rows of tiles and their total number.
  /// - Returns: what the file lacks, as clauses.
  func write(to descriptor: CInt, mayRewind: Bool, _ progress: (Int, Int) -> Void) throws -> [String] {
    let size = try Self.size(of: box)
    let colorChunks = encoding.chunks(keeping: colorChunks, size: size)
    guard encoding.isPlanned else {
      let isOpaque = try encoding.usesOpacity && picture.isOpaque(in: box)
      let isGray = try encoding.usesGray(with: colorChunks) && picture.isGray(in: box)
      let writer = try PictureWriter(
        encoding, size: size, color: PictureColor(colorChunks), isOpaque: isOpaque,
        isGray: isGray, to: PictureOutput(fileDescriptor: descriptor))
      return try write(with: .direct(writer), progress)
    }
    let planner = try PNGPlanner(
      encoding.png, size: size, colorChunks: colorChunks, background: encoding.background)
    try survey(with: planner, mayRewind: mayRewind)
    let writer = try writer(planner.plan, to: descriptor, size)
    do {
      return try write(with: .planned(writer), progress)
    } catch {
      // A transparent pixel after those that were surveyed.
      guard writer.isUnfit, mayRewind else { throw error }
    }
    try writer.rewind()
    return try write(with: .planned(self.writer(.rgba, to: descriptor, size)), progress)
  }

  private func writer(_ plan: PNGPlan, to descriptor: CInt, _ size: CanvasSize) throws(PNGError) -> PlannedWriter {
    try PlannedWriter(
      plan, fileDescriptor: descriptor, size: size, colorChunks: encoding.chunks(keeping: colorChunks, size: size),
      options: encoding.png, background: encoding.background)
  }

  /// Shows the planner pixels until it needs no more.
  private func survey(with planner: PNGPlanner, mayRewind: Bool) throws {
    let columns = box.x / Tile.edge..<(box.maxX - 1) / Tile.edge + 1
    let end = (box.maxY - 1) / Tile.edge + 1
    var row = box.y / Tile.edge
    var step = 1
    while row < end {
      if mayRewind ? planner.isSettledExceptAlpha : planner.isSettled { return }
      let rows = row..<min(row + step, end)
      let box = box
      try picture.forEachTile(rows: rows, columns: columns, with: .all) { index, tile in
        let part = index.box.intersection(box)
        planner.add(
          tile,
          inside: PixelBox(
            x: part.x - index.box.x, y: part.y - index.box.y, width: part.width, height: part.height))
      }
      row = rows.upperBound
      // First a single row, which is enough for a photograph; then as many as keep threads busy.
      step = max(1, 512 / columns.count)
    }
  }

  private func write(with writer: SnapshotWriter, _ progress: (Int, Int) -> Void) throws -> [String] {
    let total = (box.maxY - 1) / Tile.edge + 1 - box.y / Tile.edge
    let verification = verified.map { SharedVerification(of: $0) }
    var done = 0
    try picture.forEachWideBand(in: box) { pixels, rows, tileRows in
      try writer.writeRows(pixels, rows: rows)
      done += tileRows
      progress(done, total)
    } visiting: { index, tile in
      verification?.add(tile, at: index)
    }
    try writer.finish()
    try verification?.check()
    return writer.warnings
  }
}
