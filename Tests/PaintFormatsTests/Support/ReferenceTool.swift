import Glibc

/// The programs that the libraries' authors ship, whose pixels ours must equal.
enum ReferenceTool: String, CaseIterable {
  case djpeg
  case cjpeg
  case dwebp
  case cwebp
  case tiff2rgba
  case tifftopnm
  case giftopnm
  case pngtopam
  case pamdepth
  case avifdec
  case heifConvert = "heif-convert"

  /// The Debian package.
  var package: String {
    switch self {
    case .djpeg, .cjpeg: "libjpeg-turbo-progs"
    case .dwebp, .cwebp: "webp"
    case .tiff2rgba: "libtiff-tools"
    case .tifftopnm, .giftopnm, .pngtopam, .pamdepth: "netpbm"
    case .avifdec: "libavif-bin"
    case .heifConvert: "libheif-examples"
    }
  }

  var isInstalled: Bool {
    guard let path = getenv("PATH") else { return false }
    return String(cString: path).split(separator: ":").contains { access("\($0)/\(rawValue)", X_OK) == 0 }
  }

  static func areInstalled(_ tools: ReferenceTool...) -> Bool { tools.allSatisfy(\.isInstalled) }

  /// The standard output of a shell command; empty if it cannot be started.
  static func output(of command: String) -> [UInt8] {
    guard let pipe = popen(command + " 2>/dev/null", "r") else { return [] }
    defer { pclose(pipe) }
    return Fixture.rest(of: pipe)
  }

  /// The picture that a shell command writes as a pixmap.
  static func picture(from command: String) -> Picture? { PlainPixmap(output(of: command))?.picture() }
}

/// A folder of a test, removed with its files.
final class Folder {
  let path: String

  init() {
    var template = Array("/tmp/paint-formats-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
  }

  deinit { _ = ReferenceTool.output(of: "rm -rf '\(path)'") }

  /// Writes a file and returns its path.
  func write(_ bytes: [UInt8], _ name: String) -> String {
    let file = "\(path)/\(name)"
    if let stream = fopen(file, "w") {
      fwrite(bytes, 1, bytes.count, stream)
      fclose(stream)
    }
    return file
  }
}
