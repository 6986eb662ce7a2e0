import PaintPNG

extension PNGWritingOptions.Compression: NamedValue {
  static let noun = "a compression"
  static let meaning = "How hard a picture is compressed; no level changes a pixel."
}

extension PNGWritingOptions {
  /// The options with which a line writes a PNG.
  ///
  /// Throws `bad_value` for a bad value, `missing_word` for `--dither` without `--colors`.
  init(_ line: ParsedLine) throws(Failure) {
    self.init()
    if let compression = try line.value(.compression, Compression.parse) { self.compression = compression }
    keepsFourChannels = line.has(.rgba)
    stripsChunks = line.has(.strip)
    colorLimit = try line.value(.colors, NumberForm.colorLimit.whole)
    isDithered = line.choice(.dither) ?? false
    if isDithered, colorLimit == nil {
      throw Failure(.missingWord, "--dither needs --colors", hint: "--colors 16 --dither mixes 16 colours")
    }
  }
}

extension OptionSpec {
  static let compression = OptionSpec(
    .compression, "compression", .value("LEVEL"),
    "how hard a PNG is compressed: fast, default, or best, which takes many times as long",
    names: { PNGWritingOptions.Compression.self },
    default: "default")
  static let rgba = OptionSpec(.rgba, "rgba", .flag, "write a PNG with four channels, even if fewer are enough")
  static let strip = OptionSpec(.strip, "strip", .flag, "write no colour space, profile, pixel density, EXIF and texts")
  static let colors = OptionSpec(
    .colors, "colors", .value("N"), "write a PNG with at most N colours, 2 to 256", number: .colorLimit)
}
