/// The brightness of a stored colour: the stored values with the weights of ITU-R BT.709.
enum Luma {
  static let red = 0.2126
  static let green = 0.7152
  static let blue = 0.0722

  /// The luma of red, green and blue, on the same scale.
  static func of(_ color: SIMD4<Double>) -> Double { red * color.x + green * color.y + blue * color.z }
}
