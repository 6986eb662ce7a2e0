extension Pixel {
  /// The distance of two colours, 0…255: the largest of the differences of alpha and of each channel times its alpha.
  ///
  /// With samples from 0 to 255 this is the largest of |a₁ − a₂| and of |c₁·a₁ − c₂·a₂| / 255 for each channel c, computed
  /// exactly and rounded up. So it is at most a whole tolerance exactly if the unrounded distance is. Hidden colours under
  /// alpha 0 do not count: the distance is 0 for equal pixels and between fully transparent ones, otherwise at least 1.
  @inlinable @inline(__always) public func difference(from other: Pixel) -> Int {
    // Of opaque colours, which are most, the channels alone.
    if bits & other.bits >= 0xFF00_0000 {
      let color = max(abs(Int(red) &- Int(other.red)), abs(Int(green) &- Int(other.green)))
      return max(color, abs(Int(blue) &- Int(other.blue)))
    }
    let (a, b) = (Int(alpha), Int(other.alpha))
    let color = max(abs(Int(red) &* a &- Int(other.red) &* b), abs(Int(green) &* a &- Int(other.green) &* b))
    let most = max(max(color, abs(Int(blue) &* a &- Int(other.blue) &* b)), 255 &* abs(a &- b))
    return (most &+ 254) / 255
  }

  /// Whether the ``difference(from:)`` is at most `tolerance`.
  @inlinable public func isSimilar(to other: Pixel, tolerance: Int) -> Bool {
    difference(from: other) <= tolerance
  }
}
