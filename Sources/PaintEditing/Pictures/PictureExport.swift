import PaintHistory
import PaintPNG
import PaintRaster
import SystemPackage

extension Document {
  /// Writes a picture as PNG to an open file, in bands of tiles: memory is that of one row of tiles.
  ///
  /// A whole picture is held against its fingerprint when all of it is written, so nobody may have been given the file
  /// before this returns; see `verify(_:)`.
  ///
  /// - Parameters:
  ///   - region: the part to write, inside the canvas; nil for all of it.
  ///   - progress: told how many of the rows of tiles are done, and of how many.
  /// - Throws: `.history` where the picture cannot be read, `.history(.damaged)` also where a whole one does not have
  ///   its fingerprint; `.picture` where the file cannot be written.
  public func export(
    _ snapshot: Snapshot, region: PixelBox?, to descriptor: CInt, named file: String,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) {
    let box = region ?? snapshot.size.box
    let bands = (box.maxY - 1) / Tile.edge + 1 - box.y / Tile.edge
    var done = 0
    var proof = box == snapshot.size.box && isRecorded(snapshot) ? PictureProof(of: snapshot) : nil
    try write(box, to: descriptor, named: file) { (writer) throws(EditingError) in
      try snapshot.forEachBand(in: box) { (pixels, rows) throws(EditingError) in
        try EditingError.catching(file) { () throws(PNGError) in try writer.writeRows(pixels, rows: rows) }
        done += 1
        progress(done, bands)
      } seeing: { index, tile in
        proof?.add(tile, at: index)
      }
    }
    try proof?.check()
  }

  /// Whether the fingerprint of a picture is known: of a base that is not kept there are tiles alone.
  func isRecorded(_ snapshot: Snapshot) -> Bool { snapshot.revision.number >= history.state.root }

  /// Throws unless a whole picture has the fingerprint that was recorded: before it goes where nothing can be taken back.
  ///
  /// - Throws: `.history(.damaged)`.
  /// - Complexity: reads and hashes every tile.
  public func verify(_ snapshot: Snapshot) throws(EditingError) {
    guard isRecorded(snapshot) else { return }
    var proof = PictureProof(of: snapshot)
    try EditingError.catching { () throws(HistoryError) in try proof.addAll(of: snapshot) }
    try proof.check()
  }

  /// Writes a picture to a file in one step: it is written without a name, synced, and put in its place.
  ///
  /// - Returns: what is to be said of the file, which is there, as clauses.
  /// - Throws: as the other `export`; `.file` where the file cannot be made, synced or put in its place. A file that
  ///   was there before then stays.
  @discardableResult
  public func export(
    _ snapshot: Snapshot, region: PixelBox?, to path: FilePath, on disk: any Disk,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> [String] {
    try PictureFile.replace(path, on: disk) { (file) throws(EditingError) in
      try export(snapshot, region: region, to: file, named: path.string, progress: progress)
    }
  }

  /// Writes the pictures of several revisions, each to a file of its own in one step, each made from the one before: only
  /// the tiles that a revision wrote are read again.
  ///
  /// The pixels that are kept from picture to picture are bounded by the history's `cacheBytes`; what is beyond is read
  /// anew each time.
  ///
  /// - Parameters:
  ///   - numbers: the revisions, each the parent of the next.
  ///   - region: the part to write, inside the first one's canvas; what of it lies beyond another one's is transparent.
  ///     Nil for all of each.
  ///   - path: the file for a revision; one that is there is replaced.
  ///   - progress: told how many of the pictures are done, and of how many.
  /// - Returns: what is to be said of the files, which are there, as clauses.
  /// - Throws: `.history(.unknownRevision)` where there is no such revision; else as `export` to a file. The files of
  ///   the revisions before are written then.
  @discardableResult
  public func exportEach(
    _ numbers: [Int], region: PixelBox?, on disk: any Disk, to path: (Int) -> FilePath,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> [String] {
    var warnings: [String] = []
    var picture: SteppedPicture?
    for (place, number) in numbers.enumerated() {
      let snapshot = try EditingError.catching { () throws(HistoryError) in try history.snapshot(at: number) }
      let box = region ?? snapshot.size.box
      let isOnPicture = box.intersection(snapshot.size.box) == box
      if !isOnPicture {
        picture = nil
      } else if var before = picture.take(), before.box == box {
        try EditingError.catching { () throws(HistoryError) in try before.step(to: snapshot) }
        picture = before
      } else {
        picture = SteppedPicture(snapshot, box: box, in: history, keeping: history.options.cacheBytes)
      }
      let file = path(number)
      var proof = box == snapshot.size.box && isRecorded(snapshot) ? PictureProof(of: snapshot) : nil
      warnings += try PictureFile.replace(file, on: disk) { (descriptor) throws(EditingError) in
        try write(box, to: descriptor, named: file.string) { (writer) throws(EditingError) in
          func add(_ pixels: UnsafePointer<UInt32>, _ rows: Int) throws(EditingError) {
            try EditingError.catching(file.string) { () throws(PNGError) in try writer.writeRows(pixels, rows: rows) }
          }
          try picture?.forEachBand(add) { proof?.add($1, at: $0) }
          if !isOnPicture { try FramePicture(snapshot, holding: box).forEachBand(in: box, add) }
        }
        try proof?.check()
      }
      progress(place + 1, numbers.count)
    }
    return warnings
  }

  /// Writes a PNG whose rows `body` writes, with the colours of this document.
  private func write(
    _ box: PixelBox, to descriptor: CInt, named file: String, _ body: (PNGWriter) throws(EditingError) -> Void
  ) throws(EditingError) {
    guard let size = CanvasSize(width: box.width, height: box.height) else {
      throw .picture(.parameter(message: "a picture needs a pixel at least"), file: file)
    }
    // Chunks were checked when they were taken in; were the index damaged, the picture is worth more than they.
    let chunks = (try? PNGColorChunks(serialized: history.state.color)) ?? PNGColorChunks()
    let writer = try EditingError.catching(file) { () throws(PNGError) in
      try PNGWriter(fileDescriptor: descriptor, size: size, colorChunks: chunks)
    }
    try body(writer)
    try EditingError.catching(file) { () throws(PNGError) in try writer.finish() }
  }
}
