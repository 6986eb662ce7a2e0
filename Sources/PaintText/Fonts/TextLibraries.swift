import CLibraries

/// The system's libraries, loaded only when a font is needed.
enum TextLibraries {
  /// Loads HarfBuzz and FreeType; throws `.missingLibrary` or `.refusedLibrary`.
  static func loadFonts() throws(TextError) {
    try load(CTL_FREETYPE, "FreeType", package: "libfreetype6")
    try load(CTL_HARFBUZZ, "HarfBuzz", package: "libharfbuzz0b")
  }

  /// Loads fontconfig; throws `.missingLibrary` or `.refusedLibrary`.
  static func loadFontconfig() throws(TextError) {
    try load(CTL_FONTCONFIG, "fontconfig", package: "libfontconfig1")
  }

  private static func load(_ library: Int, _ name: String, package: String) throws(TextError) {
    switch Int(ctl_load(CInt(library))) {
    case CTL_LOADED: return
    case CTL_NOT_INSTALLED: throw .missingLibrary(name: name, package: package)
    case CTL_WRONG_VERSION: throw .oldLibrary(name: name, package: package)
    default: throw .refusedLibrary(name: name, errno: ctl_load_error(CInt(library)))
    }
  }
}
