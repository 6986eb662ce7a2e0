import Glibc

@testable import PaintText

/// The fonts and programs of the machine that runs the tests; tests that need a missing one are skipped.
enum TestFonts {
  /// The stack of a family; nil if it or one of the libraries is missing.
  static func stack(_ name: String) -> FontStack? { try? FontLibrary().fonts(named: name) }

  /// The first installed family.
  static let latin = ["DejaVu Sans", "Noto Sans"].first { stack($0) != nil }

  /// Whether the libraries and a font are installed.
  static var areAvailable: Bool { latin != nil }

  /// The stack of the first family, for tests that run only if there is one.
  static func latinStack() throws -> FontStack { try FontLibrary().fonts(named: latin ?? "") }

  /// The output of a command; nil if it fails.
  static func output(of command: String) -> String? {
    guard let pipe = popen(command, "r") else { return nil }
    var bytes: [UInt8] = []
    while case let byte = fgetc(pipe), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return pclose(pipe) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Whether the program `hb-shape` is installed.
  static let hasHBShape = output(of: "hb-shape --version 2>/dev/null") != nil
}
