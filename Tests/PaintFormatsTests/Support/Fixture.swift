import Glibc

/// The pictures of Fixtures/formats.
enum Fixture {
  static let folder: String = {
    let project = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    return project.joined(separator: "/") + "/Fixtures/formats"
  }()

  static func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// The files of a subfolder with an ending, sorted, as `jpeg/420.jpg`.
  static func names(_ subfolder: String, _ ending: String) -> [String] {
    guard let entries = opendir("\(folder)/\(subfolder)") else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix("." + ending) { names.append("\(subfolder)/\(name)") }
    }
    return names.sorted()
  }

  static let jpeg = names("jpeg", "jpg")
  static let webp = names("webp", "webp")
  static let tiff = names("tiff", "tif")
  static let gif = names("gif", "gif")
  static let avif = names("avif", "avif")
  static let heif = names("heif", "heic")
  static let pnm = names("pnm", "ppm") + names("pnm", "pgm") + names("pnm", "pbm") + names("pnm", "pam")
  static let all = jpeg + webp + tiff + gif + avif + heif + pnm

  /// The bytes of a file; empty if it cannot be read.
  static func bytes(_ name: String) -> [UInt8] { contents(name.hasPrefix("/") ? name : path(name)) }

  private static func contents(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    return rest(of: file)
  }

  /// All bytes that a stream still has.
  static func rest(of file: UnsafeMutablePointer<FILE>) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return bytes
  }
}
