// Unsafe: remembers edges by their addresses in an `EdgeTable` while that is filled.

/// Finds the edges that continue where another one of the same contour ends: one strand.
///
/// On a border of pixel rows each edge has a row of its own, and an edge clipped by the canvas has no end here.
@safe struct EdgeJoining {
  private var first: UnsafeMutablePointer<Edge>?
  /// 1 or -1 if the first side is an edge.
  private var firstSign: Int32 = 0
  private var last: UnsafeMutablePointer<Edge>?
  /// 1 or -1 if the side before the next one is an edge.
  private var lastSign: Int32 = 0
  private var isEmpty = true

  /// The contour's next side is an edge; `edge` is nil if it is not loaded.
  @inline(__always)
  mutating func add(_ edge: UnsafeMutablePointer<Edge>?, _ sign: Int32) {
    if sign == lastSign { unsafe Self.mark(sign < 0 ? edge : last) }
    if isEmpty {
      unsafe first = unsafe edge
      firstSign = sign
      isEmpty = false
    }
    unsafe last = unsafe edge
    lastSign = sign
  }

  /// The contour's next side is not an edge.
  @inline(__always)
  mutating func addNone() {
    lastSign = 0
    isEmpty = false
  }

  /// The contour ends, with at least two sides.
  @inline(__always)
  func close() {
    if lastSign != 0 && lastSign == firstSign { unsafe Self.mark(lastSign < 0 ? first : last) }
  }

  /// Marks the lower one of two edges.
  @inline(__always)
  private static func mark(_ lower: UnsafeMutablePointer<Edge>?) {
    if let lower = unsafe lower { unsafe lower.pointee.isJoined = unsafe lower.pointee.top & FixedPoint.fraction != 0 }
  }
}
