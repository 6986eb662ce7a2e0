extension Pixel {
  /// The largest difference of a channel of two pixels, 0…255.
  @inlinable @inline(__always) public func difference(from other: Pixel) -> Int {
    let color = max(Self.distance(red, other.red), Self.distance(green, other.green))
    return max(color, max(Self.distance(blue, other.blue), Self.distance(alpha, other.alpha)))
  }

  /// Whether no channel differs by more than `tolerance`, or both pixels are fully transparent.
  @inlinable public func isSimilar(to other: Pixel, tolerance: Int) -> Bool {
    (alpha == 0 && other.alpha == 0) || difference(from: other) <= tolerance
  }

  @inlinable @inline(__always)
  static func distance(_ first: UInt8, _ second: UInt8) -> Int {
    Int(first > second ? first &- second : second &- first)
  }
}
