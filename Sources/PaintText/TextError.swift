/// Why a text could not be set.
public enum TextError: Error, Equatable, Sendable {
  /// A library of the system is missing: its name, and the Debian package that holds it.
  case missingLibrary(name: String, package: String)
  /// No font here has that name; the families that there are, and the one that fontconfig offers in its place.
  case unknownFont(name: String, families: [String], substitute: String?)
  /// There is no font at all.
  case noFonts
  /// A font's file could not be read.
  case unreadableFont(path: String)
  /// A file is no font that can be used: neither TrueType nor OpenType, damaged, or a device, a FIFO or a folder.
  case notAFont(path: String)
  /// A file has more than 64 MiB, and was not read.
  case tooLargeFont(path: String)
  /// A font has pictures of its glyphs alone and no outlines.
  case noOutlines(path: String)
  /// The text has a control character.
  case controlCharacter(Unicode.Scalar)
  /// There is no memory for the text.
  case outOfMemory
}
