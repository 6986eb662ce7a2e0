/// The faces of files that were opened, each once.
final class OpenFonts {
  private struct Place: Hashable {
    var path: String
    var face: UInt32
  }

  private var fonts: [Place: Font] = [:]

  /// The face of a file.
  func font(_ path: String, face: UInt32) throws(TextError) -> Font {
    let place = Place(path: path, face: face)
    if let known = fonts[place] { return known }
    let font = try Font(path: path, face: face)
    fonts[place] = font
    return font
  }
}
