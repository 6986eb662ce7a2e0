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

  /// Noto Mono has one face, and fontconfig's rules make it bold and slanted (`fc-match -v`).
  static let propertiesOfNames: [(name: String, lacking: [String], ignored: [String])] = [
    ("Noto Mono", [], []), ("Noto Mono:bold", [], []), ("Noto Mono:italic", [], []), ("Noto Mono:weight=200", [], []),
    ("Noto Mono:weight=bold", [], []), ("Noto Mono:weight=80", [], []), ("Noto Mono:regular", [], []),
    ("Noto Mono:slant=100", [], []), ("Noto Mono:slant=0", [], []), ("Noto Mono:roman", [], []),
    ("Noto Mono:width=100", [], []), ("Noto Mono:mono", [], []), ("Noto Mono:spacing=100", [], []),
    ("Noto Mono:lang=en", [], []), ("Noto Mono:embolden=true", [], []), ("Noto Mono:style=regular", [], []),
    ("Noto Mono:weight=50", ["weight=50"], []), ("Noto Mono:weight=75", ["weight=75"], []),
    ("Noto Mono:light", ["light"], []), ("Noto Mono:medium", ["medium"], []),
    ("Noto Mono:width=50", ["width=50"], []), ("Noto Mono:width=condensed", ["width=condensed"], []),
    ("Noto Mono:style=Thin", ["style=Thin"], []), ("Noto Mono:lang=ja", ["lang=ja"], []),
    ("Noto Mono:proportional", ["proportional"], []), ("Noto Mono:foundry=none", ["foundry=none"], []),
    ("Noto Mono:bold:light:width=50", ["light", "width=50"], []),
    ("Noto Mono:size=40", [], ["size=40"]), ("Noto Mono:hinting=false", [], ["hinting=false"]),
    ("Noto Mono:fontvariations=wght=700:width=50", ["width=50"], ["fontvariations=wght=700"]),
    ("DejaVu Sans:weight=200", [], []), ("DejaVu Sans:condensed", [], []), ("DejaVu Sans:proportional", [], []),
    ("DejaVu Sans:mono", ["mono"], []), ("DejaVu Sans:black:italic", ["black"], []),
    ("DejaVu Sans:semibold", ["semibold"], []), ("DejaVu Sans:bold", [], []), ("DejaVu Sans:book", [], []),
    ("DejaVu Sans:regular", [], []),
    ("DejaVu Sans:width=200", ["width=200"], []),
  ]

  @Test("properties that have no effect are told", arguments: propertiesOfNames)
  func properties(name: String, lacking: [String], ignored: [String]) throws {
    guard TestFonts.stack(String(name.prefix { $0 != ":" })) != nil else { return }
    let lack = try FontLibrary().fonts(named: name).lack
    #expect((lack?.wanted ?? []) == lacking && (lack?.ignored ?? []) == ignored, "\(name): \(String(describing: lack))")
    if name.hasPrefix("Noto Mono"), let lack { #expect(lack.used == "Regular" && lack.styles == ["Regular"]) }
  }

  @Test("a generic name has the properties of the family that fontconfig takes for it")
  func genericProperties() throws {
    let lack = try #require(try FontLibrary().fonts(named: "sans-serif:width=1:size=3").lack)
    #expect(lack.wanted == ["width=1"] && lack.ignored == ["size=3"] && lack.family != "sans-serif")
    #expect(!lack.styles.isEmpty && lack.styles.contains(lack.used ?? ""))
  }

  @Test("families are listed with the styles that text would use, those made artificially marked")
  func listed() throws {
    guard TestFonts.stack("Noto Mono") != nil, TestFonts.stack("DejaVu Sans Mono") != nil else { return }
    func list(_ pattern: String) throws -> [String] {
      try FontLibrary.families(matching: pattern).map {
        "\($0.name): \($0.styles.joined(separator: ", ")), made \($0.synthesised.joined(separator: ", "))"
      }
    }
    #expect(try list("Noto Mono") == ["Noto Mono: Regular, made "])
    #expect(try list("noto mono:bold") == ["Noto Mono: Regular, made bold"])
    #expect(try list("Noto Mono:bold:italic") == ["Noto Mono: Regular, made bold, italic"])
    #expect(try list("Noto Mono:mono:slant=italic") == ["Noto Mono: Regular, made slant=italic"])
    #expect(try list("Noto Mono:width=50") == [] && list("Noto Mono:light") == [])
    #expect(try list("DejaVu Sans Mono:bold") == ["DejaVu Sans Mono: Bold, Bold Oblique, made "])
    #expect(try !list(":bold").contains { $0.hasPrefix("Noto Mono:") })
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
