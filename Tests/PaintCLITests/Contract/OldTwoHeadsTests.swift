import SystemPackage
import Testing

/// A frozen document with short lines that have two heads, which by rules 3 share the whole line: its script repeats them.
@Suite("Contract: two arrow heads recorded before --rules 4")
struct OldTwoHeadsTests {
  private static let fixture = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().removingLastComponent().appending("Fixtures").appending("documents").string

  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test("its script makes the same pictures on a new document with settings")
  func script() throws {
    let fingerprints = try shell.sh("cat '\(Self.fixture)/rules-3.txt'").lines
      .map { String($0.split(separator: " ")[2]) }
    try #require(fingerprints.count == 13)
    let outcome = try shell.sh(
      """
      set -e; cp -r '\(Self.fixture)/rules-3' art.paint; paint -d art.paint history --script >script
      paint new copy.paint --size 90x70 --background linen -q
      paint -d copy.paint set --arrow-size 3 --arrow-shape dot -q; paint -d copy.paint batch script
      """)
    #expect(outcome.code == 0, "\(outcome)")
    let shown = try fingerprints.indices.map { try shell.paint("-d copy.paint show \($0) --json").json }
    #expect(shown.map { $0["fingerprint"].text } == fingerprints)
  }

  @Test("rules 4 are recorded for two heads only, and change only those on lines shorter than 2.5 heads")
  func new() throws {
    _ = try shell.sh("paint new new.paint --size 90x70 --background linen -q")
    func drawn(_ line: String, _ rules: String) throws -> String? {
      let text = try shell.paint("-d new.paint stroke line \(line) \(rules) --json").json["fingerprint"].text
      _ = try shell.paint("-d new.paint undo")
      return text
    }
    for shape in ["filled", "open", "dot", "bar"] {
      let options = "--width 4 --arrow both --arrow-shape \(shape)"
      #expect(try drawn("5,5 25,9 \(options)", "") != drawn("5,5 25,9 \(options)", "--rules 3"), "\(shape)")
      // A head is 14 pixels long.
      #expect(try drawn("5,5 40,5 \(options)", "") == drawn("5,5 40,5 \(options)", "--rules 3"), "\(shape)")
    }
    #expect(try drawn("5,5 9,9 --arrow end", "") == drawn("5,5 9,9 --arrow end", "--rules 3"))
    for (ends, rules) in [("both", "4"), ("start", "3"), ("end", "3"), ("none", "2")] {
      _ = try shell.paint("-d new.paint stroke line 5,5 80,9 --arrow \(ends)")
      let recorded = try shell.paint("-d new.paint history --script").lines.last
      #expect(recorded?.contains(" --rules \(rules) ") == true, "\(ends): \(recorded ?? "nothing")")
    }
  }
}
