import SystemPackage
import Testing

/// Whether a PNG is turned as its eXIf chunk states: what users read is, what a drawing keeps is not.
@Suite("Contract: the orientation of PNG")
struct OrientationTests {
  private static let fixtures = ShellScript.project.appending("Fixtures/documents").string

  private let shell: Shell
  /// The picture as it is stored, and upright.
  private let stored: Picture
  private let upright: Picture

  init() throws {
    shell = try Shell()
    _ = try shell.sh("cp '\(Self.fixtures)/orientation-6.png' photo.png; : >empty")
    let stored = try Picture(#require(shell.contents("photo.png")))
    try #require((stored.width, stored.height) == (40, 30))
    var upright = stored
    (upright.width, upright.height) = (30, 40)
    upright.pixels = (0..<1_200).map { stored.pixels[(29 - $0 % 30) * 40 + $0 / 30] }
    (self.stored, self.upright) = (stored, upright)
  }

  private func picture(_ file: String) throws -> Picture { try Picture(#require(shell.contents(file))) }

  @Test("every command that reads a picture turns it, except with --orientation ignore")
  func typed() throws {
    for (option, expected) in [("", upright), (" --orientation apply", upright), (" --orientation ignore", stored)] {
      let size = "\(expected.width)x\(expected.height)"
      let outcome = try shell.sh(
        """
        set -e; rm -rf *.paint; paint new a.paint --from photo.png\(option) -q; paint -d a.paint export new.png -q
        paint new b.paint --size \(size) -q; paint -d b.paint import photo.png\(option) -q
        paint -d b.paint export import.png -q
        paint new c.paint --size \(size) -q; paint -d c.paint place - --at 0,0\(option) -q <photo.png
        paint -d c.paint export place.png -q
        paint batch empty --from photo.png --out batch.png\(option) -q
        paint diff new.png photo.png --exit-code\(option) -q
        """)
      #expect(outcome.code == 0, "\(option): \(outcome)")
      for file in ["new.png", "import.png", "place.png", "batch.png"] {
        #expect(try picture(file) == expected, "\(file)\(option)")
      }
    }
    #expect(try shell.paint("new d.paint --from photo.png --orientation 6").code == 64)
  }

  @Test("--orientation ignore is for all formats with an orientation")
  func otherFormats() throws {
    let fixture = FormatFixture(name: "jpeg/orientation-6.jpg", library: nil)
    let turned = try fixture.picture()
    let read = try shell.paint(["new", "a.paint", "--from", fixture.path, "--orientation", "ignore"])
    #expect(read.code == 0, "\(read)")
    let picture = try shell.picture()
    #expect((picture.width, picture.height) == (turned.height, turned.width))
  }

  @Test("a turned picture is kept upright, so that its step is repeated without any rule")
  func keptUpright() throws {
    let made = try shell.sh(
      """
      set -e; paint new art.paint --size 30x40 -q; paint import photo.png -q
      paint place photo.png --at 5,7 --opacity 50% -q; paint history --script >script; paint export art.png -q
      rm photo.png; paint new again.paint --size 30x40 --background 00000000 -q; paint -d again.paint batch script -q
      paint -d again.paint export again.png -q
      """, with: ["PAINT_DOCUMENT": "art.paint"])
    #expect(made.code == 0 && made.errors.isEmpty, "\(made)")
    let files = try shell.names(in: "art.paint/files")
    #expect(files.count == 1)
    let kept = try #require(shell.contents("art.paint/files/\(files.first ?? "")"))
    #expect(try Picture(kept) == upright)
    #expect(try #require(shell.contents("script")).isEmpty == false)
    #expect(try shell.sh("grep -e --orientation script").code == 1)
    #expect(try picture("art.png") == picture("again.png"))
    #expect(try shell.names(in: "again.paint/files") == files)
  }
}
