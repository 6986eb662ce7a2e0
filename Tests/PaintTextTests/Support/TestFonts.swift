import Glibc

@testable import PaintText

/// What the machine that runs the tests has; where something is missing, tests that need it are passed over.
enum TestFonts {
  /// The stack of a family; nil where it or one of the libraries is missing.
  static func stack(_ name: String) -> FontStack? { try? FontLibrary().fonts(named: name) }

  /// The first family that is there.
  static let latin = ["DejaVu Sans", "Noto Sans"].first { stack($0) != nil }

  /// Whether there are libraries and a font to set text with.
  static var areHere: Bool { latin != nil }

  /// The stack of the first family, for tests that run only where there is one.
  static func latinStack() throws -> FontStack { try FontLibrary().fonts(named: latin ?? "") }

  /// What a program prints; nil where it cannot be run.
  static func output(of command: String) -> String? {
    guard let pipe = popen(command, "r") else { return nil }
    var bytes: [UInt8] = []
    while case let byte = fgetc(pipe), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return pclose(pipe) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Whether the program `hb-shape` is there.
  static let hasShaper = output(of: "hb-shape --version 2>/dev/null") != nil
}
