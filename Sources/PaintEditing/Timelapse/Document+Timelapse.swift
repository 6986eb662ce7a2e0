import PaintHistory
import PaintPNG
import PaintRaster
import SystemPackage

/// The parameters of an animation of a history.
public struct Timelapse: Sendable {
  /// The revisions, each the parent of the next and one frame; at least one.
  public var revisions: [Int]
  /// The duration of a frame.
  public var delay: FrameDelay
  /// The size to which the frames are scaled down, keeping the aspect ratio; nil for the original size.
  public var limit: CanvasSize?

  /// Creates the parameters of an animation.
  public init(revisions: [Int], delay: FrameDelay, limit: CanvasSize? = nil) {
    self.revisions = revisions
    self.delay = delay
    self.limit = limit
  }
}

extension Document {
  /// The size of a timelapse's frames: the greatest width and height of its pictures, scaled down to its limit.
  ///
  /// - Throws: `.unknownRevision` if one of the revisions does not exist; `.index` if the index cannot be read,
  ///   `.damaged` if it is damaged.
  public func size(of timelapse: Timelapse) throws(HistoryError) -> CanvasSize {
    let canvas = try canvas(of: timelapse)
    return timelapse.limit.map { AreaAverage.size(of: canvas, within: $0) } ?? canvas
  }

  private func canvas(of timelapse: Timelapse) throws(HistoryError) -> CanvasSize {
    var (width, height) = (1, 1)
    for number in timelapse.revisions {
      let size = try history.revision(number).size
      (width, height) = (max(width, size.width), max(height, size.height))
    }
    // Both sides are valid canvas sides.
    return CanvasSize(width: width, height: height) ?? size
  }

  /// Writes an animated PNG to an open file: first the whole first picture, then the box that each revision changed.
  ///
  /// Smaller pictures are in the frame's top left corner, and the rest is transparent; if the size changes, a frame is
  /// a whole picture. Frames that are not scaled down show exactly the revisions' pixels, including hidden colours.
  /// Memory is that of a row of tiles.
  ///
  /// Each picture is verified against its fingerprint, so the file must not be used before this returns.
  ///
  /// - Parameter progress: called with the number of finished frames and their total number.
  /// - Throws: `.history` if a revision does not exist or its picture cannot be read, `.history(.damaged)` also if a
  ///   picture does not have its fingerprint; `.picture` if the file cannot be written.
  public func write(
    _ timelapse: Timelapse, to descriptor: CInt, named file: String, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) {
    let numbers = timelapse.revisions
    precondition(!numbers.isEmpty, "an animation has a frame at least")
    try EditingError.catching(file) { try writeFrames(timelapse, to: descriptor, progress) }
  }

  private func writeFrames(_ timelapse: Timelapse, to descriptor: CInt, _ progress: (Int, Int) -> Void) throws {
    let numbers = timelapse.revisions
    let canvas = try canvas(of: timelapse)
    let target = timelapse.limit.map { AreaAverage.size(of: canvas, within: $0) } ?? canvas
    let chunks = (try? PNGColorChunks(serialized: history.state.color)) ?? PNGColorChunks()
    let writer = try AnimationWriter(
      fileDescriptor: descriptor, size: target, frames: numbers.count, delay: timelapse.delay,
      colorChunks: chunks.withoutMetadata.forColors)
    var shown: CanvasSize?
    var verification = IncrementalVerification()
    for (place, number) in numbers.enumerated() {
      let snapshot = try history.snapshot(at: number)
      try verification.step(to: snapshot, of: self)
      let bounds = snapshot.revision.bounds.intersection(snapshot.size.box)
      // A frame must have at least one pixel, even if a revision's box is empty.
      let changed = bounds.isEmpty ? PixelBox(x: 0, y: 0, width: 1, height: 1) : bounds
      let frame = FramePicture(snapshot, canvas: canvas)
      try write(frame, snapshot.size == shown ? changed : canvas.box, in: target, to: writer)
      shown = snapshot.size
      progress(place + 1, numbers.count)
    }
    try writer.finish()
  }

  /// Writes an animated PNG to a file atomically: it is written to an unnamed file, synced, and renamed.
  ///
  /// - Returns: warnings about the written file, as clauses.
  /// - Throws: the errors of the other `write`; `.file` if the file cannot be created, synced or renamed. An existing
  ///   file is not changed then.
  @discardableResult
  public func write(
    _ timelapse: Timelapse, to path: FilePath, on disk: any Disk, force: Bool = false,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> [String] {
    try PictureFile.replace(path, on: disk, force: force) { file in
      try write(timelapse, to: file, named: path.string, progress: progress)
    }
  }

  private func write(
    _ picture: FramePicture, _ changed: PixelBox, in target: CanvasSize, to writer: AnimationWriter
  ) throws {
    guard target != picture.canvas else {
      try writer.beginFrame(changed)
      return try picture.forEachBand(in: changed) { pixels, rows in
        try writer.writeRows(pixels, rows: rows)
      }
    }
    var average = AreaAverage(from: picture.canvas, to: target, changed: changed)
    try writer.beginFrame(average.box)
    let width = average.sourceBox.width
    try picture.forEachBand(in: average.sourceBox) { pixels, rows in
      for row in 0..<rows {
        try average.add(pixels.extracting(row * width..<(row + 1) * width)) { try writer.writeRows($0, rows: 1) }
      }
    }
  }
}
