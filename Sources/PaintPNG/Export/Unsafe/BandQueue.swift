import CPNG
import PaintRaster

// Unsafe: owns the memory of pixels and the encoders, which are used by one thread each.

/// Collects rows into bands, which threads filter and compress at the same time, and passes them on in order.
///
/// The bands depend only on layout and width, and not on each other; so the bytes do not depend on the number of threads
/// or of the rows that are added at a time.
@safe final class BandQueue {
  /// Bands in memory at the same time, at most 5 MB each; so more threads than these do not help.
  private static let bandLimit = 8

  private let width: Int
  private let bandRows: Int
  private let workers: Workers
  private let bandCount: Int
  /// The row above, then the rows of the bands.
  private let pixels: UnsafeMutablePointer<UInt32>
  private let encoders: UnsafeMutablePointer<OpaquePointer?>
  private let bands: UnsafeMutablePointer<paint_png_band>
  private var filledRows = 0
  private var isFirst = true
  /// Whether a pixel cannot be stored in the layout.
  private(set) var isUnfit = false

  /// A queue for a picture of that size; nil without memory.
  init?(_ layout: PNGLayout, width: Int, height: Int, _ compression: PNGWritingOptions.Compression, _ workers: Workers)
  {
    var layout = layout.forC
    self.width = width
    self.workers = workers
    bandRows = unsafe min(Int(paint_png_band_rows(&layout, UInt32(width))), height)
    bandCount = min(workers.count, Self.bandLimit, (height + bandRows - 1) / bandRows)
    unsafe pixels = .allocate(capacity: (1 + bandCount * bandRows) * width)
    unsafe encoders = .allocate(capacity: bandCount)
    unsafe bands = .allocate(capacity: bandCount)
    unsafe bands.initialize(repeating: paint_png_band(), count: bandCount)
    unsafe encoders.initialize(repeating: nil, count: bandCount)
    for index in 0..<bandCount {
      unsafe encoders[index] = unsafe paint_png_encoder_create(
        &layout, UInt32(width), UInt32(bandRows), compression.forC)
      if unsafe encoders[index] == nil { return nil }
    }
  }

  deinit {
    for index in 0..<bandCount { unsafe paint_png_encoder_destroy(encoders[index]) }
    unsafe encoders.deallocate()
    unsafe bands.deallocate()
    unsafe pixels.deallocate()
  }

  /// Adds the next rows, and writes the bands that are complete.
  ///
  /// - Parameter isEnd: whether these are the last rows of the picture.
  func add(
    _ rows: Span<UInt32>, rowCount: Int, isEnd: Bool, to writer: OpaquePointer
  ) throws(PNGError) {
    var done = 0
    while done < rowCount {
      let count = min(rowCount - done, bandCount * bandRows - filledRows)
      unsafe rows.extracting(done * width..<(done + count) * width).withUnsafeBufferPointer { source in
        guard let base = source.baseAddress else { return }
        unsafe (pixels + (1 + filledRows) * width).update(from: base, count: source.count)
      }
      done += count
      filledRows += count
      let isLast = isEnd && done == rowCount
      if isLast || filledRows == bandCount * bandRows { unsafe try encode(isLast: isLast, to: writer) }
    }
  }

  /// Encodes and writes the rows that are there.
  private func encode(isLast: Bool, to writer: OpaquePointer) throws(PNGError) {
    let count = (filledRows + bandRows - 1) / bandRows
    let jobs = unsafe BandJobs(
      encoders: encoders, bands: bands, pixels: pixels, width: width, bandRows: bandRows, rowCount: filledRows,
      isFirst: isFirst, isLast: isLast)
    workers.forEach(count) { jobs.run($0) }
    isFirst = false
    for index in 0..<count {
      guard unsafe bands[index].fits else {
        isUnfit = true
        throw .parameter(message: "a pixel does not fit the colour type of the picture")
      }
      unsafe try PNGError.checkWriting(
        paint_png_writer_write_band(writer, bands + index, isLast && index == count - 1), of: writer)
    }
    unsafe pixels.update(from: pixels + filledRows * width, count: width)
    filledRows = 0
  }
}

/// Bands to be encoded; each by the encoder of its number.
///
/// Unchecked because each job uses other encoders and results, and all only read the pixels.
@safe private struct BandJobs: @unchecked Sendable {
  let encoders: UnsafeMutablePointer<OpaquePointer?>
  let bands: UnsafeMutablePointer<paint_png_band>
  let pixels: UnsafeMutablePointer<UInt32>
  let width: Int
  let bandRows: Int
  let rowCount: Int
  let isFirst: Bool
  let isLast: Bool

  func run(_ index: Int) {
    let first = index * bandRows
    let rows = min(bandRows, rowCount - first)
    let above = unsafe pixels + first * width
    unsafe bands[index] = unsafe paint_png_encoder_encode(
      encoders[index], isFirst && index == 0 ? nil : above, above + width, UInt32(rows),
      isLast && first + rows == rowCount)
  }
}
