/// Pixels on an opaque background.
public struct FlatPixels {
  /// The background.
  public let background: Pixel
  /// The pixels that were put on it last (`Pixel.bits`).
  public private(set) var pixels: [UInt32] = []

  /// Begins without pixels; `background` is opaque.
  public init(on background: Pixel) { self.background = background }

  /// Puts pixels (`Pixel.bits`) on the background, in `pixels`; false if all of them are opaque, which changes nothing.
  ///
  /// - Complexity: O(pixels).
  public mutating func put(_ source: Span<UInt32>) -> Bool {
    var first = 0
    while first < source.count, source[first] >= 0xff00_0000 { first += 1 }
    if first == source.count { return false }
    pixels.removeAll(keepingCapacity: true)
    pixels.append(copying: source.extracting(..<first))
    for index in first..<source.count { pixels.append(Pixel(bits: source[index]).on(background).bits) }
    return true
  }
}

extension Pixel {
  /// This pixel on an opaque one; each sample is the nearest to the exact value.
  public func on(_ background: Pixel) -> Pixel {
    let alpha = Int(alpha)
    func mixed(_ color: UInt8, _ other: UInt8) -> UInt8 {
      UInt8(((alpha * Int(color) + (255 - alpha) * Int(other)) * 2 + 255) / 510)
    }
    return Pixel(
      red: mixed(red, background.red), green: mixed(green, background.green), blue: mixed(blue, background.blue))
  }
}
