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
  /// The size that a timelapse's frames have.
  public func size(of timelapse: Timelapse) -> CanvasSize {
    timelapse.limit.map { AreaAverage.size(of: size, within: $0) } ?? size
  }

  /// Writes an animated PNG to an open file: the first picture whole, then of each revision the box that it changed.
  ///
  /// Frames that are not brought down show exactly the revisions' pixels, hidden colours included. Memory is that of a
  /// row of tiles.
  ///
  /// - Parameter progress: told how many of the frames are done, and of how many.
  /// - Throws: `.picture` with `.parameter` where the canvas had another size in between.
  public func write(
    _ timelapse: Timelapse, to descriptor: CInt, named file: String, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) {
    let numbers = timelapse.revisions
    guard let first = numbers.first else { preconditionFailure("an animation has a frame at least") }
    let canvas = try snapshot(first).size
    let target = timelapse.limit.map { AreaAverage.size(of: canvas, within: $0) } ?? canvas
    let chunks = (try? PNGColorChunks(serialized: history.state.color)) ?? PNGColorChunks()
    let writer = try EditingError.catching(file) { () throws(PNGError) in
      try AnimationWriter(
        fileDescriptor: descriptor, size: target, frames: numbers.count, delay: timelapse.delay, colorChunks: chunks)
    }
    for (place, number) in numbers.enumerated() {
      let snapshot = try snapshot(number)
      guard snapshot.size == canvas else {
        throw .picture(.parameter(message: "the canvas has another size from r\(number) on"), file: file)
      }
      let bounds = snapshot.revision.bounds.intersection(canvas.box)
      // Without a box, which no revision is, a frame must have a pixel nevertheless.
      let changed = place == 0 ? canvas.box : bounds.isEmpty ? PixelBox(x: 0, y: 0, width: 1, height: 1) : bounds
      try writeFrame(of: snapshot, changed, in: target, to: writer, named: file)
      progress(place + 1, numbers.count)
    }
    try EditingError.catching(file) { () throws(PNGError) in try writer.finish() }
  }

  /// Writes an animated PNG to a file in one step: a sibling is written, synced and renamed over it.
  public func write(
    _ timelapse: Timelapse, to path: FilePath, on disk: any Disk, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(EditingError) {
    try PictureFile.replace(path, on: disk) { (file) throws(EditingError) in
      try write(timelapse, to: file, named: path.string, progress: progress)
    }
  }

  private func snapshot(_ number: Int) throws(EditingError) -> Snapshot {
    try EditingError.catching { () throws(HistoryError) in try history.snapshot(at: number) }
  }

  private func writeFrame(
    of snapshot: Snapshot, _ changed: PixelBox, in target: CanvasSize, to writer: AnimationWriter, named file: String
  ) throws(EditingError) {
    guard target != snapshot.size else {
      try EditingError.catching(file) { () throws(PNGError) in try writer.beginFrame(changed) }
      return try snapshot.forEachBand(in: changed) { (pixels, rows) throws(EditingError) in
        try EditingError.catching(file) { () throws(PNGError) in try writer.writeRows(pixels, rows: rows) }
      }
    }
    var average = AreaAverage(from: snapshot.size, to: target, changed: changed)
    try EditingError.catching(file) { () throws(PNGError) in try writer.beginFrame(average.box) }
    let width = average.sourceBox.width
    try snapshot.forEachBand(in: average.sourceBox) { (pixels, rows) throws(EditingError) in
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
