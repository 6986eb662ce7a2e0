import Testing

@testable import PaintCLI

/// Recorded commands: what they contain, and what an edited script does.
@Suite("Contract: recorded commands")
struct RecordTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 200x100 --background white")
    try #require(made.code == 0, "\(made)")
  }

  @Test("a long gradient does not make an option appear twice, in any output")
  func longGradient() throws {
    let stops = (0..<40).map { "rgb(\($0) 10 20) \(Double($0) * 2.5)%" }.joined(separator: ", ")
    let gradient = "linear-gradient(33.25deg, \(stops))"
    for words in [
      ["stroke", "line", "1,1", "90,50", "--color", gradient, "--arrow", "both"],
      ["stroke", "rect", "1,1,50x50", "--fill", gradient, "--color", gradient],
      ["stroke", "pencil", "1,1", "50,50", "--color", gradient], ["clear", gradient],
      ["fill", "180,90", "--color", gradient],
    ] {
      #expect(try shell.paint(words).code == 0, "\(words)")
      let script = try shell.paint("history --script").lines.last ?? ""
      let commands = [try shell.paint("show --json").json["command"].text ?? "", script]
      for command in commands {
        let options = command.split(separator: " ").filter { $0.hasPrefix("--") }
        #expect(Set(options).count == options.count, "\(command)")
        #expect(options.filter { $0 == "--hardness" }.count <= 1)
      }
    }
  }

  /// The last line of the script, and what it draws on a new drawing, with its warnings.
  private func drawn(_ line: String) throws -> (fingerprint: String?, warnings: String) {
    try shell.write("edited", line + "\n")
    let outcome = try shell.sh(
      "rm -rf again.paint; paint new again.paint --size 200x100 --background white -q; paint -d again.paint batch edited"
    )
    #expect(outcome.code == 0, "\(outcome)")
    return (try shell.paint("-d again.paint status --json").json["fingerprint"].text, outcome.errors)
  }

  @Test(
    "edited words, font, size and width of a line have their effect, with a warning; the untouched line is the record",
    .enabled(if: TextTests.hasFonts, "there are no fonts here"))
  func editedText() throws {
    for (options, changes) in [
      (
        "--size 20 --font serif", [("Hello", "Help"), ("--size 20", "--size 30"), ("--font serif", "--font monospace")]
      ),
      (
        "--size 20 --max-width 60 --align right",
        [("Hello", "Held"), ("--max-width 60", "--max-width 190"), ("--align right", "--align center")]
      ),
    ] {
      let made = try shell.sh("paint -d art.paint text 5,5 'Hello you' \(options)")
      #expect(made.code == 0, "\(made)")
      let line = try #require(try shell.paint("-d art.paint history --script").lines.last)
      let untouched = try drawn(line)
      #expect(untouched.warnings.isEmpty && untouched.fingerprint != nil)
      #expect(untouched.fingerprint == (try shell.paint("-d art.paint status --json").json["fingerprint"].text))
      #expect(try shell.paint("-d again.paint history --script").lines.last == line)
      for (old, new) in changes {
        let (edited, warnings) = try drawn(line.replacing(old, with: new))
        #expect(warnings.contains("warning: ") && warnings.contains("--outlines"), "\(new): \(warnings)")
        // What the line means without the outlines.
        let plain = try drawn(line.replacing(old, with: new).replacing(try Regex(" --outlines '[^']*'"), with: ""))
        #expect(edited == plain.fingerprint && edited != untouched.fingerprint, "\(new)")
      }
      _ = try shell.paint("-d art.paint undo")
    }
  }
}
