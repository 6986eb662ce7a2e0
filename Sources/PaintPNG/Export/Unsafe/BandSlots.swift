import CPNG
import PaintRaster

// Unsafe: owns the memory of pixels and the encoders, which are used by one thread each.

/// Memory for bands of a picture, each with an encoder.
///
/// Each slot is used by one thread at a time; different slots may be used at the same time.
@safe final class BandSlots: @unchecked Sendable {
  // Unchecked: the pool of threads passes a slot from thread to thread, and orders what they write.

  @safe private struct Slot {
    let encoder: OpaquePointer
    /// The row above, then the rows of the band.
    let pixels: UnsafeMutablePointer<UInt32>
    var rowCount = 0
    /// Whether it is the picture's first band, which has no row above.
    var isFirst = false
    var isLast = false
    var band = unsafe paint_png_band()
  }

  private let width: Int
  private let slots: UnsafeMutablePointer<Slot>
  /// The last row of the band before the one that is filled.
  private let lastRow: UnsafeMutablePointer<UInt32>
  /// The number of slots.
  private(set) var count = 0

  /// Slots for `count` bands of up to `rows` rows; nil without memory.
  init?(_ count: Int, width: Int, rows: Int, _ layout: PNGLayout, _ compression: PNGWritingOptions.Compression) {
    var layout = layout.forC
    self.width = width
    unsafe slots = .allocate(capacity: count)
    unsafe lastRow = .allocate(capacity: width)
    unsafe lastRow.initialize(repeating: 0, count: width)
    for index in 0..<count {
      let encoder = unsafe paint_png_encoder_create(&layout, UInt32(width), UInt32(rows), compression.forC)
      guard let encoder = unsafe encoder else { return nil }
      let pixels: UnsafeMutablePointer<UInt32> = unsafe PixelAllocation.allocate((1 + rows) * width)
      unsafe (slots + index).initialize(to: Slot(encoder: encoder, pixels: pixels))
      self.count += 1
    }
  }

  deinit {
    for index in 0..<count {
      unsafe paint_png_encoder_destroy(slots[index].encoder)
      unsafe PixelAllocation.release(slots[index].pixels)
    }
    unsafe slots.deinitialize(count: count).deallocate()
    unsafe lastRow.deallocate()
  }

  /// Copies the pixels of rows, the first of which is row `row` of the band.
  func fill(_ index: Int, from row: Int, with pixels: Span<UInt32>) {
    let target = unsafe slots[index].pixels
    if row == 0 { unsafe target.update(from: lastRow, count: width) }
    unsafe pixels.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      unsafe (target + (1 + row) * width).update(from: base, count: source.count)
    }
  }

  /// Ends the band of a slot, which can then be encoded.
  func complete(_ index: Int, rowCount: Int, isFirst: Bool, isLast: Bool) {
    unsafe slots[index].rowCount = rowCount
    unsafe slots[index].isFirst = isFirst
    unsafe slots[index].isLast = isLast
    unsafe lastRow.update(from: slots[index].pixels + rowCount * width, count: width)
  }

  /// Filters and compresses the band of a slot.
  func encode(_ index: Int) {
    let slot = unsafe slots + index
    let above = unsafe slot.pointee.pixels
    unsafe slot.pointee.band = unsafe paint_png_encoder_encode(
      slot.pointee.encoder, slot.pointee.isFirst ? nil : above, above + width, UInt32(slot.pointee.rowCount),
      slot.pointee.isLast)
  }

  /// Whether the layout can store all pixels of the encoded band.
  func fits(_ index: Int) -> Bool { unsafe slots[index].band.fits }

  /// Writes the encoded band of a slot.
  func write(_ index: Int, isLast: Bool, to writer: OpaquePointer) -> paint_png_status {
    unsafe paint_png_writer_write_band(writer, &slots[index].band, isLast)
  }
}
