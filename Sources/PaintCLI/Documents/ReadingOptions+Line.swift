import PaintFormats

extension ReadingOptions {
  /// The options with which a line reads a picture: `--page`, `--orientation`, `--lenient`,
  /// `--range` and `--max-pixels`; throws `bad_value`.
  init(_ line: ParsedLine) throws(Failure) {
    self.init()
    if let number = try line.value(.page, NumberForm.page.whole) { page = number - 1 }
    appliesOrientation = try line.value(.orientation, OrientationUse.parse) != .ignore
    isLenient = line.has(.lenient)
    range = try line.value(.range, RangeArgument.parse)
    if let limit = try line.value(.maxPixels, NumberForm.pixelLimit.whole) { pixelLimit = limit }
  }

  /// Throws `unexpected_word` if a line that reads no picture file has one of these options.
  ///
  /// - Parameter reason: what the line lacks, or why they have no meaning, as a clause.
  static func refuse(_ line: ParsedLine, _ reason: String) throws(Failure) {
    for option in CommandSpec.readingOptions where line.has(option) {
      throw Failure(.unexpectedWord, "\(reason), so --\(OptionSpec.spec(option).name) has no meaning")
    }
  }
}

extension OptionSpec {
  static let page = OptionSpec(
    .page, "page", .value("N"), "the page or frame of a picture file that has several", forms: "Page", number: .page,
    default: "1")
  static let orientation = OptionSpec(
    .orientation, "orientation", .value("USE"),
    "apply the orientation that a picture file states (default), or ignore it", forms: "Orientation",
    names: { OrientationUse.self },
    default: "apply")
  static let lenient = OptionSpec(
    .lenient, "lenient", .flag, "accept a truncated or damaged picture; what is missing is transparent")
  static let range = OptionSpec(
    .range, "range", .value("MIN,MAX"),
    "the floating-point samples of a TIFF that become 0 and 255 (default those of the picture)",
    forms: "Range of samples")
  static let maxPixels = OptionSpec(
    .maxPixels, "max-pixels", .value("N"),
    "the most pixels of a picture that is not decoded row by row", number: .pixelLimit, default: "268435456"
  )
}
