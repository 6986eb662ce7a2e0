/// How many pixels there are in a length, across and down, as JPEG and TIFF state it.
///
/// PNG counts whole pixels a metre, and so do documents. A density of whole pixels an inch comes back as that.
struct PixelDensity: Hashable {
  /// The length.
  enum Unit: Hashable {
    /// None: only the shape of a pixel is known.
    case ratio
    case inch, centimetre
  }

  var unit: Unit
  var x: Double
  var y: Double

  init(_ unit: Unit, x: Double, y: Double) {
    self.unit = unit
    self.x = x
    self.y = y
  }

  /// The payload of a pHYs chunk; nil if its numbers have no place for the density.
  var payload: [UInt8]? {
    // A ratio's fraction would be lost.
    let isFraction = unit == .ratio && (x != x.rounded() || y != y.rounded())
    let scale = isFraction ? 1_000 : perMetre
    let numbers = [x, y].map { ($0 * scale).rounded() }
    guard numbers.allSatisfy({ $0 >= 1 && $0 <= Double(Int32.max) }) else { return nil }
    var payload: [UInt8] = []
    for number in numbers {
      for shift in [24, 16, 8, 0] { payload.append(UInt8(truncatingIfNeeded: Int(number) >> shift)) }
    }
    payload.append(unit == .ratio ? 0 : 1)
    return payload
  }

  /// The density of a pHYs chunk; nil for one that says nothing.
  init?(payload: [UInt8]) {
    guard payload.count == 9 else { return nil }
    let numbers = [payload[..<4], payload[4..<8]].map { $0.reduce(0) { $0 << 8 | Int($1) } }
    guard numbers[0] > 0, numbers[1] > 0 else { return nil }
    self.init(.ratio, x: Double(numbers[0]), y: Double(numbers[1]))
    guard payload[8] == 1 else { return }
    let inches = [x, y].map { ($0 * 0.0254).rounded() }
    if zip(inches, [x, y]).allSatisfy({ ($0 / 0.0254).rounded() == $1 }) {
      self.init(.inch, x: inches[0], y: inches[1])
    } else if numbers.allSatisfy({ $0 % 100 == 0 }) {
      self.init(.centimetre, x: x / 100, y: y / 100)
    } else {
      self.init(.inch, x: x * 0.0254, y: y * 0.0254)
    }
  }

  private var perMetre: Double {
    switch unit {
    case .ratio: 1
    case .inch: 10_000.0 / 254
    case .centimetre: 100
    }
  }
}
