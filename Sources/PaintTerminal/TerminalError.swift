/// Why a picture cannot be shown on a terminal.
package enum TerminalError: Error, Equatable {
  /// So many pixels would be shown.
  case tooManyPixels(width: Int, height: Int)
  /// The picture cannot be encoded.
  case encoding(String)
}
