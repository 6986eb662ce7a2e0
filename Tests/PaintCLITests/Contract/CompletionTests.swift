import PaintText
import Testing

@testable import PaintCLI

/// Completion in the real shells, on a terminal: what a line means after TAB.
@Suite("Contract: completion")
struct CompletionTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test("all shells are installed here") func shells() {
    withKnownIssue("skipped, because this is not installed: \(InteractiveShell.Kind.missing)") {
      #expect(InteractiveShell.Kind.missing == [])
    } when: {
      !InteractiveShell.Kind.missing.isEmpty
    }
  }

  /// Whether the shell is installed; `shells` says it if not.
  private func isHere(_ kind: InteractiveShell.Kind) -> Bool { kind.path != nil }

  @Test(
    "commands, options, values, filters, revisions, branches and files are completed",
    arguments: InteractiveShell.Kind.allCases)
  func completes(kind: InteractiveShell.Kind) throws {
    guard isHere(kind) else { return }
    let made = try shell.sh(
      """
      paint new art.paint --size 100x80 && paint stroke line 1,1 50,50 && paint branch draft &&
      mkdir pictures && touch photo.JPG notes.txt script.paintscript && touch pictures/inner.png
      """)
    try #require(made.code == 0, "\(made)")
    let session = try InteractiveShell(kind, shell)
    let cases = [
      ("paint hist\t", "history"), ("paint stroke pe\t", "stroke pencil"),
      ("paint -q -d art.paint sta\t", "-q -d art.paint status"),
      ("paint stroke line 1,1 --color rebec\t", "stroke line 1,1 --color rebeccapurple"),
      ("paint stroke line --color=rebec\t", "stroke line --color=rebeccapurple"),
      ("paint stroke line --blend mult\t --no-sn\t", "stroke line --blend multiply --no-snap"),
      ("paint stroke line --color red --col\t", "stroke line --color red --col"),
      ("paint filter gaus\t --rad\t 3 + vig\t", "filter gaussian-blur --radius 3 + vignette"),
      ("paint goto dra\t", "goto draft"), ("paint goto r1\t", "goto r1"),
      ("paint restore --at sta\t --js\t", "restore --at start --json"),
      ("paint place ph\t --op\t", "place photo.JPG --opacity"), ("paint place pictures/\t", "place pictures/inner.png"),
      ("paint batch no\t", "batch notes.txt"), ("paint completion fi\t", "completion fish"),
      // Words after the cursor count too: the arrow keys go back before the options.
      ("paint sta -q\u{1b}[D\u{1b}[D\u{1b}[D\t", "status -q"),
      ("paint -- st\t", "-- st"),
    ]
    for (keys, expected) in cases {
      let words = try session.type(keys).words
      #expect(words == expected.split(separator: " ").map(String.init), "\(keys)")
    }
    let colors = [
      ("'linear-gradient(rebec\t", "linear-gradient(rebeccapurple"),
      ("linear-gradient\\(red,rebec\t", "linear-gradient(red,rebeccapurple"),
      ("'linear-gradient(in okl\t", "linear-gradient(in oklab"),
      ("\"radial-gradient(closest-s\t", "radial-gradient(closest-side"),
      ("'linear-gradient(red, rebec\t", "linear-gradient(red, rebeccapurple"),
      ("'pattern(ph\t", "pattern(photo.JPG"), ("pattern\\(pictures/inn\t", "pattern(pictures/inner.png"),
    ]
    for (keys, expected) in colors {
      #expect(try session.type("paint clear \(keys)").words == ["clear", expected], "\(keys)")
    }
    let value = try session.type("paint fill 1,1 --color='linear-gradient(red, rebec\t").words
    #expect(value == ["fill", "1,1", "--color=linear-gradient(red, rebeccapurple"])
    for keys in ["paint -d art\t", "paint --document=art\t", "paint -dart\t"] {
      let last = try #require(try session.type(keys).words.last)
      #expect(last.hasSuffix("art.paint") || last.hasSuffix("art.paint/"), "\(keys): \(last)")
    }
    #expect(try session.type("paint -d no\t").words == ["-d", "no"])
  }

  @Test("zsh and fish show descriptions, all shells the words", arguments: InteractiveShell.Kind.allCases)
  func describes(kind: InteractiveShell.Kind) throws {
    guard isHere(kind) else { return }
    let made = try shell.sh(
      """
      paint new art.paint --size 100x80 && paint stroke line 1,1 50,50 --name "$(printf 'Evil \\033]0;x\\007 $(touch pwned)')"
      """)
    try #require(made.code == 0, "\(made)")
    let session = try InteractiveShell(kind, shell)
    let revisions = try session.type("paint goto \t").screen
    let options = try session.type("paint stroke line --w\t").screen
    for word in ["start", "current", "latest", "r1", "r0"] { #expect(revisions.contains(word), "\(revisions)") }
    for word in ["--width", "--wait"] { #expect(options.contains(word), "\(options)") }
    if kind != .bash {
      #expect(revisions.contains("Evil \\u{1b}]0;x\\u{7} $(touch pwned)"), "\(revisions)")
      #expect(options.contains("the line's width in pixels"), "\(options)")
    }
    #expect(shell.contents("pwned") == nil)
  }

  @Test("hostile names are inserted as they are, and nothing of them runs", arguments: InteractiveShell.Kind.allCases)
  func hostile(kind: InteractiveShell.Kind) throws {
    guard isHere(kind) else { return }
    let names = [
      "esc\u{1b}]0;title\u{7}.png", "nl\nx.png", "tab\tx.png", "semi;touch pwned;.png", "`touch pwned`.png",
      "$(touch pwned).png", "quo'te\".png", "glob*?[ab].png", "{a,b}.png", "%s.png", "#hash.png", "&amp|pipe>.png",
      "back\\slash.png", "!bang.png", "ünï.png", "k:b=c@d.png", "-dash.png", "~tilde.png", "two  blanks .png",
    ]
    for name in names { try shell.write(name, "") }
    let branch = "a$(touch${IFS}pwned);*`x`"
    let made = try shell.paint(["new", "art.paint", "--size", "9x9"])
    try #require(made.code == 0, "\(made)")
    try #require(try shell.paint(["branch", branch]).code == 0)
    let session = try InteractiveShell(kind, shell)
    func words(_ keys: String) throws -> [String] { try session.type(keys).words }
    // Lines cannot contain these names in fish, whose completions are lines.
    for (keys, name) in [("esc", names[0]), ("nl", names[1]), ("tab", names[2])] {
      #expect(try words("paint place \(keys)\t") == ["place", kind == .fish ? keys : name])
    }
    let begun = [
      ("sem", 3), ("'`t", 4), ("'$(t", 5), ("quo", 6), ("glo", 7), ("'{", 8), ("%", 9), ("'#", 10), ("'&", 11),
      ("back", 12), ("'!", 13), ("ü", 14), ("k", 15), ("k:", 15), ("-- -d", 16), ("two", 18), ("two\\ ", 18),
    ]
    for (keys, index) in begun {
      #expect(try words("paint place \(keys)\t") == ["place"] + (index == 16 ? ["--"] : []) + [names[index]], "\(keys)")
    }
    for keys in ["a", "'a", "a\\$"] {
      #expect(try words("paint goto \(keys)\t") == ["goto", branch], "\(keys)")
    }
    // A broken document is silent, too.
    try shell.write("art.paint/index.sqlite", "garbage")
    #expect(try words("paint goto late\t") == ["goto", "latest"])
    #expect(shell.contents("pwned") == nil)
  }

  @Test("names of fonts are quoted", arguments: InteractiveShell.Kind.allCases)
  func fonts(kind: InteractiveShell.Kind) throws {
    guard isHere(kind) else { return }
    guard let families = try? FontLibrary.families(), families.contains("DejaVu Sans Mono") else {
      print("skipped: there is no font DejaVu Sans Mono")
      return
    }
    let session = try InteractiveShell(kind, shell)
    for keys in ["DejaVu\\ Sans\\ Mon\t", "\"DejaVu Sans Mon\t", "'DejaVu Sans Mon\t"] {
      #expect(try session.type("paint text 1,1 x --font \(keys)").words.last == "DejaVu Sans Mono", "\(keys)")
    }
    #expect(try session.type("paint text --font=DejaVu\\ Sans\\ Mon\t").words.last == "--font=DejaVu Sans Mono")
  }

  @Test("questions are answered without waiting, writing or errors")
  func questions() throws {
    let made = try shell.sh("paint new art.paint --size 9x9 && paint stroke line 1,1 5,5")
    try #require(made.code == 0, "\(made)")
    let before = try shell.files()
    let answer = try shell.paint(["completion", "words", "1", "--", "goto", ""])
    #expect(answer.lines.contains("r1\tLine (current)"), "\(answer)")
    #expect(try shell.files() == before)
    // An edit that waits for its input holds the document.
    let editor = try Dialogue(shell, "batch - --json")
    editor.say("stroke line 2,2 6,6")
    _ = editor.hear()
    #expect(try shell.paint(["completion", "words", "1", "--", "goto", ""]).output.contains("\nr1\tLine"))
    _ = editor.wait()
    let silent: [[String]] = [
      ["words"], ["words", "x", "--", "a"], ["words", "1", "--", "a"], ["words", "-1", "--", "a"], ["line"],
      ["line", "--", "paint"], ["words", "99999999999999999999", "--", "a"],
    ]
    for words in silent {
      let outcome = try shell.paint(["completion"] + words)
      #expect(outcome.code == 0 && outcome.output == "" && outcome.errors == "", "\(words): \(outcome)")
    }
    #expect(try shell.paint("completion csh").code == 64)
    #expect(try shell.paint("completion bash x").code == 64)
    for kind in CompletionScript.allCases {
      #expect(try shell.paint("completion \(kind.rawValue)").output == kind.text + "\n")
    }
    #expect(CompletionScript.zsh.text.hasPrefix("#compdef paint\n"))
  }
}
