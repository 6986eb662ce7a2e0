import PaintTestSupport
import Testing

/// Commands that may have only little address space.
@Suite("Contract: too little memory")
struct MemoryShortageTests {
  private static let commands = [
    "stroke line 0,0 490,390 --width 5", "resize 200%", "rotate 90", "rotate 7", "export out.png", "export out.webp",
    "export out.tif", "export out.jpg", "export out.avif", "place photo.png --at 3,3",
    "filter gaussian-blur --radius 5", "text 10,100 hello --size 50", "check", "gc",
  ]

  /// Whether the program starts in so much address space: what happens before its first line is not its own.
  private func starts(in shell: Shell, within kibibytes: Int) throws -> Bool {
    // The places of libraries differ from run to run.
    try shell.sh("ulimit -c 0; ulimit -v \(kibibytes - 64); exec paint --version").code == 0
  }

  @Test("is exit 74 and not called damage, and the drawing is as it was", arguments: commands)
  func shortage(line: String) throws {
    let shell = try Shell(["SWIFT_BACKTRACE": "enable=no"])
    let made = try shell.sh(
      """
      paint new first.paint --size 500x400 --background white -q
      paint -d first.paint stroke pencil 10,10 400,300 --width 20 -q && paint -d first.paint export photo.png -q
      """)
    try #require(made.code == 0, "\(made)")
    let fingerprint = try shell.paint("-d first.paint status --json").json["fingerprint"].text
    // If fontconfig lacks memory, it writes caches without the fonts that it could not read: not those of this machine.
    try shell.write(
      "fonts.conf",
      "<?xml version='1.0'?><fontconfig><dir>/usr/share/fonts</dir><cachedir>\(shell.path("fonts"))</cachedir></fontconfig>"
    )
    _ = try shell.sh("cp -r first.paint art.paint; FONTCONFIG_FILE=$PWD/fonts.conf paint -d art.paint \(line)")
    // From what the loader needs up to what the command needs, whatever that is on this machine.
    var successes = 0
    for mebibytes in stride(from: 16, through: 400, by: isThorough ? 2 : 6) where successes < 5 {
      _ = try shell.sh("rm -rf art.paint; cp -r first.paint art.paint")
      let outcome = try shell.sh(
        "export FONTCONFIG_FILE=$PWD/fonts.conf; ulimit -c 0; ulimit -v \(mebibytes << 10); exec paint -d art.paint \(line)"
      )
      let place = "\(line), \(mebibytes) MiB"
      // The allocator takes memory in large pieces, so that more of it can be too little again.
      successes = outcome.code == 0 ? successes + 1 : 0
      if outcome.code == 0 { continue }
      let isTold = outcome.code == 74
      #expect(try isTold || !starts(in: shell, within: mebibytes << 10), "\(place): \(outcome)")
      if isTold {
        let words = ["memory", "Cannot allocate", "cannot allocate", "cannot be opened"]
        #expect(words.contains { outcome.errors.contains($0) }, "\(place): \(outcome)")
      }
      let after = try shell.paint("-d art.paint status --json")
      #expect(try after.json["fingerprint"].text == fingerprint, "\(place): \(after)")
    }
  }

