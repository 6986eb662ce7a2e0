/// One pixel: straight (not premultiplied) sRGB red, green, blue and alpha, each 0…255.
///
/// In memory the four bytes are in that order, as in a PNG row. Colour bytes under alpha 0 are kept ("hidden colours").
public struct Pixel: Hashable, Sendable {
  /// Red in the lowest byte, then green, blue and alpha.
  public var bits: UInt32

  /// The pixel whose bytes are those of `bits`, red lowest.
  @inlinable public init(bits: UInt32) { self.bits = bits }

  /// The pixel with these samples.
  @inlinable public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    bits = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
  }

  /// Red, 0…255.
  @inlinable public var red: UInt8 { UInt8(truncatingIfNeeded: bits) }
  /// Green, 0…255.
  @inlinable public var green: UInt8 { UInt8(truncatingIfNeeded: bits >> 8) }
  /// Blue, 0…255.
  @inlinable public var blue: UInt8 { UInt8(truncatingIfNeeded: bits >> 16) }
  /// Alpha, 0 (transparent) … 255 (opaque).
  @inlinable public var alpha: UInt8 { UInt8(truncatingIfNeeded: bits >> 24) }

  /// Transparent: all four bytes 0.
  public static let transparent = Pixel(bits: 0)
  /// Opaque black.
  public static let black = Pixel(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Pixel(red: 255, green: 255, blue: 255)
}
