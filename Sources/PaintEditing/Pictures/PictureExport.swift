import PaintFormats
import PaintHistory
import PaintPNG
import PaintRaster
import SystemPackage

extension Document {
  /// Writes a picture to an open file, in bands of tiles, with memory for some of them and what the format needs.
  ///
  /// A PNG gets the smallest layout. The pixels are read once to choose it, and then to write them. If the file may be
  /// emptied, the first reading ends where only alpha could change the layout: a photograph is then read once, and once
  /// more if a later pixel is transparent.
  ///
  /// A whole picture is verified against its fingerprint at the end, so the file must not be used before this returns;
  /// see `verify(_:)`. What the eraser brings back is verified before it is written.
  ///
  /// - Parameters:
  ///   - content: what of the revision is written.
  ///   - region: the part to write, inside the canvas; nil for all of it.
  ///   - encoding: the format and its options.
  ///   - mayRewind: whether the file belongs to the caller and nothing was written to it, so that it may be emptied.
  ///   - progress: called with the number of finished rows of tiles and their total number.
  /// - Returns: what the file lacks, as clauses.
  /// - Throws: `.history` if the picture cannot be read, `.history(.damaged)` also if a whole picture does not have its
  ///   fingerprint; `.picture` if the file cannot be written, or the format cannot have the size or an option.
  @discardableResult
  public func export(
    _ snapshot: Snapshot, showing content: ExportedContent = .picture, region: PixelBox?,
    as encoding: PictureEncoding = .png,
    to descriptor: CInt, named file: String, mayRewind: Bool = false, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> [String] {
    try EditingError.catching(file) {
      let box = region ?? snapshot.size.box
      let isWhole = box == snapshot.size.box
      // A cut-out and a covered picture are verified before they are written: their pixels have no fingerprint.
      if isWhole, content == .cutOut || content == .picture && snapshot.isCovered { try verify(snapshot) }
      let isProven = content == .picture && isWhole && !snapshot.isCovered && canBeVerified(snapshot)
      let writing = PictureWriting(
        picture: try picture(of: snapshot, content), box: box, encoding: encoding,
        colorChunks: content == .mask ? PNGColorChunks() : colorChunks,
        verified: isProven ? snapshot : nil)
      return try writing.write(to: descriptor, mayRewind: mayRewind, progress)
    }
  }

  /// Whether a picture is verified against its fingerprint: for a pruned base there are only tiles, and what never left
  /// memory cannot be damaged.
  func canBeVerified(_ snapshot: Snapshot) -> Bool {
    !history.isInMemory && snapshot.revision.number >= history.state.root
  }

  /// Throws unless a whole picture has its recorded fingerprint; to be called before it is written to a pipe, for
  /// example.
  ///
  /// Tiles that cover it have no fingerprint; the picture below them is verified, because a lost row of the index would
  /// show an older tile there.
  ///
  /// - Throws: `.history(.damaged)`.
  /// - Complexity: O(pixels): reads and hashes every tile, on all processors.
  public func verify(_ snapshot: Snapshot) throws(EditingError) {
    try EditingError.catching { try verifyPixels(of: snapshot.uncovered) }
  }

  /// Throws unless a whole picture has its recorded fingerprint.
  ///
  /// - Throws: the errors of `Snapshot.tile`; `.damaged` if the fingerprint differs.
  func verifyPixels(of snapshot: Snapshot) throws(HistoryError) {
    guard canBeVerified(snapshot) else { return }
    let verification = SharedVerification(of: snapshot)
    let size = snapshot.size
    try snapshot.forEachTile(rows: 0..<size.tileRows, columns: 0..<size.tileColumns, with: .all) { index, tile in
      verification.add(tile, at: index)
    }
    try verification.check()
  }

  /// Writes a picture to a file atomically: it is written to an unnamed file, synced, and renamed.
  ///
  /// - Returns: warnings about the written file, as clauses.
  /// - Throws: the errors of the other `export`; `.file` if the file cannot be created, synced or renamed. An existing
  ///   file is not changed then.
  @discardableResult
  public func export(
    _ snapshot: Snapshot, showing content: ExportedContent = .picture, region: PixelBox?,
    as encoding: PictureEncoding = .png,
    to path: FilePath, on disk: any Disk, force: Bool = false, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> [String] {
    var losses: [String] = []
    let warnings = try PictureFile.replace(path, on: disk, force: force) { file in
      losses = try export(
        snapshot, showing: content, region: region, as: encoding, to: file, named: path.string, mayRewind: true,
        progress: progress)
    }
    return losses + warnings
  }

  /// The colour chunks of this document.
  ///
  /// They were checked when they were imported. If they are damaged, pictures are written without them.
  var colorChunks: PNGColorChunks { (try? PNGColorChunks(serialized: history.state.color)) ?? PNGColorChunks() }
}
