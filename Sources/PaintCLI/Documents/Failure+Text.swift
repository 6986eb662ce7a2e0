import PaintText

extension Failure {
  /// Converts an error of a text.
  init(_ error: TextError) {
    switch error {
    case .missingLibrary(let name, let package):
      self.init(
        .failed, "text needs \(name), which is not installed",
        hint: "on Debian: apt-get install \(package)")
    case .oldLibrary(let name, let package):
      self.init(
        .failed, "\(name) is older than this program needs", hint: "on Debian: apt-get install \(package)")
    case .refusedLibrary(let name, let errno):
      self.init(.readFailed, "text needs \(name), which cannot be opened: \(SystemError.text(errno))")
    case .unknownFont(let name, let families, let substitute):
      let near = NearestName.hint(for: name, among: families)
      let offered = substitute.map { "the nearest that fontconfig has is \(Failure.quoted($0))" }
      self.init(.noInput, "there is no font \(Failure.quoted(name)) here", hint: near ?? offered)
    case .noFonts:
      self.init(
        .noInput, "no font is installed",
        hint: "install one, on Debian fonts-dejavu-core, or name a file: --font FILE.ttf")
    case .unreadableFont(let path, let errno):
      self.init(.readFailed, "cannot read the font \(path): \(SystemError.text(errno))")
    case .notAFont(let path):
      self.init(.damagedInput, "\(path) cannot be used as a font", hint: "TrueType and OpenType files can")
    case .tooLargeFont(let path):
      self.init(.damagedInput, "\(path) is larger than 64 MiB, too large for a font")
    case .noOutlines(let path):
      self.init(.damagedInput, "the font \(path) has no outlines, only pictures of its glyphs")
    case .controlCharacter(let scalar):
      let hint: String? =
        switch scalar {
        case "\t": "a text has no tab stops; use spaces"
        case "\r": "lines end with a line feed only"
        default: nil
        }
      self.init(.badValue, "a text cannot hold the control character \(Self.code(of: scalar))", hint: hint)
    case .outOfMemory: self.init(.readFailed, "there is not enough memory for the text")
    }
  }

  /// The code point of a character: `U+0041`.
  static func code(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
