import SystemPackage
import Testing

@testable import PaintHistory

@Suite("Contract: limits, gc and forgetting")
struct ForgettingContractTests {
  private func drawn(_ steps: Int) throws -> Shell {
    let shell = try Shell()
    _ = try shell.paint("new art.paint --size 100x80 --background white")
    for step in 1...steps { _ = try shell.paint("stroke line 0,\(step) 90,\(step * 2) --width 3 --color red") }
    return shell
  }

  private func revisions(_ shell: Shell) throws -> [Int] {
    try shell.paint("history --all --json").json.elements.compactMap { $0["revision"].int }
  }

  @Test("forgetting and limits stay effective if the gc after them finds damage: a warning and exit code 0")
  func damageAfterwards() throws {
    for command in ["forget --before 6", "limit --steps 5"] {
      let shell = try drawn(9)
      _ = try shell.paint("name 8 Other")
      // A check of the rows does not notice a missing row; a gc does, because it needs the note's pack or the note.
      let index = try Database(path: FilePath(shell.path("art.paint/index.sqlite")), mode: .editing)
      try index.execute("DELETE FROM note")
      index.close()
      let outcome = try shell.paint(command)
      #expect(outcome.code == 0, "\(command): \(outcome)")
      #expect(outcome.errors.contains("the space was not freed: art.paint is damaged"), "\(outcome)")
      #expect(outcome.errors.contains("paint check --repair"), "\(outcome)")
      #expect(try revisions(shell).first.map { $0 >= 4 } ?? false)
      #expect(try shell.paint("gc").code == 65)
      // The hint's command works.
      #expect(try shell.paint("check --repair").code == 0)
      #expect(try shell.paint("gc").code == 0)
      #expect(try revisions(shell).first.map { $0 >= 4 } ?? false)
      #expect(try shell.paint("check").code == 0)
    }
  }
}
