import Glibc
import Testing

@testable import PaintText

@Suite("Finding fonts", .enabled(if: TestFonts.areAvailable, "no fonts or libraries on this machine"))
struct FontLibraryTests {
  @Test("fonts are found by family, full name, PostScript name and properties, ignoring case")
  func names() throws {
    guard TestFonts.stack("DejaVu Sans") != nil else { return }
    let library = FontLibrary()
    let regular = try library.fonts(named: "DejaVu Sans").first
    let bold = try library.fonts(named: "DejaVu Sans Bold").first
    #expect(regular.path != bold.path)
    for name in ["dejavu sans", "DejaVuSans"] { #expect(try library.fonts(named: name).first.path == regular.path) }
    for name in ["DejaVu Sans:bold", "DejaVuSans-Bold", "DEJAVU SANS BOLD"] {
      #expect(try library.fonts(named: name).first.path == bold.path)
    }
    #expect(try library.fonts(file: bold.path).first.path == bold.path)
    // A name is looked up only once.
    #expect(try library.fonts(named: "DejaVu Sans").first === regular)
  }

  @Test(
    "an unknown name is rejected with the installed families", arguments: ["No Such Font", "", "DejaVu Sanz", ":bold"])
  func unknown(name: String) throws {
    do {
      _ = try FontLibrary().fonts(named: name)
      Issue.record("'\(name)' was found")
    } catch {
      guard case .unknownFont(_, let families, _) = error else { throw error }
      #expect(families.contains(try #require(TestFonts.latin)))
    }
  }

  @Test("files that are not fonts are rejected", arguments: ["/etc/passwd", "/dev/null", "/nowhere/none.ttf", "/"])
  func files(path: String) {
    #expect(throws: TextError.self) { try FontLibrary().fonts(file: path) }
  }

  @Test("another font takes the place of one that is not there, but not of one that cannot be read")
  func failures() {
    for (number, isUnusable) in [
      (ENOENT, true), (ENOTDIR, true), (EACCES, false), (EIO, false), (EMFILE, false), (ENFILE, false), (ESTALE, false),
    ] {
      #expect(TextError.unreadableFont(path: "f.ttf", errno: number).meansUnusableFont == isUnusable, "\(number)")
    }
    #expect(TextError.notAFont(path: "f.ttf").meansUnusableFont && !TextError.outOfMemory.meansUnusableFont)
    #expect(throws: TextError.unreadableFont(path: "/nowhere/none.ttf", errno: ENOENT)) {
      try FontLibrary().fonts(file: "/nowhere/none.ttf")
    }
  }

  @Test("missing characters use a fallback font; spaces and marks keep the font before them")
  func fallback() throws {
    guard let fonts = TestFonts.stack("DejaVu Sans"), TestFonts.stack("Noto Sans Devanagari") != nil else { return }
    #expect(try TextParagraph("abc", fonts: fonts).items.map(\.font) == [0])
    let mixed = try TextParagraph("a नमस्ते दुनिया b", fonts: fonts)
    #expect(mixed.items.map(\.range) == [0..<2, 2..<16, 16..<17])
    #expect(mixed.items.map(\.font) == [0, 1, 0])
    #expect(mixed.missing.isEmpty)
  }

  @Test("a character that no font has is reported")
  func missing() throws {
    let layout = try TextLayout("a\u{e1234}\u{e1234}", style: TextStyle(size: 20), fonts: TestFonts.latinStack())
    #expect(layout.missing == ["\u{e1234}"])
  }
}