  @Test("is exit 74, too, if a library has memory and its picture's file has not", arguments: ["tif", "jpg", "webp"])
  func shortageOfFile(ending: String) throws {
    let shell = try Shell(["SWIFT_BACKTRACE": "enable=no"])
    _ = try shell.paint("new art.paint --size 500x400 --background white")
    func export(within kibibytes: Int) throws -> Outcome {
      try shell.sh("ulimit -c 0; ulimit -v \(kibibytes); exec paint -d art.paint export out.\(ending)")
    }
    let enough = try #require(
      try stride(from: 16 << 10, through: 400 << 10, by: 1 << 10).first { try export(within: $0).code == 0 })
    // The first 64 KiB of the file fit or not within a few pages.
    for kibibytes in stride(from: enough, to: enough - 3_072, by: isThorough ? -12 : -48) {
      let outcome = try export(within: kibibytes)
      let isTold = [0, 74].contains(outcome.code)
      #expect(try isTold || !starts(in: shell, within: kibibytes), "\(kibibytes) KiB: \(outcome)")
    }
  }

  @Test("is exit 74, too, where the encoder of AVIF would crash")
  func shortageOfEncoder() throws {
    let shell = try Shell(["SWIFT_BACKTRACE": "enable=no"])
    _ = try shell.paint("new art.paint --size 1500x1500 --background white")
    _ = try shell.paint("-d art.paint stroke ellipse 100,100,900x900 --fill '#ff000080' --color navy")
    func export(within mebibytes: Int) throws -> Outcome {
      try shell.sh(
        "ulimit -c 0; ulimit -v \(mebibytes << 10); exec paint -d art.paint export out.avif --force")
    }
    // From where the picture's own pixels have memory.
    var (isMet, hasSucceeded) = (false, false)
    for mebibytes in stride(from: 16, through: 400, by: 4) where !hasSucceeded {
      let outcome = try export(within: mebibytes)
      isMet = isMet || outcome.code == 74
      hasSucceeded = outcome.code == 0
      #expect(!isMet || [0, 74].contains(outcome.code), "\(mebibytes) MiB: \(outcome)")
    }
    #expect(hasSucceeded)
  }

  private static let pictures =
    FormatFixture.samples + [
      FormatFixture(name: "webp/animated.webp", library: nil), FormatFixture(name: "tiff/profile.tif", library: nil),
      FormatFixture(name: "avif/profile.avif", library: nil), FormatFixture(name: "heif/colour.heic", library: nil),
    ]

  @Test("while a picture is read is exit 74, too: an intact picture is not called damaged", arguments: pictures)
  func shortageOfReader(fixture: FormatFixture) throws {
    let shell = try Shell(["SWIFT_BACKTRACE": "enable=no"])
    _ = try shell.paint("new art.paint --size 100x100")
    let line = "place '\(fixture.path)' --dry-run -q"
    let whole = try shell.sh("paint -d art.paint \(line)")
    try #require(whole.code == 0, "\(whole)")
    var successes = 0
    for mebibytes in stride(from: 16, through: 400, by: isThorough ? 2 : 6) where successes < 5 {
      // A decoder that waits for a thread that could not be made would wait for ever.
      let outcome = try shell.sh(
        "ulimit -c 0; ulimit -v \(mebibytes << 10); exec timeout 100 paint -d art.paint \(line)")
      successes = outcome.code == 0 ? successes + 1 : 0
      let isTold = [0, 74].contains(outcome.code)
      #expect(try isTold || !starts(in: shell, within: mebibytes << 10), "\(fixture), \(mebibytes) MiB: \(outcome)")
    }
    #expect(successes == 5, "\(fixture)")
  }

  @Test("for the pixels of a large picture, the error is in words and in JSON")
  func pixels() throws {
    let shell = try Shell()
    _ = try shell.paint("new art.paint --size 2000x1500 --background white")
    var hasMet = false
    for mebibytes in stride(from: 16, through: 200, by: 2) where !hasMet {
      let limit = "ulimit -c 0; ulimit -v \(mebibytes << 10); exec paint -d art.paint resize 50% --dry-run"
      let outcome = try shell.sh(limit)
      let isMet = outcome.message.hasPrefix("there is not enough memory; ")
      guard outcome.code == 74, isMet else { continue }
      hasMet = true
      let json = try shell.sh("\(limit) --json")
      #expect(json.code == 74 && json.errors == outcome.errors, "\(json)")
      #expect(try json.json["exit"].int == 74 && json.json["error"]["message"].text == outcome.message)
    }
    #expect(hasMet)
  }
}
