/// Memory for pixels of one thread's own.
struct FloatRow: ~Copyable {
  let base: UnsafeMutablePointer<FloatPixel>

  /// Memory for `count` pixels, which must be written before they are read.
  init(count: Int) { base = .allocate(capacity: count) }

  deinit { base.deallocate() }
}
