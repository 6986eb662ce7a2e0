import Glibc

/// A file of the Unicode Character Database, line by line.
enum UnicodeFile {
  /// Where the Debian package unicode-data installs the database.
  static let installedFolder = "/usr/share/unicode"
  /// The project's copies, which have only a part of the lines.
  static let keptFolder: String = {
    let project = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    return project.joined(separator: "/") + "/Fixtures/unicode"
  }()

  /// Whether the whole database is installed.
  static let isInstalled = ["BidiTest.txt", "BidiCharacterTest.txt", "BidiBrackets.txt", "UnicodeData.txt"].allSatisfy {
    access("\(installedFolder)/\($0)", R_OK) == 0
  }

  /// Calls `body` with each line that holds data, without its end; with none if the file cannot be read.
  ///
  /// `body` also gets comments if `withComments` is set.
  static func forEachLine(
    of name: String, in folder: String, withComments: Bool = false, _ body: (Substring) throws -> Void
  ) rethrows {
    guard let file = fopen("\(folder)/\(name)", "r") else { return }
    defer { fclose(file) }
    var buffer: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(buffer) }
    while case let count = getline(&buffer, &capacity, file), count > 0 {
      guard let buffer else { break }
      let bytes = UnsafeRawBufferPointer(start: buffer, count: buffer[count - 1] == 10 ? count - 1 : count)
      guard let first = bytes.first, withComments || first != UInt8(ascii: "#") else { continue }
      try body(Substring(decoding: bytes, as: UTF8.self))
    }
  }

  /// The version of the installed database, such as `15.0.0`; nil if it cannot be read.
  static let installedVersion: String? = {
    var version: String?
    forEachLine(of: "BidiBrackets.txt", in: installedFolder, withComments: true) { line in
      if version == nil { version = String(line.dropFirst("# BidiBrackets-".count).prefix { $0 != "t" }.dropLast()) }
    }
    return version
  }()
}
