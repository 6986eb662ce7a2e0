import PaintTestSupport
import SystemPackage
import Testing

/// The frozen document of version 1, used by the program.
@Suite("Contract: documents of version 1")
struct MigrationTests {
  /// The folder of frozen documents.
  static let fixture = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().removingLastComponent().appending("Fixtures").appending("documents")

  /// A shell with a copy of the document, and the fingerprints of its revisions.
  private func prepare() throws -> (shell: Shell, fingerprints: [String]) {
    let shell = try Shell()
    _ = try shell.sh("cp -r '\(Self.fixture.string)/format-1' art.paint")
    let list = try shell.sh("cut -d ' ' -f 3 '\(Self.fixture.string)/format-1.txt'")
    return (shell, list.lines)
  }

  private func expectAll(_ shell: Shell, _ fingerprints: [String], _ note: Comment) throws {
    #expect(try shell.paint("-d art.paint history --all --json").json.elements.count >= fingerprints.count, note)
    // A check recomputes all of them.
    for number in [0, 3, 6, 11, 16] {
      let revision = try shell.paint("-d art.paint show \(number) --json").json
      #expect(revision["fingerprint"] == .string(fingerprints[number]), "\(note), r\(number)")
    }
    let check = try shell.paint("-d art.paint check")
    #expect(check.code == 0, "\(note): \(check)")
  }

  @Test("every revision is exported unchanged, before and after the first stroke")
  func exports() throws {
    let (shell, fingerprints) = try prepare()
    func export() throws -> [[UInt8]] {
      try fingerprints.indices.map { number in
        let outcome = try shell.paint("-d art.paint export out.png --at r\(number)")
        try #require(outcome.code == 0, "\(outcome)")
        return try #require(shell.contents("out.png"))
      }
    }
    let before = try export()
    try expectAll(shell, fingerprints, "version 1")
    let index = try #require(shell.contents("art.paint/index.sqlite"))
    #expect(try shell.paint("-d art.paint stroke line 0,0 9,9 --dry-run").code == 0)
    #expect(shell.contents("art.paint/index.sqlite") == index)
    #expect(try shell.paint("-d art.paint stroke line 0,0 9,9").code == 0)
    #expect(try export() == before)
    try expectAll(shell, fingerprints, "version 2")
  }

  @Test(
    "killed at any call, the first stroke leaves the old document or the one with the stroke",
    .enabled(if: TracedProgram.obstacle == nil))
  func killed() throws {
    let (shell, fingerprints) = try prepare()
    _ = try shell.sh("cp -r art.paint former")
    func run(_ call: Int?) throws -> TracedProgram {
      _ = try shell.sh("rm -rf art.paint && cp -r former art.paint")
      return try TracedProgram.run(
        Shell.program, "-d art.paint stroke line 0,0 9,9 -q".split(separator: " ").map(String.init),
        environment: shell.environment, in: shell.folder, killedBefore: call)
    }
    let calls = try run(nil).calls
    try #require(calls > 10)
    let after = try shell.paint("-d art.paint status --json").json["fingerprint"]
    let step = isThorough ? 1 : max(1, calls / 9)
    for call in stride(from: calls, through: 1, by: -step) {
      let note: Comment = "killed before call \(call) of \(calls)"
      #expect(try run(call).ending == .killed(signal: 9), note)
      let seen = try shell.paint("-d art.paint status --json").json["fingerprint"]
      #expect(seen == after || seen == .string(fingerprints[11]), note)
      try expectAll(shell, fingerprints, note)
      let stroke = try shell.paint("-d art.paint stroke pencil 7,7 --width 3 --color lime --json")
      #expect(stroke.code == 0, "\(note): \(stroke)")
      try expectAll(shell, fingerprints, note)
    }
  }

  @Test("every command that reads a damaged row exits 65 until it is repaired, in both versions", arguments: [1, 2])
  func refuses(version: Int) throws {
    let (shell, fingerprints) = try prepare()
    if version == 2 { _ = try shell.paint("-d art.paint stroke line 0,0 9,9") }
    _ = try shell.sh("LC_ALL=C sed -i 's/Two shapes/Two shaqes/g' art.paint/index.sqlite")
    if version == 2 {
      let history = try shell.paint("-d art.paint history")
      #expect(history.code == 65, "\(history)")
      // The checksum of its page is wrong, too.
      #expect(history.errors.contains("art.paint is damaged"))
    }
    let before = shell.contents("art.paint/index.sqlite")
    for command in version == 1 ? ["stroke line 5,5 20,20", "gc", "undo"] : ["gc", "forget --all", "undo 12"] {
      let outcome = try shell.paint("-d art.paint \(command)")
      #expect(outcome.code == 65, "\(command): \(outcome)")
      #expect(outcome.errors.contains("paint check --repair"))
      #expect(shell.contents("art.paint/index.sqlite") == before, "\(command)")
    }
    #expect(try shell.paint("-d art.paint check").code == 65)
    #expect(try shell.paint("-d art.paint check --repair").code == 0)
    try expectAll(shell, fingerprints, "repaired")
  }
}
