/// One dab of a brush: a soft disc.
public struct Dab: Hashable, Sendable {
  /// The column of the pixel that contains its middle.
  public let column: Int
  /// The row of that pixel.
  public let row: Int
  /// How far its middle is from the left side of that pixel, 0 ..< 1.
  public let x: Double
  /// How far its middle is from the upper side of that pixel, 0 ..< 1.
  public let y: Double
  /// Half its width, in pixels.
  public let radius: Double

  /// The coverage of the pixel `right` columns to the right of the dab's pixel and `below` rows below it, 0…1.
  ///
  /// That is F((r − d)/w), as of a ``SoftLine``, where d is the distance of the pixel's centre from the dab's middle.
  ///
  /// - Parameter falloff: w, see ``falloff(hardness:)``.
  @inlinable @inline(__always)
  public func coverage(right: Int, below: Int, falloff: Double) -> Double {
    let (dx, dy) = (Double(right) + 0.5 - x, Double(below) + 0.5 - y)
    let square = dx * dx + dy * dy
    guard square < radius * radius else { return 0 }
    let t = (radius - square.squareRoot()) / falloff
    return t >= 1 ? 1 : t * t * (3 - 2 * t)
  }

  /// The width of the falloff with that hardness, 0…1, in pixels.
  public func falloff(hardness: Double) -> Double { SoftFalloff(hardness: hardness).width(radius) }
}
