import PaintHistory
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintCLI

@Suite("Scripts that never look back")
struct ScriptPastTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The result for a script in a file, and what of the script a run would read afterwards.
  private func isNeeded(by script: String, _ options: String = "") throws -> (isNeeded: Bool, lines: [String]) {
    let path = folder.appending("s")
    let file = try SystemDisk().open(path, .createNew)
    try SystemDisk().write(file, Array(script.utf8))
    defer { try? SystemDisk().remove(path) }
    let line = try parsed("batch s --from a.jpg --out b.png \(options)")
    let (isNeeded, rest) = try ScriptPast.isNeeded(by: InputFile(path), of: line)
    var reader = rest.lineReader()
    var lines: [String] = []
    while try reader.advance() { lines.append(reader.withLine { String(copying: $0) }) }
    return (isNeeded, lines)
  }

  private static func lines(of script: String) -> [String] {
    script.split(separator: "\n", omittingEmptySubsequences: false).dropLast(script.hasSuffix("\n") ? 1 : 0).map(
      String.init)
  }

  @Test(
    "a script of edits needs only the current picture",
    arguments: [
      "filter blur --radius 4", "# blur\nfilter blur --radius 4\nset --color red\ntext 1,1 hello\nresize 50%\n",
      "stroke pencil 1,1 2,2\nfilter invert\nimport b.png\nplace a.png",
    ])
  func edits(script: String) throws {
    let (isNeeded, lines) = try isNeeded(by: script)
    #expect(!isNeeded && lines == Self.lines(of: script))
  }

  @Test(
    "a script that can look back, or may fail, needs the pictures before it",
    arguments: [
      "filter blur\nundo", "filter blur\ngoto 0", "filter blur\nrevert 1", "filter blur\nrestore 0,0,5x5",
      "filter blur\nstroke eraser 1,1", "group begin\nfilter blur\ngroup end", "filter blur\nexport a.png --at start",
      "filter blur\ndiff start", "filter blur\nbad", "filter blur\nstatus", "filter blur --expect r0", "'",
      "filter blur\nhistory", "filter blur\nshow 0,0,5x5",
    ])
  func past(script: String) throws {
    let (isNeeded, lines) = try isNeeded(by: script)
    #expect(isNeeded && lines == Self.lines(of: script))
  }

  @Test("lines before --from-line do not count; --keep-going, --single and long scripts keep the past")
  func options() throws {
    #expect(try !isNeeded(by: "undo\nfilter blur\n", "--from-line 2").isNeeded)
    #expect(try isNeeded(by: "filter blur\n", "--keep-going").isNeeded)
    #expect(try isNeeded(by: "filter blur\n", "--single").isNeeded)
    #expect(try isNeeded(by: String(repeating: "filter blur\n", count: 2_000)).isNeeded)
  }
}
