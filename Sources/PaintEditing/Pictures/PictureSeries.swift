import PaintFormats
import PaintHistory
import PaintPNG
import PaintRaster
import SystemPackage

extension Document {
  /// Writes the pictures of several revisions, each to a separate file atomically.
  ///
  /// Each is made from the previous one: only the tiles that a revision wrote are read again.
  ///
  /// The pixels that are kept from picture to picture are bounded by the history's `cacheBytes`; the rest is read again
  /// each time.
  ///
  /// - Parameters:
  ///   - numbers: the revisions, each the parent of the next.
  ///   - region: the part to write, inside the first canvas; parts outside of a later canvas are transparent. Nil for
  ///     each whole picture.
  ///   - encoding: the format and its options.
  ///   - force: whether files are replaced that are read-only for this user.
  ///   - path: the file for a revision; an existing file is replaced.
  ///   - progress: called with the number of finished pictures and their total number.
  /// - Returns: warnings about the written files, as clauses.
  /// - Throws: `.history(.unknownRevision)` if a revision does not exist; otherwise the errors of `export` to a file.
  ///   The files of earlier revisions are already written then.
  @discardableResult
  public func exportEach(
    _ numbers: [Int], region: PixelBox?, as encoding: PictureEncoding = .png, on disk: any Disk,
    force: Bool = false, to path: (Int) -> FilePath, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> [String] {
    try EditingError.catching {
      try writeEach(numbers, region: region, as: encoding, on: disk, force: force, to: path, progress: progress)
    }
  }

  private func writeEach(
    _ numbers: [Int], region: PixelBox?, as encoding: PictureEncoding, on disk: any Disk, force: Bool,
    to path: (Int) -> FilePath, progress: (Int, Int) -> Void
  ) throws -> [String] {
    var warnings: [String] = []
    var losses: [String] = []
    var picture: IncrementalPicture?
    for (place, number) in numbers.enumerated() {
      let snapshot = try history.snapshot(at: number)
      let box = region ?? snapshot.size.box
      let isOnPicture = box.intersection(snapshot.size.box) == box
      if !isOnPicture {
        picture = nil
      } else if var before = picture.take(), before.box == box {
        try before.step(to: snapshot)
        picture = before
      } else {
        picture = IncrementalPicture(snapshot, box: box, in: history, keeping: history.options.cacheBytes)
      }
      /// Passes the rows of the picture, which is read again each time.
      func forEachBand(_ body: (Span<UInt32>, Int) throws -> Void, visiting: (TileIndex, Tile) -> Void) throws {
        try picture?.forEachBand(body, visiting: visiting)
        if !isOnPicture { try FramePicture(snapshot, holding: box).forEachBand(in: box, body) }
      }
      let size = try PictureWriting.size(of: box)
      let colorChunks = encoding.chunks(keeping: colorChunks, size: size)
      let begin: (CInt) throws -> SnapshotWriter
      if encoding.isPlanned {
        let planner = try PNGPlanner(
          encoding.png, size: size, colorChunks: colorChunks, background: encoding.background)
        if !planner.isSettled {
          try forEachBand { pixels, _ in
            planner.add(pixels)
          } visiting: { _, _ in
          }
        }
        let plan = planner.plan
        begin = { [colorChunks] descriptor in
          try .planned(
            PlannedWriter(
              plan, fileDescriptor: descriptor, size: size, colorChunks: colorChunks, options: encoding.png,
              background: encoding.background))
        }
      } else {
        let isOpaque = try encoding.usesOpacity && isOnPicture && snapshot.isOpaque(in: box)
        let isGray = try encoding.usesGray(with: colorChunks) && isOnPicture && snapshot.isGray(in: box)
        begin = { [colorChunks] descriptor in
          try .direct(
            PictureWriter(
              encoding, size: size, color: PictureColor(colorChunks), isOpaque: isOpaque,
              isGray: isGray, to: PictureOutput(fileDescriptor: descriptor)))
        }
      }
      var verification =
        box == snapshot.size.box && canBeVerified(snapshot) ? PictureVerification(of: snapshot) : nil
      warnings += try PictureFile.replace(path(number), on: disk, force: force) { descriptor in
        let writer = try begin(descriptor)
        try forEachBand {
          try writer.writeRows($0, rows: $1)
        } visiting: {
          verification?.add($1, at: $0)
        }
        try writer.finish()
        // What several pictures lack is said once.
        losses += writer.warnings.filter { !losses.contains($0) }
        try verification?.check()
      }
      progress(place + 1, numbers.count)
    }
    return losses + warnings
  }
}
