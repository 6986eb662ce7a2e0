import CLibraries

/// Why a text could not be laid out.
public enum TextError: Error, Equatable, Sendable {
  /// A system library is missing: its name, and the Debian package that contains it.
  case missingLibrary(name: String, package: String)
  /// A system library lacks functions that this program needs: its name, and the Debian package that contains it.
  case oldLibrary(name: String, package: String)
  /// The system refused to open a library, for example because too many files are open: its name and the reason.
  case refusedLibrary(name: String, errno: CInt)
  /// No installed font has that name; the installed families, and the substitute that fontconfig offers.
  case unknownFont(name: String, families: [String], substitute: String?)
  /// No font is installed.
  case noFonts
  /// A font file could not be read: its path and the system's reason.
  case unreadableFont(path: String, errno: CInt)
  /// A file is not a usable font: neither TrueType nor OpenType, damaged, or a device, a FIFO or a folder.
  case notAFont(path: String)
  /// A file is larger than 64 MiB and was not read.
  case tooLargeFont(path: String)
  /// A font has only bitmap glyphs and no outlines.
  case noOutlines(path: String)
  /// The text contains a control character.
  case controlCharacter(Unicode.Scalar)
  /// There is not enough memory for the text.
  case outOfMemory
}

extension TextError {
  /// Whether a font cannot be used, however often it is tried: then another font takes its place, as if it were not
  /// installed.
  var meansUnusableFont: Bool {
    switch self {
    case .unreadableFont(_, let errno): ctl_means_no_file(errno) != 0
    case .notAFont, .tooLargeFont, .noOutlines: true
    default: false
    }
  }
}
