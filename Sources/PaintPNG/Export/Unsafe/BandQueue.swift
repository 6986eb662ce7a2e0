import CPNG
import PaintRaster

// Unsafe: owns the memory of pixels and the encoders, which are used by one thread each.

/// Collects rows into bands, which threads filter and compress, and writes them in order.
///
/// While threads encode bands, the caller collects the rows of the next ones. The bands depend only on layout and width,
/// and not on each other; so the bytes do not depend on the number of threads or of the rows that are added at a time.
@safe final class BandQueue {
  /// More threads than these do not help.
  ///
  /// A band takes at most 5 MB, and there are two bands more than threads.
  private static let threadLimit = 8

  private let width: Int
  private let bandRows: Int
  private let slots: BandSlots
  private let pool: ThreadPool
  /// The slot whose band is being filled, and the rows that it has.
  private var filling = 0
  private var filledRows = 0
  /// The first slot whose band is not written, and the number of bands that are encoded or wait for it.
  private var oldest = 0
  private var postedBands = 0
  private var isFirst = true
  /// Whether a pixel cannot be stored in the layout.
  private(set) var isUnfit = false

  /// A queue for a picture of that size; nil without memory.
  init?(_ layout: PNGLayout, width: Int, height: Int, _ compression: PNGWritingOptions.Compression, _ workers: Workers)
  {
    var forC = layout.forC
    self.width = width
    bandRows = unsafe min(Int(paint_png_band_rows(&forC, UInt32(width))), height)
    let bandCount = (height + bandRows - 1) / bandRows
    let threads = min(workers.count, Self.threadLimit, bandCount)
    let slotCount = threads == 1 ? 1 : min(threads + 2, bandCount)
    guard let slots = BandSlots(slotCount, width: width, rows: bandRows, layout, compression) else { return nil }
    self.slots = slots
    pool = ThreadPool(threads: threads - 1, jobs: slotCount) { slots.encode($0) }
  }

  deinit { pool.end() }

  /// Adds the next rows, and writes bands that are encoded.
  ///
  /// - Parameter isEnd: whether these are the last rows of the picture: all bands are then written.
  func add(
    _ rows: Span<UInt32>, rowCount: Int, isEnd: Bool, to writer: OpaquePointer
  ) throws(PNGError) {
    var done = 0
    while done < rowCount {
      if postedBands == slots.count { unsafe try writeOldest(isLast: false, to: writer) }
      let count = min(rowCount - done, bandRows - filledRows)
      slots.fill(filling, from: filledRows, with: rows.extracting(done * width..<(done + count) * width))
      done += count
      filledRows += count
      let isLast = isEnd && done == rowCount
      if isLast || filledRows == bandRows { post(isLast: isLast) }
    }
    while isEnd && postedBands > 0 { unsafe try writeOldest(isLast: postedBands == 1, to: writer) }
  }

  /// Lets the band that is filled be encoded, and begins the next one.
  private func post(isLast: Bool) {
    slots.complete(filling, rowCount: filledRows, isFirst: isFirst, isLast: isLast)
    pool.post(filling)
    postedBands += 1
    filling = (filling + 1) % slots.count
    filledRows = 0
    isFirst = false
  }

  private func writeOldest(isLast: Bool, to writer: OpaquePointer) throws(PNGError) {
    let slot = oldest
    pool.finish(slot)
    oldest = (slot + 1) % slots.count
    postedBands -= 1
    guard slots.fits(slot) else {
      isUnfit = true
      throw .parameter(message: "a pixel does not fit the colour type of the picture")
    }
    unsafe try PNGError.checkWriting(slots.write(slot, isLast: isLast, to: writer), of: writer)
  }
}
