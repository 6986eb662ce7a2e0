import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintCLI

/// Commands of which each system call that reads fails once: those of the program, of its libraries and of the loader.
///
/// `VerbFaultTests` fails the calls that go through the program's own disk. Pictures, fonts and scripts are also read by
/// others.
@Suite("Faults: every reading call", .enabled(if: TracedProgram.obstacle == nil))
struct ReadFaultTests {
  /// Pictures whose orientation, profile or pages are somewhere else than their pixels.
  static let pictures = [
    "behind.png", "drawn.png", "jpeg/orientation-6.jpg", "jpeg/profile.jpg", "jpeg/progressive.jpg",
    "tiff/orientation-6.tif", "tiff/profile.tif", "tiff/pages.tif", "webp/orientation-6.webp", "webp/profile.webp",
    "webp/animated.webp", "avif/profile.avif", "avif/rotated-1.avif", "heif/rotated-1.heic", "heif/alpha.heic",
    "heif/av1.heic",
    "gif/animated-1.gif", "pnm/colour.ppm", "pnm/alpha.pam",
  ]

  /// Commands that read a drawing, a script, a font, or write pictures.
  static let commands = [
    "-d art.paint status --json", "-d art.paint undo", "-d art.paint stroke line 0,0 99,70 --width 5",
    "-d art.paint fill 2,2 --color gold", "-d art.paint filter gaussian-blur --radius 2", "-d art.paint rotate 10",
    "-d art.paint place turned.jpg", "-d art.paint place turned.jpg --dry-run",
    "-d art.paint fill 2,2 --color pattern(drawn.png)", "-d art.paint select drawn.png",
    "-d art.paint export out.png", "-d art.paint export out.tif", "-d art.paint export out.jpg",
    "-d art.paint export out%d.webp --each", "-d art.paint history --script --files pictures", "-d art.paint check",
    "-d art.paint batch script -q --single", "-d art.paint batch script --check",
    "-d art.paint diff r0 r1 --out out.png",
    "-d art.paint view 1", "-d art.paint pick 20,20",
    "batch script --from drawn.png --out out.png -q", "batch script --from-list names --out out-{name} -q",
    "batch script --from-list names --out out-{name} --skip-existing -q", "-d damaged.paint check --repair",
    "-d art.paint gc",
  ]

  /// What calls fail with, in turn.
  private static let errors: [Errno] = [.ioError, .noMemory, .ioError, .tooManyOpenFiles, .ioError]

  /// What a command leaves.
  private struct Result: Equatable {
    var output: [UInt8]
    var files: [String: [UInt8]]
    var fingerprints: [String: String]

    func hasFiles(of other: Result) -> Bool { files == other.files && fingerprints == other.fingerprints }
  }

  @Test("info tells what is true, or ends with exit 74", arguments: pictures)
  func info(picture: String) throws { try run("info \(Self.path(of: picture)) --json") }

  @Test("a drawing of a picture is whole, or ends with exit 74", arguments: pictures)
  func new(picture: String) throws { try run("new new.paint --from \(Self.path(of: picture))") }

  @Test("a command does what it should, or nothing and ends with exit 74", arguments: commands)
  func command(line: String) throws { try run(line) }

  @Test("a text is drawn with its font, or not at all")
  func text() throws {
    let found = try Shell().sh("ls /usr/share/fonts/*/*/*.ttf | head -n 1").lines
    guard let font = found.first else { return }
    try run("-d art.paint text 5,40 Hello --size 30 --font \(font)")
  }

  private static func path(of picture: String) -> String {
    picture.contains("/") ? ShellScript.project.appending("Fixtures/formats/\(picture)").string : picture
  }

  private static let made = Swift.Result {
    let shell = try Shell()
    try shell.write("script", "stroke line 9,9 60,60 --width 4\nplace drawn.png --at 20,20 --size 50%\n")
    try shell.write("names", "drawn.png\nturned.jpg\n")
    let turned = ShellScript.project.appending("Fixtures/formats/jpeg/orientation-6.jpg")
    let made = try shell.sh(
      """
      cp '\(turned)' turned.jpg && paint new art.paint --size 100x80 && paint stroke rect 5,5,60x40 --fill teal &&
      paint export drawn.png && paint place turned.jpg --orientation ignore && paint stroke pencil 10,10 90,70 --width 9 &&
      cp -r art.paint damaged.paint && cp drawn.png out-drawn.png
      """)
    try #require(made.code == 0, "\(made)")
    for pack in try shell.names(in: "damaged.paint/packs") {
      var bytes = try #require(shell.contents("damaged.paint/packs/\(pack)"))
      let name = Array("paNT".utf8)
      let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
      bytes[start + 6] ^= 1
      try shell.write("damaged.paint/packs/\(pack)", bytes)
    }
    // The orientation 6 behind the pixels.
    let drawn = try #require(shell.contents("drawn.png"))
    let exif = PNGChunks.exif(orientation: 6)
    try shell.write("behind.png", drawn.dropLast(12) + PNGChunk.bytes("eXIf", exif) + drawn.suffix(12))
    return shell
  }

