/// Memory for pixels that one thread uses.
struct FloatRow: ~Copyable {
  let base: UnsafeMutablePointer<FloatPixel>

  /// Memory for `count` pixels, uninitialised: they must be written before they are read.
  init(count: Int) { base = .allocate(capacity: count) }

  deinit { base.deallocate() }
}
