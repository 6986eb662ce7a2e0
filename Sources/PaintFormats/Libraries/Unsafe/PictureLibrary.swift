import CLibraries

// Unsafe: names and versions come as C strings, which live as long as the process.

/// The system's libraries of picture formats, each loaded when a picture of its format is first opened.
public enum PictureLibrary: CaseIterable, Sendable {
  /// libjpeg-turbo.
  case jpeg
  /// libwebp.
  case webp
  /// libwebpdemux, for animated WebP.
  case webpAnimation
  /// libtiff.
  case tiff
  /// giflib.
  case gif
  /// libavif.
  case avif
  /// libheif.
  case heif

  private var number: CInt {
    switch self {
    case .jpeg: CInt(CPL_JPEG)
    case .webp: CInt(CPL_WEBP)
    case .webpAnimation: CInt(CPL_WEBP_ANIMATION)
    case .tiff: CInt(CPL_TIFF)
    case .gif: CInt(CPL_GIF)
    case .avif: CInt(CPL_AVIF)
    case .heif: CInt(CPL_HEIF)
    }
  }

  /// The name that its authors use, such as `libwebp`.
  public var name: String { unsafe String(cString: cpl_library_name(number)) }
  /// The Debian package that contains it, such as `libwebp7`.
  public var package: String { unsafe String(cString: cpl_library_package(number)) }
  /// Its version; nil if it is not installed or does not tell.
  public var version: String? {
    let text = unsafe String(cString: cpl_library_version(number))
    return text.isEmpty ? nil : text
  }
  /// Whether it can be used; loads it.
  public var isInstalled: Bool { Int(cpl_load(number)) == CPL_LOADED }

  /// Has the decoders of AVIF and HEIF print no lines of their own about damaged pictures.
  ///
  /// For a program that reports errors itself; call it before the first picture is opened. It replaces C's variable
  /// `stderr` when such a picture is opened, by a stream that writes to the same descriptor while no picture is decoded.
  public static func hideMessages() { cpl_hide_messages() }

  /// Loads the library.
  ///
  /// - Parameters:
  ///   - format: the format that needs it, for the message.
  ///   - missing: libraries that count as not installed, for tests.
  /// - Throws: `.missingLibrary`; `.io` if the system refused to open it.
  func load(for format: String, without missing: Set<PictureLibrary>) throws(PictureError) {
    let result = missing.contains(self) ? CPL_NOT_INSTALLED : Int(cpl_load(number))
    if result != CPL_LOADED { throw failure(for: format, result) }
  }

  /// The error for a library that could not be used when a picture was opened.
  func failure(for format: String) -> PictureError { failure(for: format, Int(cpl_load(number))) }

  private func failure(for format: String, _ result: Int) -> PictureError {
    switch result {
    case CPL_NOT_INSTALLED:
      .missingLibrary(name: name, package: package, message: "\(format) needs \(name), which is not installed")
    case CPL_WRONG_VERSION:
      .missingLibrary(
        name: name, package: package, message: "\(name) has another version than this program was built for")
    default:
      // Or it can be opened by now.
      .io(
        errno: cpl_load_error(number),
        message: "\(format) needs \(name), which cannot be opened: \(PictureError.reason(cpl_load_error(number)))")
    }
  }
}
