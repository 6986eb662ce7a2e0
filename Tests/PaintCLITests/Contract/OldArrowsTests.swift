import SystemPackage
import Testing

/// A frozen document whose arrows were drawn by the rules before heads had a form: its script repeats them.
@Suite("Contract: arrows recorded before --rules 3")
struct OldArrowsTests {
  private static let fixture = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().removingLastComponent().appending("Fixtures").appending("documents").string

  private let shell: Shell
  /// For each revision, of 13.
  private let fingerprints: [String]

  init() throws {
    shell = try Shell()
    _ = try shell.sh("cp -r '\(Self.fixture)/rules-2' art.paint")
    fingerprints = try shell.sh("cat '\(Self.fixture)/rules-2.txt'").lines
      .map { String($0.split(separator: " ")[2]) }
    try #require(fingerprints.count == 13)
  }

  @Test("its script makes the same pictures on a new document with settings, and so does the script of that one")
  func script() throws {
    var document = "art.paint"
    for copy in ["second.paint", "third.paint"] {
      let outcome = try shell.sh(
        """
        set -e; paint -d \(document) history --script >script
        paint new \(copy) --size 90x70 --background linen -q
        paint -d \(copy) set --arrow-size 3 --arrow-shape dot -q; paint -d \(copy) batch script
        """)
      #expect(outcome.code == 0, "\(outcome)")
      let shown = try fingerprints.indices.map { try shell.paint("-d \(copy) show \($0) --json").json }
      #expect(shown.map { $0["fingerprint"].text } == fingerprints)
      document = copy
    }
    for line in try shell.paint("-d third.paint history --script").lines where line.hasPrefix("stroke") {
      #expect(!line.contains("--arrow-") && line.contains(" --rules ") != line.contains("--arrow none"), "\(line)")
    }
  }

  @Test("new arrows are other ones and are recorded with their form; the old rules have none")
  func new() throws {
    let line = "-d new.paint stroke line 5,5 80,9 --arrow end --width 2"
    _ = try shell.sh("paint new new.paint --size 90x70 --background linen -q")
    var seen: Set<String?> = []
    for options in ["", "--rules 2", "--arrow-size 3", "--arrow-shape open", "--arrow-shape dot", "--arrow-shape bar"] {
      seen.insert(try shell.paint("\(line) \(options) --json").json["fingerprint"].text)
      _ = try shell.paint("-d new.paint undo")
    }
    #expect(seen.count == 6)
    _ = try shell.paint("\(line) --arrow-size 2.5")
    let recorded = try shell.paint("-d new.paint history --script").lines.last
    #expect(recorded?.hasSuffix(" --rules 3 --arrow end --arrow-size 2.5 --arrow-shape filled") == true)
    for options in ["--rules 2 --arrow-size 3", "--rules 1 --arrow-shape dot", "--arrow-size 0", "--arrow-shape x"] {
      #expect(try shell.paint("\(line) \(options)").code == 64, "\(options)")
    }
    // The former rule does not have the form of the settings.
    _ = try shell.paint("-d new.paint undo")
    let former = try shell.paint("\(line) --rules 2 --json").json["fingerprint"].text
    _ = try shell.sh("paint -d new.paint undo; paint -d new.paint set --arrow-shape bar --arrow-size 9")
    #expect(try shell.paint("\(line) --rules 2 --json").json["fingerprint"].text == former)
  }
}
