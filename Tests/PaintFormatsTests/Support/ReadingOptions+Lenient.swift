import PaintFormats

extension ReadingOptions {
  /// Accepts what can be read of a damaged picture, of the first page.
  static var lenient: ReadingOptions {
    var options = ReadingOptions()
    options.isLenient = true
    options.page = 0
    return options
  }
}
