import Glibc
import PaintTestSupport
import Testing

/// `batch --from` with a pattern or a list: many pictures in one process.
@Suite("Contract: many pictures")
struct ManyPicturesTests {
  private let shell: Shell
  private static let script = "resize 50%\nstroke line 0,0 100%,100% --color red --width 3\n"

  /// Pictures of different sizes and colours, a script, and what that script makes of each alone.
  ///
  /// No history fits in memory, so that each picture has a private folder.
  init() throws {
    shell = try Shell(["PAINT_HISTORY_MEMORY": "1"])
    try shell.write("script", Self.script)
    let made = try shell.sh(
      """
      set -e; mkdir in alone
      for n in 1 2 3 4 5 6 7; do
        paint new x.paint -q --replace --size $((20 + n))x$((30 - n)) --background "#0${n}8"
        paint -d x.paint stroke ellipse 2,2,14x14 --fill gold -q; paint -d x.paint export in/p$n.png -q
        paint batch script --from in/p$n.png --out alone/p$n.png -q
      done; rm -r x.paint
      """)
    try #require(made.code == 0, "\(made)")
  }

  private func picture(_ name: String) throws -> Picture {
    try Picture(#require(shell.contents(name), "\(name)"))
  }

  /// Files that should not be left.
  private func leftovers() throws -> [String] { try shell.names().filter { $0.hasPrefix(".paint-") } }

  @Test("on a terminal, a line of progress does not disturb the lines of errors and of the summary")
  func terminal() throws {
    _ = try shell.sh("echo no >in/p3.png")
    let (code, text) = try shell.onTerminal("batch script --from in/*.png --out out/{name}")
    #expect(code == 1 && text.contains("in/p3.png: ") && text.contains("6 written"), "\(text)")
  }

  @Test("a signal ends it: finished outputs stay and are complete, and no temporary file is left")
  func interrupted() throws {
    // The last picture never begins, so that the batch cannot end by itself.
    let made = try shell.sh(
      """
      for n in 1 2 3 4 5 6 7 8 9; do for m in 1 2 3 4 5 6; do cp in/p$m.png in/q$n$m.png; done; done
      mkfifo in/z.png
      """)
    try #require(made.code == 0, "\(made)")
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      _ = try shell.sh("rm -rf out")
      let batch = try Dialogue(shell, "batch script --from in/[qz]*.png --out out/{name}")
      try wait(until: "there is an output") { (try? shell.names(in: "out"))?.isEmpty == false }
      batch.send(signal)
      #expect(batch.wait() == 128 + Int(signal))
      #expect(try leftovers() == [])
      for name in try shell.names(in: "out") {
        let number = try #require(name.dropFirst(2).first)
        #expect(try picture("out/\(name)") == picture("alone/p\(number).png"), "\(name)")
      }
    }
  }
}
