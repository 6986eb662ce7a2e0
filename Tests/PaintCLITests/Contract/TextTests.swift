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

  private func draw(_ words: String...) throws -> Outcome {
    try shell.paint(["text"] + words + ["--size", "10", "--outlines", Self.square])
  }

  @Test(
    "the anchor of the box with its padding is at the point, and its sides are on whole pixels",
    arguments: [
      ("50,50", [], [50, 55, 10, 10]), ("50,50 --anchor top-left", [], [50, 55, 10, 10]),
      ("50,50 --anchor center", [], [35, 45, 10, 10]), ("right,bottom --anchor bottom-right", [], [170, 85, 10, 10]),
      ("50%,50% --anchor top", [], [85, 55, 10, 10]), ("50,50 --background gold", [], [50, 50, 30, 20]),
      ("50,50 --background gold --padding 4", [], [50, 50, 38, 28]),
      ("100,50 --background gold --padding 4 --anchor right", [], [62, 36, 38, 28]),
      ("50.5,50.5 --background gold", [], [50, 50, 31, 21]),
      ("50,50 --background none --padding 4", [], [54, 59, 10, 10]),
      ("-15,90 --background gold", [], [0, 90, 15, 10]),
    ] as [(String, [String], [Int])])
  func places(words: String, more: [String], bounds: [Int]) throws {
    let split = words.split(separator: " ").map(String.init)
    let outcome = try shell.paint(
      ["text", split[0], "Hi"] + split.dropFirst() + ["--size", "10", "--json", "--outlines", Self.square])
    #expect(try outcome.json["bounds"].elements.compactMap(\.int) == bounds, "\(outcome)")
  }

  @Test("colours come from the command, then from set; the opacity applies to text and background as one layer")
  func colors() throws {
    _ = try draw("10,10", "a", "--color", "red")
    #expect(try shell.paint("pick 12,17").output == "#ff0000ff\n")
    _ = try shell.paint("set --color blue --opacity 0.5")
    _ = try draw("50,10", "a")
    #expect(try shell.paint("pick 52,17").output == "#7f7fffff\n" || shell.paint("pick 52,17").output == "#8080ffff\n")
    _ = try draw("90,10", "a", "--background", "black", "--color", "white", "--opacity", "0.5")
    let (inside, beside) = (try shell.paint("pick 92,17").output, try shell.paint("pick 115,17").output)
    #expect(inside == "#ffffffff\n")
    #expect(beside == "#7f7f7fff\n" || beside == "#808080ff\n")
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

  @Test("undo reverts it, a dry run keeps nothing, an empty text changes nothing")
  func steps() throws {
    let before = try shell.picture()
    #expect(try draw("10,10", "a", "--dry-run").output.hasPrefix("would make r1 Text, 100 px in 10,15,10x10"))
    #expect(try shell.picture() == before)
    _ = try draw("10,10", "a")
    _ = try shell.paint("undo")
    #expect(try shell.picture() == before)
    let nothing = try shell.paint(["text", "1,1", "", "--size", "10", "--outlines", "0x12"])
    #expect(nothing.code == 0 && nothing.output.hasPrefix("no pixel changed"), "\(nothing)")
  }

  @Test(
    "wrong words are rejected before any font is searched",
    arguments: [
      (["1,1"], "TEXT"), (["1", "x", "--size", "9"], "'1'"),
      (["1,1", "a\tb", "--size", "9"], "U+0009"),
      (["1,1", "a\u{7}b", "--size", "9"], "U+0007"), (["1,1", "a\r\nb", "--size", "9"], "U+000D"),
      (["1,1", "x", "--size", "0"], "'0'"), (["1,1", "x", "--size", "nan"], "'nan'"),
      (["1,1", "x", "--size", "70000"], "70000"),
      (["1,1", "x", "--size", "9", "--anchor", "midle"], "'midle'"),
      (["1,1", "x", "--size", "9", "--align", "full"], "'full'"),
      (["1,1", "x", "--size", "9", "--max-width", "0"], "--max-width"),
      (["1,1", "x", "--size", "9", "--padding", "3"], "--background"),
      (["1,1", "x", "--size", "9", "--background", "red", "--padding", "-3"], "'-3'"),
      (["1,1", "x", "--size", "9", "--color", "redd"], "'redd'"), (["1,1", "-x", "--size", "9"], "-x"),
      (["1,1", "x", "--size", "9", "--outlines", "12"], "outlines"),
      (["1,1", "x", "--size", "9", "--outlines", "1x1;0 M0,0Z@1,1"], "outlines"),
      (["1,1", "x", "--size", "9", "--outlines", "1x1;9 K@1,1"], "path data"),
      (["1,1", "x", "--size", "9", "--outlines", "1x1;9 M0,0Z@1"], "X,Y"),
      (["1,1", "x", "--size", "9", "--outlines", "1x1", "--anchor", "baseline-left"], "baseline"),
    ])
  func refused(words: [String], mentioned: String) throws {
    let outcome = try shell.paint(["text"] + words)
    #expect(outcome.code == 64 && outcome.message.contains(mentioned), "\(outcome)")
    #expect(try shell.paint("status --json").json["revision"].int == 0)
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

  @Test("no other command loads the libraries")
  func notLoaded() throws {
    let listed = try shell.sh("ldd \"$(command -v paint)\"")
    for name in ["harfbuzz", "freetype", "fontconfig"] { #expect(!listed.output.contains(name)) }
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

  @Test("a script writes text, and its check needs no font")
  func scripts() throws {
    try shell.write("good", "text 1,1 \"one line\" 'another' --size 9 --outlines '\(Self.square)'\n")
    #expect(try shell.paint("batch good").code == 0)
    try shell.write("named", "text 1,1 x --size 9 --font 'No Such Font'\n")
    #expect(try shell.paint("batch named --check").code == 0)
    try shell.write("bad", "text 1,1 x\ntext 1,1 x --size 0\n")
    let bad = try shell.paint("batch bad --check")
    #expect(bad.code == 65 && bad.message.hasPrefix("bad:2:"), "\(bad)")
  }
}
