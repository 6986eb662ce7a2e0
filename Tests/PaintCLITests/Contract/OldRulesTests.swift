import SystemPackage
import Testing

/// A frozen document whose lines 1 pixel wide were drawn by the rules before `--rules`: its script repeats it.
@Suite("Contract: strokes recorded without --rules")
struct OldRulesTests {
  private static let fixture = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().removingLastComponent().appending("Fixtures").appending("documents").string

  private let shell: Shell
  /// For each revision, of 42.
  private let fingerprints: [String]
  /// The revisions of the current line, from the start.
  private static let line = Array(0...35) + [39, 40, 41]

  init() throws {
    shell = try Shell()
    _ = try shell.sh("cp -r '\(Self.fixture)/rules-1' art.paint")
    fingerprints = try shell.sh("cut -d ' ' -f 3 '\(Self.fixture)/rules-1.txt'").lines
    try #require(fingerprints.count == 42)
  }

  /// The fingerprints of a document's revisions, by number.
  private func fingerprints(of document: String) throws -> [String] {
    let count = try shell.paint("-d \(document) history --all --limit 0 --json").json.elements.count
    return try (0..<count).map { number in
      try #require(try shell.paint("-d \(document) show \(number) --json").json["fingerprint"].text)
    }
  }

  @Test("every revision has its recorded fingerprint")
  func frozen() throws {
    #expect(try fingerprints(of: "art.paint") == fingerprints)
    #expect(try shell.paint("check").code == 0)
  }

  @Test("its script makes the same pictures on a new document, and so does the script of the new document")
  func script() throws {
    var document = "art.paint"
    for copy in ["second.paint", "third.paint"] {
      let outcome = try shell.sh(
        """
        set -e; paint -d \(document) history --script >script
        paint new \(copy) --size 90x70 --background linen -q; paint -d \(copy) batch script
        """)
      #expect(outcome.code == 0, "\(outcome)")
      #expect(try fingerprints(of: copy) == Self.line.map { fingerprints[$0] })
      document = copy
    }
    let json = try shell.paint("-d art.paint history --script --json").json["script"].elements.compactMap(\.text)
    #expect(json.contains { $0.contains(" --rules 1") } && json.count == Self.line.count - 1)
  }

  @Test("the script of all branches makes all revisions; on a picture without a document it makes the last one")
  func everything() throws {
    let outcome = try shell.sh(
      """
      set -e; paint -d art.paint history --all --script >script
      paint new all.paint --size 90x70 --background linen -q; paint -d all.paint batch script -q
      paint -d all.paint export start.png --at 0 -q; paint -d art.paint export now.png -q
      paint -d art.paint history --script | paint batch - --from start.png --out made.png -q
      """)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try fingerprints(of: "all.paint") == fingerprints)
    #expect(try Picture(#require(shell.contents("made.png"))) == Picture(#require(shell.contents("now.png"))))
  }

  @Test("the commands that history and show print draw the same when they are typed", arguments: ["history", "show"])
  func typed(verb: String) throws {
    var commands = try shell.paint("-d art.paint history --limit 0 --json").json.elements
    #expect(commands.count == Self.line.count)
    if verb == "show" { commands = try Self.line.map { try shell.paint("-d art.paint show \($0) --json").json } }
    var script = "paint new typed.paint --size 90x70 --background linen -q\n"
    // They were recorded before these options existed.
    script += "paint -d typed.paint set --blend difference --linear -q\n"
    for command in commands.dropFirst() { script += "paint -q -d typed.paint \(command["command"].text ?? "")\n" }
    #expect(try shell.sh(script).code == 0)
    // The eraser that refers to r20 finds the same picture under that number.
    #expect(try fingerprints(of: "typed.paint") == Self.line.map { fingerprints[$0] })
    let shown = try shell.paint("-d art.paint show 1").output
    #expect(shown.contains("--width 1 ") && shown.contains(" --rules 1"))
  }

  @Test("only commands that depend on the rules contain them; typed commands without them use the newest")
  func named() throws {
    let lines = try shell.paint("-d art.paint history --script").lines.filter { $0.hasPrefix("stroke") }
    for line in lines {
      let isThin = line.contains(" --width 1 ")
      let isTraced = line.contains("--no-antialias")
      let isCrisp =
        line.contains(" --snap") && !line.contains(" --dash 3,2") && !line.contains("1.5,2.25")
        && !line.contains("--dash --")
      let hasHeads = line.contains("--arrow ") && !line.contains("--arrow none")
      #expect(line.contains(" --rules 1") == (hasHeads || (isThin && (isTraced || isCrisp))), "\(line)")
    }
    _ = try shell.sh("paint new new.paint --size 90x70 --background linen -q")
    let before = try shell.paint("-d new.paint stroke line 5,5 80,9 --rules 1 --json").json["fingerprint"]
    _ = try shell.paint("-d new.paint undo")
    let after = try shell.paint("-d new.paint stroke line 5,5 80,9 --json").json["fingerprint"]
    #expect(before != after)
    _ = try shell.paint("-d new.paint undo")
    let said = try shell.paint("-d new.paint stroke line 5,5 80,9 --rules 2 --json").json["fingerprint"]
    #expect(said == after)
    #expect(try shell.paint("-d new.paint history --script").lines.last?.hasSuffix(" --rules 2 --arrow none") == true)
    #expect(try shell.paint("-d new.paint stroke line 5,5 80,9 --rules 5").code == 64)
    #expect(try shell.paint("-d new.paint set --rules 2").code == 64)
  }
}
