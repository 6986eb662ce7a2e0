import PaintFormats

extension ReadingOptions {
  /// Accepts what can be read of a damaged picture.
  static var lenient: ReadingOptions {
    var options = ReadingOptions()
    options.isLenient = true
    return options
  }
}
