// Unsafe: rows of pixels are passed as pointers.

/// White where the luma reaches a limit, otherwise black.
///
/// In integer arithmetic: 2126·red + 7152·green + 722·blue is compared with the least integer that reaches the limit.
public struct LumaThreshold: Sendable {
  private let least: Int32

  /// The limit, 0…1.
  init(_ threshold: Double) { least = Int32((threshold * 2_550_000).rounded(.up)) }

  /// Writes `count` pixels.
  func apply(to source: UnsafePointer<UInt32>, writing target: UnsafeMutablePointer<UInt32>, count: Int) {
    for x in 0..<count {
      let old = unsafe source[x]
      let channels = (Int32(old & 255), Int32(old >> 8 & 255), Int32(old >> 16 & 255))
      let luma = 2126 &* channels.0 &+ 7152 &* channels.1 &+ 722 &* channels.2
      let alpha = old & 0xFF00_0000
      unsafe target[x] = alpha == 0 ? old : alpha | (luma >= least ? 0x00FF_FFFF : 0)
    }
  }
}
