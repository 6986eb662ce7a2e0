import Testing

@testable import PaintCLI

/// Documents of another version of the format, older or newer, are refused and not touched.
@Suite("Contract: documents of other versions")
struct OtherVersionTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      set -e; paint new art.paint --size 64x48 --background white -q; paint stroke line 1,1 60,40 -q; paint group 1 -q
      printf 'stroke line 5,5 9,9\\nstatus\\n' >script
      """)
    try #require(made.code == 0, "\(made)")
  }

  private static let lines = [
    "status", "history", "show 1", "pick 1,1", "export x.png", "view", "stroke line 0,0 9,9", "undo", "gc", "check",
    "check --repair", "check --recover", "batch script", "batch script --dry-run",
    "limit --steps 9", "forget --all", "set --width 3", "history --script", "diff start", "watch --count 1",
    "stroke line 0,0 9,9 --dry-run", "timelapse x.png", "clear --wait 0",
  ]

  private func expectRefused(_ version: Int, _ note: String) throws {
    let (before, names) = (try shell.files(of: "art.paint"), try shell.names(in: "art.paint"))
    for line in Self.lines {
      let outcome = try shell.paint("-d art.paint \(line)")
      #expect(outcome.code == 65, "\(note), \(line): \(outcome)")
      #expect(outcome.errors.contains("version \(version) "), "\(note), \(line): \(outcome)")
      #expect(outcome.errors.contains("version \(PaintCommand.formatVersion)\n"), "\(note), \(line): \(outcome)")
      #expect(!outcome.errors.contains("damaged"), "\(note), \(line): \(outcome)")
    }
    #expect(try shell.paint("-d art.paint batch -", input: "stroke line 5,5 9,9\n").code == 65, "\(note)")
    let error = try shell.paint("-d art.paint status --json").json
    #expect(error["error"]["code"].text == "other_version" && error["exit"].int == 65, "\(note)")
    #expect(try shell.files(of: "art.paint") == before && shell.names(in: "art.paint") == names, "\(note)")
    #expect(shell.contents("x.png") == nil, "\(note)")
  }

  /// Writes a number as four bytes, the highest first, at a place of the index.
  private func number(_ number: Int, at place: Int) throws {
    let bytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    try shell.write("number", bytes)
    let done = try shell.sh("dd if=number of=art.paint/index.sqlite bs=1 seek=\(place) conv=notrunc status=none")
    try #require(done.code == 0, "\(done)")
  }

  @Test("every command exits 65, names both versions and creates nothing", arguments: [1, 2, 4, 999])
  func index(version: Int) throws {
    // The folder as a program leaves it that closes the index: all is in one file.
    _ = try shell.paint("gc")
    _ = try shell.sh("rm -f art.paint/index.sqlite-* art.paint/lock")
    try number(version, at: 60)
    try expectRefused(version, "version \(version)")
    // The rest of the file is not looked at.
    _ = try shell.sh("printf 'no table' | dd of=art.paint/index.sqlite bs=1 seek=105 conv=notrunc status=none")
    try expectRefused(version, "version \(version), with other pages")
  }

  @Test("a log next to it stays as it is")
  func log() throws {
    _ = try shell.sh("cp art.paint/index.sqlite-wal kept; rm -f art.paint/index.sqlite-shm")
    try number(4, at: 60)
    try expectRefused(4, "with a log")
    #expect(try shell.sh("cmp kept art.paint/index.sqlite-wal").code == 0)
  }

  @Test("packs without an index are refused by their own number", arguments: [1, 2, 4, 9])
  func packs(version: Int) throws {
    let changed = try shell.sh(
      "rm -f art.paint/index.sqlite* art.paint/lock; LC_ALL=C sed -i 's/paNT3 /paNT\(version) /' art.paint/packs/*.png")
    try #require(changed.code == 0, "\(changed)")
    try expectRefused(version, "packs of version \(version)")
  }

  @Test("new --replace replaces a document of another version when it is told to")
  func replaces() throws {
    try number(999, at: 60)
    #expect(try shell.paint("new art.paint --size 5x5").code == 73)
    #expect(try shell.paint("new art.paint --size 5x5 --replace").code == 0)
    #expect(try shell.paint("-d art.paint status").code == 0)
  }
}
