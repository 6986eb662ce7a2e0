import PaintFormats
import SystemPackage

/// A picture of Fixtures/formats.
struct FormatFixture: CustomStringConvertible, Sendable {
  /// Its path in that folder.
  let name: String
  /// The file of the library that reads it, as the dynamic linker looks for it; nil for none.
  let library: String?

  var description: String { name }
  /// Its whole path.
  var path: String { ShellScript.project.appending("Fixtures/formats/\(name)").string }

  /// Its pixels, as PaintFormats reads them, whose own tests compare them with other programs.
  func picture(_ options: ReadingOptions = ReadingOptions()) throws -> Picture {
    let file = try FileDescriptor.open(FilePath(path), .readOnly)
    defer { try? file.close() }
    return try Picture(PictureReader(PictureSource(fileDescriptor: file.rawValue), options: options))
  }

  /// One of each format.
  static let samples = [
    FormatFixture(name: "jpeg/orientation-6.jpg", library: "libjpeg.so.62"),
    FormatFixture(name: "jpeg/progressive.jpg", library: "libjpeg.so.62"),
    FormatFixture(name: "webp/lossy-alpha.webp", library: "libwebp.so.7"),
    FormatFixture(name: "tiff/tiled.tif", library: "libtiff.so.6"),
    FormatFixture(name: "gif/interlaced.gif", library: "libgif.so.7"),
    FormatFixture(name: "avif/alpha.avif", library: "libavif.so.15"),
    FormatFixture(name: "heif/rotated-1.heic", library: "libheif.so.1"),
    FormatFixture(name: "pnm/plain.pbm", library: nil), FormatFixture(name: "pnm/maximum-15.pgm", library: nil),
    FormatFixture(name: "pnm/alpha.pam", library: nil), FormatFixture(name: "../photos/chelsea.png", library: nil),
  ]
}
