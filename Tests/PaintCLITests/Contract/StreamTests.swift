import Glibc
import Testing

/// Standard output, standard error, pipes, terminals and the environment.
@Suite("Contract: streams")
struct StreamTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 64x48 --background white")
    try #require(made.code == 0, "\(made)")
  }

  @Test("a signal to quit ends a script, and the answered lines are kept")
  func quits() throws {
    _ = try shell.paint("new art.paint --size 96x80 --background white -q")
    let dialogue = try Dialogue(shell, "batch - --json")
    dialogue.say("stroke line 3,3 9,9")
    #expect(dialogue.hear()?.contains("\"revision\":1") == true)
    dialogue.send(SIGQUIT)
    #expect(dialogue.end() == 128 + Int(SIGQUIT))
    #expect(try shell.paint("status --json").json["revision"].int == 1)
  }

  @Test("a picture is never written to a terminal, and colours only to a terminal")
  func terminal() throws {
    let refused = try shell.onTerminal("export -")
    #expect(refused.code == 64, "\(refused)")
    #expect(!refused.text.contains("PNG\r") && refused.text.contains("terminal"), "\(refused)")
    #expect(try shell.onTerminal("stroke pencil 5,5 --dry-run --out -").code == 64)
    #expect(try shell.onTerminal("batch /dev/null --from x.png --out -").code == 64)
    #expect(try shell.onTerminal("goto 77").text.contains("\u{1b}["))
    #expect(try !shell.onTerminal("goto 77", with: ["NO_COLOR": "1"]).text.contains("\u{1b}"))
    #expect(try shell.onTerminal("goto 77", with: ["NO_COLOR": ""]).text.contains("\u{1b}["))
    #expect(try !shell.onTerminal("goto 77", with: ["TERM": "dumb"]).text.contains("\u{1b}"))
    #expect(try !shell.paint("goto 77", with: ["TERM": "xterm"]).errors.contains("\u{1b}"))
    #expect(try !shell.onTerminal("history", with: ["NO_COLOR": "1"]).text.contains("\u{1b}"))
  }

  @Test("PAINT_CACHE bounds the memory")
  func cache() throws {
    // The pixels do not depend on the size of the cache.
    var random = Seeded(3)
    try shell.write("script", (0..<60).map { _ in RandomStroke.line(&random, width: 900, height: 900) + "\n" }.joined())
    _ = try shell.paint("new big.paint --size 900x900 --background white")
    let large = try shell.paint("-d big.paint batch script --dry-run --json").jsonLines.last
    let words = "-d big.paint batch script --dry-run --json"
    let small = try shell.paint(words, with: ["PAINT_CACHE": "256K"]).jsonLines.last
    #expect(large?["fingerprint"].text != nil && large?["fingerprint"] == small?["fingerprint"])
    #expect(small?["cache"]["bytes"].int ?? .max <= 256 << 10, "\(String(describing: small))")
    #expect(small?["cache"]["evicted"].int ?? 0 > 0)
  }
}
