import PaintEditing

extension PictureMetric: NamedValue {
  static let noun = "a metric"
  static let meaning = "How similar two pictures of one size are, as a number."
}

extension PictureMetric {
  /// The value as a line of text, rounded to six decimals: `PSNR 33.5 dB`.
  func sentence(_ value: Double) -> String {
    let name = rawValue.uppercased()
    let number = value.isFinite ? NumberText.text((value * 1_000_000).rounded() / 1_000_000) : "inf"
    return "\(name) \(number)\(self == .psnr ? " dB" : "")"
  }
}
