/// The outline of a mask through one of its pixels, as a straight line.
///
/// Its direction is that of the gradient of the values around the pixel (Gustavson and Strand, "Anti-aliased Euclidean
/// distance transform", 2011). If all of these are 0 or 255, it is that of a curve through the ends of the columns; in a
/// corner that is not convex, which ends no column, the line goes through the pixel's centre.
struct MaskOutline {
  /// How far it is beyond the pixel's centre.
  let inside: Double
  /// The direction to its outer side, of length 1; 0 if there is none.
  let normal: (x: Double, y: Double)

  /// - Parameter values: rows of `width` values, which go on beyond their borders.
  init(_ values: [UInt8], _ width: Int, _ x: Int, _ y: Int, _ height: Int) {
    func byte(_ dx: Int, _ dy: Int) -> UInt8 {
      values[min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)]
    }
    func value(_ dx: Int, _ dy: Int) -> Double { Double(byte(dx, dy)) / 255 }
    let root = 2.0.squareRoot()
    let right = value(1, -1) + root * value(1, 0) + value(1, 1)
    let left = value(-1, -1) + root * value(-1, 0) + value(-1, 1)
    let below = value(-1, 1) + root * value(0, 1) + value(1, 1)
    let above = value(-1, -1) + root * value(0, -1) + value(1, -1)
    let (dx, dy) = (right - left, below - above)
    let length = (dx * dx + dy * dy).squareRoot()
    let area = value(0, 0)
    if length < 1e-6 {
      (inside, normal) = (area - 0.5, (0, 0))
      return
    }
    let gradient = (x: 0 - dx / length, y: 0 - dy / length)
    let isHard =
      byte(0, 0) == 255
      && (-1...1).allSatisfy { dy in (-1...1).allSatisfy { byte($0, dy) == 0 || byte($0, dy) == 255 } }
    if isHard {
      let isFlat = abs(gradient.y) >= abs(gradient.x)
      let side = (isFlat ? gradient.y : gradient.x) > 0 ? 1 : -1
      let ends = ColumnEnds { along, out in isFlat ? byte(along, side * out) : byte(side * out, along) }
      guard let (end, slope) = ends?.curve else {
        (inside, normal) = (0, gradient)
        return
      }
      let length = (1 + slope * slope).squareRoot()
      inside = min(max(end, 0), 1) / length
      normal = isFlat ? (-slope / length, Double(side) / length) : (Double(side) / length, -slope / length)
      return
    }
    normal = gradient
    let (large, small) = (max(abs(normal.x), abs(normal.y)), min(abs(normal.x), abs(normal.y)))
    let corner = 0.5 * small / large
    if area < corner {
      inside = (2 * large * small * area).squareRoot() - 0.5 * (large + small)
    } else if area > 1 - corner {
      // A completely selected pixel next to nothing is not farther inside than half of its extent.
      inside = min(0.5 * (large + small) - (2 * large * small * (1 - area)).squareRoot(), 0.5 * large)
    } else {
      inside = (area - 0.5) * large
    }
  }
}

/// Where the columns around a pixel end that are selected completely, and nothing beyond them is.
private struct ColumnEnds {
  /// The columns on each side that are used at most.
  private static let most = 3

  /// The sums of the powers 0…4 of the columns' places, so first their number, and of their ends times the powers 0…2.
  ///
  /// The pixel's column has the place 0, and the pixel is at the end 0.
  private var powers: [Double] = [1, 0, 0, 0, 0]
  private var products: [Double] = [0, 0, 0]
  private var (least, greatest) = (0, 0)

  /// The columns whose ends differ from that of their neighbour by at most 1; nil if the pixel is not the last one of
  /// its column.
  ///
  /// - Parameter value: the value at a column's place and outwards from the pixel.
  init?(_ value: (_ along: Int, _ out: Int) -> UInt8) {
    if value(0, 1) != 0 { return nil }
    for direction in [1, -1] {
      var end = 0
      for column in 1...Self.most {
        let place = direction * column
        if value(place, end) == 255 {
          let beyond = value(place, end + 1)
          if beyond == 255, value(place, end + 2) == 0 { end += 1 } else if beyond != 0 { break }
        } else if value(place, end) == 0, value(place, end - 1) == 255 {
          end -= 1
        } else {
          break
        }
        (least, greatest) = (min(least, place), max(greatest, place))
        var power = 1.0
        for index in powers.indices {
          powers[index] += power
          if index < products.count { products[index] += power * Double(end) }
          power *= Double(place)
        }
      }
    }
  }

  /// The end at the pixel's column, from its centre, and the slope there, of the curve with the least squared distances
  /// from the ends: a parabola with two columns on both sides, else a straight line with three columns, else level.
  var curve: (end: Double, slope: Double) {
    let (n, x, xx, xxx, xxxx) = (powers[0], powers[1], powers[2], powers[3], powers[4])
    let (y, xy, xxy) = (products[0], products[1], products[2])
    if least <= -2, greatest >= 2 {
      let determinant = n * (xx * xxxx - xxx * xxx) - x * (x * xxxx - xxx * xx) + xx * (x * xxx - xx * xx)
      let end = y * (xx * xxxx - xxx * xxx) - x * (xy * xxxx - xxx * xxy) + xx * (xy * xxx - xx * xxy)
      let slope = n * (xy * xxxx - xxx * xxy) - y * (x * xxxx - xxx * xx) + xx * (x * xxy - xy * xx)
      return (0.5 + end / determinant, slope / determinant)
    }
    if n < 3 { return (0.5, 0) }
    let determinant = n * xx - x * x
    return (0.5 + (y * xx - x * xy) / determinant, (n * xy - x * y) / determinant)
  }
}
