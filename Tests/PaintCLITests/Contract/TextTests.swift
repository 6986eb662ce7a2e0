import PaintRaster
import Testing

/// `paint text`: texts as steps.
///
/// Tests that need fonts are skipped if there are none.
@Suite("Contract: text")
struct TextTests {
  private let shell: Shell
  /// A square of 10 px in a box of 30 x 20, its left end at the left of the box.
  private static let square = "30x20;10 M0,0 L10,0 L10,10 L0,10 Z@0,5"

  /// Whether the program can lay out text on this machine.
  static let hasFonts: Bool = {
    guard let shell = try? Shell() else { return false }
    _ = try? shell.paint("new art.paint --size 50x50")
    return (try? shell.paint("text 1,20 x --size 20").code) == 0
  }()

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 200x100 --background white")
    try #require(made.code == 0, "\(made)")
  }

  @Test("is one step, named Text, with the text in its command; it is repeated without fonts or libraries")
  func history() throws {
    let texts = [["10,10", "Hello"], ["10,40", "two", "lines'"], ["--name", "Dash", "--", "60,10", "-x"]]
    for words in texts {
      #expect(try shell.paint(["text", "--size", "10", "--outlines", Self.square] + words).code == 0)
    }
    // The background is transparent, but the area around the text is erased.
    let words = ["text", "20,60", "x", "--size", "10", "--outlines", Self.square]
    #expect(try shell.paint(words + ["--background", "none", "--padding", "8"]).code == 0)
    if Self.hasFonts {
      for text in ["Wörld \u{628}\u{628} नी", "-1", "a\nb"] {
        let drawn = try shell.paint(["text", "--size", "20", "--name", "From fonts", "--", "100,20", text])
        #expect(drawn.code == 0, "\(drawn)")
      }
    }
    let rows = try shell.paint("history --json").json.elements
    #expect(rows[1]["name"].text == "Text" && rows[3]["name"].text == "Dash")
    #expect(rows[1]["command"].text?.hasPrefix("text 10,10 Hello --size 10 --color 000000ff --opacity 1") == true)
    #expect(try shell.paint("history --grep Hello").lines.count == 1)
    _ = try shell.paint("set --color red --opacity 0.2 --no-antialias")
    // An invalid library that hides the real one.
    let replayed = try shell.sh(
      """
      mkdir bogus && : >bogus/libharfbuzz.so.0 && : >bogus/libfreetype.so.6 && : >bogus/libfontconfig.so.1
      paint -d art.paint history --script >script && paint new again.paint --size 200x100 --background white &&
      LD_LIBRARY_PATH=bogus paint -d again.paint batch script
      """)
    #expect(replayed.code == 0, "\(replayed)")
    let (there, here) = (
      try shell.paint("-d again.paint status --json").json, try shell.paint("-d art.paint status --json").json
    )
    #expect(there["fingerprint"].text == here["fingerprint"].text)
    let again = try shell.paint("-d again.paint history --json").json.elements
    #expect(again.map { $0["command"].text } == rows.map { $0["command"].text })
    #expect(again.map { $0["name"].text } == rows.map { $0["name"].text })
  }

  @Test("the error of a missing library names the package to install")
  func missingLibrary() throws {
    for (file, name, package) in [
      ("libharfbuzz.so.0", "HarfBuzz", "libharfbuzz0b"), ("libfreetype.so.6", "FreeType", "libfreetype6"),
    ] {
      _ = try shell.sh("rm -rf bogus; mkdir bogus; : >bogus/\(file)")
      let outcome = try shell.paint("text 1,1 x --size 9", with: ["LD_LIBRARY_PATH": shell.path("bogus")])
      // If another one is really missing, its error comes first.
      guard Self.hasFonts || outcome.message.contains(name) else { continue }
      #expect(outcome.code == 1 && outcome.message.contains(name) && outcome.errors.contains(package), "\(outcome)")
    }
  }

  @Test(
    "a library that the system refuses to open is exit 74, and not called missing",
    .enabled(if: hasFonts, "no fonts on this machine"))
  func refusedLibrary() throws {
    let font = try shell.sh("fc-match -f '%{file}' 'DejaVu Sans'").output
    let lines = [
      ("libfreetype.so.6", "FreeType", "text 1,1 x --size 9"), ("libharfbuzz.so.0", "HarfBuzz", "text 1,1 x --size 9"),
      ("libfontconfig.so.1", "fontconfig", "text 1,1 x --size 9"),
      // The fallback fonts would be other ones.
      ("libfontconfig.so.1", "fontconfig", "text 1,1 \u{e1234} --size 9 --font \(font)"),
    ]
    for (file, name, line) in lines where font != "" || !line.contains("--font") {
      // It can be opened, but reading it is an error.
      _ = try shell.sh("rm -rf bogus; mkdir bogus; ln -s /proc/self/mem bogus/\(file)")
      let outcome = try shell.paint(line, with: ["LD_LIBRARY_PATH": shell.path("bogus")])
      #expect(
        outcome.code == 74
          && outcome.message == "text needs \(name), which cannot be opened: Input/output error", "\(outcome)")
      #expect(try shell.paint("status --json").json["revision"].int == 0)
    }
  }

  @Test("an invalid font is rejected, with the nearest name", .enabled(if: hasFonts, "no fonts on this machine"))
  func fonts() throws {
    let families = try shell.sh("fc-list : family 2>/dev/null").output
    let unknown = try shell.paint(["text", "1,1", "x", "--size", "9", "--font", "Deja Vu Sans"])
    #expect(unknown.code == 66 && unknown.message.contains("'Deja Vu Sans'"), "\(unknown)")
    if families.contains("DejaVu Sans\n") {
      #expect(unknown.errors.contains("did you mean DejaVu Sans?"), "\(unknown)")
    }
    #expect(try shell.paint("text 1,1 x --size 9 --font none.ttf").code == 66)
    _ = try shell.sh("echo no font >none.ttf; : >empty.ttf; mkdir folder.ttf")
    #expect(try shell.paint("text 1,1 x --size 9 --font none.ttf").code == 65)
    #expect(try shell.paint("text 1,1 x --size 9 --font empty.ttf").code == 65)
    let folder = try shell.paint("text 1,1 x --size 9 --font folder.ttf")
    #expect(folder.code == 74 && folder.errors.contains("folder.ttf: Is a directory"), "\(folder)")
    // None of these is read: the first never ends, the second never begins, and the third would need all memory.
    _ = try shell.sh("mkfifo fifo.ttf; : >huge.ttf; truncate -s 65M huge.ttf")
    for font in ["/dev/zero", "fifo.ttf", "huge.ttf"] {
      let outcome = try shell.sh("ulimit -d 65536; exec paint text 1,1 x --size 9 --font \(font)")
      #expect(outcome.code == (font == "huge.ttf" ? 65 : 74) && outcome.errors.contains(font), "\(outcome)")
    }
    #expect(try shell.paint("status --json").json["revision"].int == 0)
  }

  @Test("properties of a font that have no effect are a warning", .enabled(if: hasFonts, "no fonts on this machine"))
  func fontProperties() throws {
    guard try shell.sh("fc-list : family").output.contains("Noto Mono\n") else { return }
    let text = try shell.paint(["text", "1,1", "x", "--size", "9", "--font", "Noto Mono:width=50:size=3", "--json"])
    #expect(
      try text.json["warnings"].elements.map(\.text) == [
        "the font Noto Mono has no width=50: Regular is used; its styles are Regular",
        "size=3 in the name of the font Noto Mono has no effect on text; --size sets the size",
      ], "\(text)")
    let fonts = try shell.paint(["fonts", "Noto Mono:bold"])
    #expect(fonts.code == 0 && fonts.output == "Noto Mono  Regular (synthesised: bold)\n", "\(fonts)")
    let json = try shell.paint(["fonts", "Noto Mono:bold", "--json"])
    #expect(try json.json.elements.map { $0["synthesised"].elements.map(\.text) } == [["bold"]], "\(json)")
    let list = try shell.paint(["fonts", "Noto Mono", "--json"])
    #expect(try list.json.elements.map { $0["synthesised"].elements.count } == [0], "\(list)")
  }

  @Test("an anchor of the baseline puts the baseline at the point", .enabled(if: hasFonts, "no fonts on this machine"))
  func baseline() throws {
    // None of these letters reaches below the baseline, and E touches it.
    let left = try shell.paint("text 20,60 E --size 40 --anchor baseline-left --json").json["bounds"].elements
      .compactMap(\.int)
    #expect(left.count == 4 && left[1] + left[3] == 60)
    _ = try shell.paint("undo")
    let right = try shell.paint("text 120,60 E --size 40 --anchor baseline-right --json").json["bounds"].elements
      .compactMap(\.int)
    #expect(right.count == 4 && right[0] + right[2] <= 121 && right[0] > 80 && right[1] + right[3] == 60)
  }
}
