import CTextLibraries

/// The system's libraries, loaded only when a font is needed.
enum TextLibraries {
  /// Loads HarfBuzz and FreeType; throws `.missingLibrary`.
  static func loadFonts() throws(TextError) {
    switch Int(ctl_load_fonts()) {
    case CTL_LOADED: return
    case CTL_NO_HARFBUZZ: throw .missingLibrary(name: "HarfBuzz", package: "libharfbuzz0b")
    default: throw .missingLibrary(name: "FreeType", package: "libfreetype6")
    }
  }

  /// Loads fontconfig; throws `.missingLibrary`.
  static func loadFontconfig() throws(TextError) {
    guard Int(ctl_load_fontconfig()) == CTL_LOADED else {
      throw .missingLibrary(name: "fontconfig", package: "libfontconfig1")
    }
  }
}