  private func run(_ line: String) throws {
    let made = try Self.made.get()
    let words = line.split(separator: " ").map(String.init)
    let shell = try Shell(["SWIFT_BACKTRACE": "enable=no"])
    let files = try SavedFolder(made.folder)
    var seen: [[String: [UInt8]]: String] = [:]
    func attempt(_ call: Int?, _ error: Errno = .ioError) throws -> (program: TracedProgram, result: Result) {
      try files.restore(in: shell.folder)
      let program = try TracedProgram.run(
        Shell.program, words, environment: shell.environment, in: shell.folder,
        output: shell.folder.appending("output"), errors: shell.folder.appending("errors"), failingRead: call,
        with: error)
      return (program, try result(shell, &seen))
    }
    try files.restore(in: shell.folder)
    let before = try result(shell, &seen)
    let whole = try attempt(nil)
    try #require(whole.program.ending == .exited(0), "\(line)")
    let isOfMany = line.contains("--from-list")
    // Their answers say how much of it was possible.
    let isMaintenance = line.contains("--repair") || line.hasSuffix(" gc")
    var failures: [String] = []
    var outcomes: [String: Int] = [:]
    let tried = killPoints(of: whole.program.calls, atMost: 12)
    for call in tried {
      let error = Self.errors[call % Self.errors.count]
      let (program, result) = try attempt(call, error)
      let errors = String(decoding: shell.contents("errors") ?? [], as: UTF8.self)
      let place = "\(line), call \(call) of \(whole.program.calls), \(error): \(program.ending) \(errors)"
      switch program.ending {
      case .exited(0) where result == whole.result: outcomes["done", default: 0] += 1
      // What follows the work fails: reading it for the receipt, freeing space, setting damaged packs aside.
      case .exited(0) where result.hasFiles(of: whole.result) && (errors.contains("warning: ") || isMaintenance):
        outcomes["done with a warning", default: 0] += 1
      // One picture of many fails.
      case .exited(1) where isOfMany && errors.lowercased().contains(String(describing: error).lowercased()):
        outcomes["refused", default: 0] += 1
      case .exited(0): failures.append("\(place)\(difference(result, whole.result))")
      // The loader of the program's own libraries.
      case .exited(127): outcomes["not started", default: 0] += 1
      // Swift's library, linked dynamically, which then finds no words.
      case .exited(64) where errors.hasPrefix("paint draws on pictures from the command line"):
        outcomes["not started", default: 0] += 1
      case .exited(74) where result.fingerprints == before.fingerprints: outcomes["refused", default: 0] += 1
      case .exited(74) where result.fingerprints == whole.result.fingerprints && errors.contains("not known"):
        outcomes["unknown", default: 0] += 1
      default: failures.append(place)
      }
    }
    FaultLine.say("reading calls", line, cases: outcomes.values.reduce(failures.count, +), failures: failures, outcomes)
    #expect(failures.isEmpty, "\(failures.prefix(8).joined(separator: "\n"))")
  }

  /// What differs, for messages.
  private func difference(_ one: Result, _ other: Result) -> String {
    let files = Set(one.files.keys).union(other.files.keys).filter { one.files[$0] != other.files[$0] }.sorted()
    let shown = String(decoding: one.output, as: UTF8.self)
    return "files \(files), fingerprints \(one.fingerprints) instead of \(other.fingerprints), output \(shown)"
  }

  /// - Parameter seen: The fingerprints of documents by their files, so that each is asked for once.
  private func result(_ shell: Shell, _ seen: inout [[String: [UInt8]]: String]) throws -> Result {
    var files: [String: [UInt8]] = [:]
    let names = try shell.names()
    for name in names where name.hasPrefix("out") && name != "output" { files[name] = shell.contents(name) }
    for name in (try? shell.names(in: "pictures")) ?? [] {
      files["pictures/\(name)"] = shell.contents("pictures/\(name)")
    }
    var fingerprints: [String: String] = [:]
    for name in ["art.paint", "damaged.paint", "new.paint"] where names.contains(name) {
      let documentFiles = try? shell.files(of: name)
      if let known = documentFiles.flatMap({ seen[$0] }) {
        fingerprints[name] = known
        continue
      }
      let status = try shell.paint("-d \(name) status --json")
      let fingerprint = status.code == 0 ? try status.json["fingerprint"].text : "\(status.code)"
      fingerprints[name] = fingerprint
      if let documentFiles { seen[documentFiles] = fingerprint }
    }
    return Result(output: shell.contents("output") ?? [], files: files, fingerprints: fingerprints)
  }
}
