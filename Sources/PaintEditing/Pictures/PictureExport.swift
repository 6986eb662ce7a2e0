import PaintFormats
import PaintHistory
import PaintPNG
import PaintRaster
import SystemPackage

extension Document {
  /// Writes a picture to an open file, in bands of tiles, with memory for one row of tiles and what the format needs.
  ///
  /// A whole picture is verified against its fingerprint at the end, so the file must not be used before this returns;
  /// see `verify(_:)`.
  ///
  /// - Parameters:
  ///   - region: the part to write, inside the canvas; nil for all of it.
  ///   - encoding: the format and its options.
  ///   - progress: called with the number of finished rows of tiles and their total number.
  /// - Returns: what the file lacks, as clauses.
  /// - Throws: `.history` if the picture cannot be read, `.history(.damaged)` also if a whole picture does not have its
  ///   fingerprint; `.picture` if the file cannot be written, or the format cannot have the size or an option.
  @discardableResult
  public func export(
    _ snapshot: Snapshot, region: PixelBox?, as encoding: PictureEncoding = .png, to descriptor: CInt,
    named file: String, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> [String] {
    let box = region ?? snapshot.size.box
    let bands = (box.maxY - 1) / Tile.edge + 1 - box.y / Tile.edge
    var done = 0
    var verification =
      box == snapshot.size.box && hasRecordedFingerprint(snapshot) ? PictureVerification(of: snapshot) : nil
    return try EditingError.catching(file) {
      let isOpaque = try encoding.usesOpacity && snapshot.isOpaque(in: box)
      let warnings = try write(box, as: encoding, isOpaque: isOpaque, to: descriptor) { writer in
        try snapshot.forEachBand(in: box) { pixels, rows in
          try writer.writeRows(pixels, rows: rows)
          done += 1
          progress(done, bands)
        } visiting: { index, tile in
          verification?.add(tile, at: index)
        }
      }
      try verification?.check()
      return warnings
    }
  }

  /// Whether the fingerprint of a picture is known: for a pruned base there are only tiles.
  func hasRecordedFingerprint(_ snapshot: Snapshot) -> Bool { snapshot.revision.number >= history.state.root }

  /// Throws unless a whole picture has its recorded fingerprint; to be called before it is written to a pipe, for
  /// example.
  ///
  /// - Throws: `.history(.damaged)`.
  /// - Complexity: O(pixels): reads and hashes every tile.
  public func verify(_ snapshot: Snapshot) throws(EditingError) {
    guard hasRecordedFingerprint(snapshot) else { return }
    var verification = PictureVerification(of: snapshot)
    try EditingError.catching {
      try verification.addAll(of: snapshot)
      try verification.check()
    }
  }

  /// Writes a picture to a file atomically: it is written to an unnamed file, synced, and renamed.
  ///
  /// - Returns: warnings about the written file, as clauses.
  /// - Throws: the errors of the other `export`; `.file` if the file cannot be created, synced or renamed. An existing
  ///   file is not changed then.
  @discardableResult
  public func export(
    _ snapshot: Snapshot, region: PixelBox?, as encoding: PictureEncoding = .png, to path: FilePath,
    on disk: any Disk, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> [String] {
    var losses: [String] = []
    let warnings = try PictureFile.replace(path, on: disk) { file in
      losses = try export(
        snapshot, region: region, as: encoding, to: file, named: path.string, progress: progress)
    }
    return losses + warnings
  }

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
  ///   - path: the file for a revision; an existing file is replaced.
  ///   - progress: called with the number of finished pictures and their total number.
  /// - Returns: warnings about the written files, as clauses.
  /// - Throws: `.history(.unknownRevision)` if a revision does not exist; otherwise the errors of `export` to a file.
  ///   The files of earlier revisions are already written then.
  @discardableResult
  public func exportEach(
    _ numbers: [Int], region: PixelBox?, as encoding: PictureEncoding = .png, on disk: any Disk,
    to path: (Int) -> FilePath, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> [String] {
    try EditingError.catching {
      try writeEach(numbers, region: region, as: encoding, on: disk, to: path, progress: progress)
    }
  }

  private func writeEach(
    _ numbers: [Int], region: PixelBox?, as encoding: PictureEncoding, on disk: any Disk,
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
      var verification =
        box == snapshot.size.box && hasRecordedFingerprint(snapshot) ? PictureVerification(of: snapshot) : nil
      let isOpaque = try encoding.usesOpacity && isOnPicture && snapshot.isOpaque(in: box)
      warnings += try PictureFile.replace(path(number), on: disk) { descriptor in
        let lost = try write(box, as: encoding, isOpaque: isOpaque, to: descriptor) { writer in
          func add(_ pixels: Span<UInt32>, _ rows: Int) throws { try writer.writeRows(pixels, rows: rows) }
          try picture?.forEachBand(add) { verification?.add($1, at: $0) }
          if !isOnPicture { try FramePicture(snapshot, holding: box).forEachBand(in: box, add) }
        }
        // What several pictures lack is said once.
        losses += lost.filter { !losses.contains($0) }
        try verification?.check()
      }
      progress(place + 1, numbers.count)
    }
    return losses + warnings
  }

  /// Writes a picture whose rows `body` writes, with the colour space of this document; returns what it lacks.
  private func write(
    _ box: PixelBox, as encoding: PictureEncoding, isOpaque: Bool, to descriptor: CInt,
    _ body: (PictureWriter) throws -> Void
  ) throws -> [String] {
    guard let size = CanvasSize(width: box.width, height: box.height) else {
      throw PictureError.parameter(message: "a picture needs a pixel at least")
    }
    // The chunks were checked when they were imported. If they are damaged, the picture is written without them.
    let chunks = (try? PNGColorChunks(serialized: history.state.color)) ?? PNGColorChunks()
    let writer = try PictureWriter(
      encoding, size: size, color: PictureColor(chunks), isOpaque: isOpaque,
      to: PictureOutput(fileDescriptor: descriptor))
    try body(writer)
    try writer.finish()
    return writer.warnings
  }
}
