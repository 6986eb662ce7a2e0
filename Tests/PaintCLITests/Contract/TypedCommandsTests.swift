import PaintTestSupport
import SystemPackage
import Testing

/// What people type before they read any help, as Fixtures/typed/commands.tsv lists it.
@Suite("Contract: what people type")
struct TypedCommandsTests {
  /// A line as typed in a shell, and the right one.
  struct Row: Sendable, CustomTestStringConvertible {
    let typed: String
    /// Whether it does what the right line does; otherwise it is refused, and the right line is its hint.
    let works: Bool
    let right: String

    var testDescription: String { typed }
  }

  private static let rows: [Row] = {
    let file = ShellScript.project.appending("Fixtures/typed/commands.tsv")
    guard let descriptor = try? FileDescriptor.open(file, .readOnly, options: .closeOnExec) else { return [] }
    defer { try? descriptor.close() }
    return String(decoding: descriptor.contents(), as: UTF8.self).split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "\t").map(String.init)
      guard columns.count == 3, !line.hasPrefix("#") else { return nil }
      return Row(typed: columns[0], works: columns[1] == "=", right: columns[2])
    }
  }()

  /// Rows that begin with the same letter share a folder.
  private static let groups = Dictionary(grouping: rows) { String($0.typed.prefix(9)) }.sorted { $0.key < $1.key }.map(
    \.value)

  @Test("there are 400 of them")
  func count() { #expect(Self.rows.count >= 400) }

  @Test("does what the right command does, or is refused with it as hint", arguments: groups)
  func typed(rows: [Row]) throws {
    let shell = try Shell()
    let made = try shell.sh(
      """
      mkdir base; cd base
      paint new art.paint --size 60x40 --background gold -q; paint export logo.png -q
      paint new art.paint --size 300x200 --replace --background teal -q; paint export photo.jpg -q
      paint new art.paint --size 200x150 --replace --background white -q
      paint stroke line 10,10 90,90 --color red -q; paint stroke rect 20,20,40x30 --fill blue -q
      paint stroke ellipse 50,50,20x20 -q; echo 'stroke line 1,1 20,20' >script.txt; paint branch first r1 -q
      """)
    try #require(made.code == 0, "\(made)")
    let untouched = try result(of: "--version", shell)
    for row in rows {
      let right = try result(of: row.right, shell)
      #expect(right.outcome.code == 0, "\(row.right): \(right.outcome)")
      let typed = try result(of: row.typed, shell)
      if row.works {
        #expect(typed.outcome.code == 0, "\(row.typed): \(typed.outcome)")
        #expect(typed.left == right.left, "\(row.typed)")
      } else {
        #expect([64, 66].contains(typed.outcome.code), "\(row.typed): \(typed.outcome)")
        let hint = typed.outcome.errors.split(separator: "\n").last ?? ""
        #expect(hint.hasPrefix("hint: ") && hint.hasSuffix("did you mean: paint \(row.right)"), "\(row.typed): \(hint)")
        #expect(typed.left == untouched.left, "\(row.typed)")
      }
    }
  }

  /// Runs a line in a copy of the folder; what it leaves are its files and the picture.
  private func result(of line: String, _ shell: Shell) throws -> (outcome: Outcome, left: String) {
    let outcome = try shell.sh("rm -rf copy; cp -r base copy; cd copy; paint \(line)")
    let left = try shell.sh(
      """
      cd copy; ls; for d in *.paint; do paint -d $d status --json | grep -o '"fingerprint":[^,]*'; done
      paint set; paint select --json; paint branch
      """)
    return (outcome, left.output)
  }
}
