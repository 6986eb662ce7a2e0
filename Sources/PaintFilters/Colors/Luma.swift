/// The brightness of a stored colour: ITU-R BT.709's weights on the stored values.
enum Luma {
  static let red = 0.2126
  static let green = 0.7152
  static let blue = 0.0722

  /// The luma of red, green and blue, in their unit.
  static func of(_ color: SIMD4<Double>) -> Double { red * color.x + green * color.y + blue * color.z }
}
