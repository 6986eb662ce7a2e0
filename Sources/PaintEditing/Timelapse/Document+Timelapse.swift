import PaintHistory
import PaintPNG
import PaintRaster
import SystemPackage

/// What an animation of a history shows.
public struct Timelapse: Sendable {
  /// The revisions, each the parent of the next and a frame of its own; at least one.
  public var revisions: [Int]
  /// How long a frame shows.
  public var delay: FrameDelay
  /// The size that the frames are brought down to, keeping their shape; nil leaves them as they are.
  public var limit: CanvasSize?

  /// An animation of these parts.
  public init(revisions: [Int], delay: FrameDelay, limit: CanvasSize? = nil) {
    self.revisions = revisions
    self.delay = delay
    self.limit = limit
  }
}

extension Document {
  /// The size that a timelapse's frames have: the greatest width and height of its pictures, brought down to its limit.
  ///
  /// - Throws: `.unknownRevision` where one of the revisions is not there; `.index` where the index cannot be read,
  ///   `.damaged` where it is damaged.
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
    // Both sides are a canvas'.
    return CanvasSize(width: width, height: height) ?? size
  }

  /// Writes an animated PNG to an open file: the first picture whole, then of each revision the box that it changed.
  ///
  /// Pictures smaller than others lie in the frame's top left corner, the rest of it being transparent; where the size
  /// changes, a frame is whole. Frames that are not brought down show exactly the revisions' pixels, hidden colours
  /// included. Memory is that of a row of tiles.
  ///
  /// Each picture is held against its fingerprint, so nobody may have been given the file before this returns.
  ///
  /// - Parameter progress: told how many of the frames are done, and of how many.
  /// - Throws: `.history` where a revision is not there or its picture cannot be read, `.history(.damaged)` also where
  ///   a picture does not have its fingerprint; `.picture` where the file cannot be written.
  public func write(
    _ timelapse: Timelapse, to descriptor: CInt, named file: String, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) {
    let numbers = timelapse.revisions
    precondition(!numbers.isEmpty, "an animation has a frame at least")
    let canvas = try EditingError.catching { () throws(HistoryError) in try self.canvas(of: timelapse) }
    let target = timelapse.limit.map { AreaAverage.size(of: canvas, within: $0) } ?? canvas
    let chunks = (try? PNGColorChunks(serialized: history.state.color)) ?? PNGColorChunks()
    let writer = try EditingError.catching(file) { () throws(PNGError) in
      try AnimationWriter(
        fileDescriptor: descriptor, size: target, frames: numbers.count, delay: timelapse.delay, colorChunks: chunks)
    }
    var shown: CanvasSize?
    var proof = SteppedProof()
    for (place, number) in numbers.enumerated() {
      let snapshot = try EditingError.catching { () throws(HistoryError) in try history.snapshot(at: number) }
      try proof.step(to: snapshot, of: self)
      let bounds = snapshot.revision.bounds.intersection(snapshot.size.box)
      // A frame must have a pixel, should a revision's box be empty.
      let changed = bounds.isEmpty ? PixelBox(x: 0, y: 0, width: 1, height: 1) : bounds
      let frame = FramePicture(snapshot, canvas: canvas)
      try write(frame, snapshot.size == shown ? changed : canvas.box, in: target, to: writer, named: file)
      shown = snapshot.size
      progress(place + 1, numbers.count)
    }
    try EditingError.catching(file) { () throws(PNGError) in try writer.finish() }
  }

  /// Writes an animated PNG to a file in one step: it is written without a name, synced, and put in its place.
  ///
  /// - Returns: what is to be said of the file, which is there, as clauses.
  /// - Throws: as the other `write`; `.file` where the file cannot be made, synced or put in its place. A file that was
  ///   there before then stays.
  @discardableResult
  public func write(
    _ timelapse: Timelapse, to path: FilePath, on disk: any Disk, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) -> [String] {
    try PictureFile.replace(path, on: disk) { (file) throws(EditingError) in
      try write(timelapse, to: file, named: path.string, progress: progress)
    }
  }

  private func write(
    _ picture: FramePicture, _ changed: PixelBox, in target: CanvasSize, to writer: AnimationWriter, named file: String
  ) throws(EditingError) {
    guard target != picture.canvas else {
      try EditingError.catching(file) { () throws(PNGError) in try writer.beginFrame(changed) }
      return try picture.forEachBand(in: changed) { (pixels, rows) throws(EditingError) in
        try EditingError.catching(file) { () throws(PNGError) in try writer.writeRows(pixels, rows: rows) }
      }
    }
    var average = AreaAverage(from: picture.canvas, to: target, changed: changed)
    try EditingError.catching(file) { () throws(PNGError) in try writer.beginFrame(average.box) }
    let width = average.sourceBox.width
    try picture.forEachBand(in: average.sourceBox) { (pixels, rows) throws(EditingError) in
      for row in 0..<rows {
        try EditingError.catching(file) { () throws(PNGError) in
          try average.add(pixels + row * width) { (finished) throws(PNGError) in
            try writer.writeRows(finished, rows: 1)
          }
        }
      }
    }
  }
}
