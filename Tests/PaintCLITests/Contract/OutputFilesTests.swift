import Glibc
import Testing

/// The files that commands write, where others or their owner do not want that.
@Suite("Contract: output files that must not be replaced")
struct OutputFilesTests {
  private let shell: Shell
  /// Before a command: runs it as a user who is not root.
  private static let asUser = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      chmod 777 . && echo 'stroke pencil 1,1' >s.txt && \(Self.asUser)sh -c 'paint new art.paint --size 20x10 -q &&
      mkdir in && paint export r.png -q && cp r.png in/a.png && cp r.png in/b.png && echo old >w.png && cp w.png f0.png
      chmod 444 in/a.png w.png f0.png'
      """)
    try #require(made.code == 0, "\(made)")
  }

  static let lines = [
    "export w.png", "export w.png --mask", "timelapse w.png", "diff r.png r.png --out w.png", "diff start --out w.png",
    "batch s.txt --size 5x5 --out w.png", "batch s.txt --from r.png --out w.png", "export f%d.png --each",
    "stroke pencil 1,1 --dry-run --out w.png", "batch s.txt --dry-run --out w.png",
  ]

  private static let protectsLinks: Bool = {
    let file = open("/proc/sys/fs/protected_symlinks", O_RDONLY)
    defer { close(file) }
    var byte: UInt8 = 0
    return geteuid() == 0 && read(file, &byte, 1) == 1 && byte == UInt8(ascii: "1")
  }()

  @Test(
    "a link of another user in a sticky folder is followed by no command",
    .enabled(if: protectsLinks, "this system follows such links, or this user cannot make one"), arguments: lines)
  func sticky(line: String) throws {
    let line = line.replacing("w.png", with: "t/w.png").replacing("f%d.png", with: "t/f%d.png")
    _ = try shell.sh("mkdir t; chmod 1777 t; echo secret >secret")
    _ = try shell.sh("\(Self.asUser)sh -c 'paint select all -q; ln -s ../secret t/w.png; ln -s ../secret t/f0.png'")
    let refused = try shell.sh("paint -d art.paint \(line) --force")
    #expect(refused.code != 0 && refused.errors.contains("ermission denied"), "\(refused)")
    #expect(shell.contents("secret") == Array("secret\n".utf8))
  }
}
