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

  @Test("a read-only file is refused with its name and the whole line that replaces it", arguments: lines)
  func readOnly(line: String) throws {
    if line.contains("--mask") { _ = try shell.sh("\(Self.asUser)paint select all -q") }
    let file = line.contains("f%d") ? "f0.png" : "w.png"
    let refused = try shell.sh("\(Self.asUser)paint \(line)")
    #expect(refused.code == 73 && refused.message == "\(file) is read-only, so it is not replaced", "\(refused)")
    #expect(refused.errors.contains("hint: to do it anyway: paint \(line) --force\n"), "\(refused)")
    #expect(shell.contents(file) == Array("old\n".utf8))
    let forced = try shell.sh("\(Self.asUser)paint \(line) --force && stat -c %a \(file)")
    #expect(forced.code == 0 && forced.output.hasSuffix("444\n"), "\(forced)")
    #expect(shell.contents(file)?.starts(with: [0x89, 0x50]) == true)
  }

  @Test("of many pictures only the read-only one fails; a script's line fails with its own words")
  func many() throws {
    let many = try shell.sh("\(Self.asUser)paint batch s.txt --from 'in/*.png' --out '{dir}/{name}'")
    #expect(many.code == 1 && many.output.contains("1 written, 0 skipped, 1 failed"), "\(many)")
    #expect(many.errors.contains("in/a.png is read-only"), "\(many)")
    let line = try shell.sh("echo 'export w.png' | \(Self.asUser)paint batch -")
    #expect(line.code == 73 && line.errors.contains("hint: to do it anyway: export w.png --force\n"), "\(line)")
    #expect(try shell.sh("echo 'export w.png --force' | \(Self.asUser)paint batch -").code == 0)
  }

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
