import Glibc
import PaintHistory
import PaintTestSupport
import SystemPackage
import Testing

/// The commands of Fixtures/transcripts print what stands there.
@Suite("Transcripts")
struct TranscriptTests {
  /// `write` to replace the expected lines by those that are printed, or the name of the only file to run.
  private static let wish = getenv("PAINT_TRANSCRIPTS").map { String(cString: $0) }
  private static let chosen = Transcript.all.filter { wish == nil || wish == "write" || wish == $0.file }

  @Test(
    "the commands print the expected lines", .disabled(if: wish == "write"), arguments: chosen.flatMap(\.cases))
  func prints(example: Transcript.Case) throws {
    for (command, seen) in try example.differences(in: example.run()) {
      Issue.record(
        """
        \(example.file):\(command.number): \(example.title)
        $ \(command.text)
        wanted:
        \((command.wanted + ["[\(command.code)]"]).joined(separator: "\n"))
        seen:
        \((seen.lines + ["[\(seen.code)]"]).joined(separator: "\n"))
        """)
    }
  }

  @Test("there are transcripts, each with another title for each case")
  func titles() {
    #expect(!Self.chosen.isEmpty)
    for transcript in Self.chosen {
      #expect(!transcript.cases.isEmpty && Set(transcript.cases.map(\.title)).count == transcript.cases.count)
      for example in transcript.cases { #expect(!example.commands.isEmpty, "\(example.testDescription)") }
    }
  }

  @Test("the expected lines are written anew", .enabled(if: wish == "write"), arguments: chosen)
  func write(transcript: Transcript) throws {
    var seen: [Int: Transcript.Seen] = [:]
    for example in transcript.cases {
      for difference in try example.differences(in: example.run()) {
        seen[difference.command.number] = difference.seen
      }
    }
    guard !seen.isEmpty else { return }
    let path = ShellScript.project.appending("Fixtures/transcripts/\(transcript.file)")
    let file = try FileDescriptor.open(path, .writeOnly, options: [.truncate, .closeOnExec])
    defer { try? file.close() }
    _ = try file.writeAll(Array(transcript.text(with: seen).utf8))
  }
}
