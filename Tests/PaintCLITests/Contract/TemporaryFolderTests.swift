import PaintTestSupport
import Testing

@Suite("The folder for temporary files")
struct TemporaryFolderTests {
  /// Commands that make temporary files.
  private static let commands = [
    "paint check", "paint stroke pencil 1,1 9,9 --dry-run", "paint batch script --dry-run",
    "PAINT_HISTORY_MEMORY=1 paint batch script --from drawn.png --out out.png", "paint run -- true",
    "cat drawn.png | paint place - --at 0,0",
    "cat drawn.png | paint import -", "cat drawn.png | paint info -",
  ]

  @Test("is named if it is missing, not a folder or full, with what to do, and nothing changes", arguments: commands)
  func isNamed(command: String) throws {
    let shell = try Shell()
    let made = try shell.sh(
      """
      mkdir work full && cd work && paint new art.paint --size 300x200 -q &&
      paint stroke pencil 5,5 200,90 --width 9 -q && paint export drawn.png -q &&
      echo 'stroke rect 50,50,40x20 --fill red' >script
      """)
    try #require(made.code == 0, "\(made)")
    let mounted = try shell.sh("mount -t tmpfs -o size=4k none full && echo x >full/filler")
    defer { _ = try? shell.sh("umount full") }
    var folders = ["/nowhere", shell.path("work/script")]
    if mounted.code == 0 {
      folders.append(shell.path("full"))
    } else {
      print("temporary folder | SKIPPED a full one: it cannot be mounted here")
    }
    let before = try shell.sh("cd work && paint status --json")
    for folder in folders {
      let outcome = try shell.sh("cd work && export TMPDIR=\(folder) && \(command)")
      #expect(outcome.code == 74, "\(folder): \(outcome)")
      #expect(
        outcome.errors.contains("the folder for temporary files, \(folder), cannot be used: "), "\(outcome.errors)")
      #expect(outcome.errors.contains("hint: set TMPDIR to another folder"), "\(outcome.errors)")
      #expect(try shell.sh("cd work && paint status --json").output == before.output, "\(folder)")
    }
    #expect(try shell.sh("ls -A work").output == "art.paint\ndrawn.png\nscript\n")
  }
}
