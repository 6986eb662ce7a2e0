import PaintFormats
import PaintTestSupport
import Testing

/// Pictures of all known formats, wherever a command reads one.
@Suite("Contract: reading picture formats")
struct FormatsTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test(
    "new, import, place, diff and batch --from read each format, from files and pipes",
    arguments: FormatFixture.samples)
  func all(fixture: FormatFixture) throws {
    let expected = try fixture.picture()
    let size = "\(expected.width)x\(expected.height)"
    for (feed, word) in [("", fixture.path), ("", "- <\(fixture.path)"), ("cat \(fixture.path) | ", "-")] {
      let outcome = try shell.sh(
        """
        set -e; : >empty
        \(feed)paint new n.paint --replace -q --from \(word)
        paint new i.paint --replace -q --size \(size); \(feed)paint -d i.paint import -q \(word)
        paint new p.paint --replace -q --size \(size); \(feed)paint -d p.paint place -q \(word)
        \(feed)paint batch empty -q --from \(word) --out b.png
        \(feed)paint -d n.paint diff current \(word) --exit-code
        for name in n i p; do paint -d $name.paint export -q $name.png; paint -d $name.paint check -q; done
        """)
      #expect(outcome.code == 0, "\(word): \(outcome)")
      for name in ["n", "i", "b"] {
        #expect(try Picture(#require(shell.contents("\(name).png"))) == expected, "\(name), \(word)")
      }
      // Hidden colours of a layer do not count.
      let placed = try Picture(#require(shell.contents("p.png")))
      #expect(zip(placed.pixels, expected.pixels).allSatisfy { $0 == $1 || $1 >> 24 == 0 && $0 == 0 }, "\(word)")
    }
  }

  @Test("the name of a file does not matter, only its content")
  func content() throws {
    let fixture = FormatFixture.samples[1]
    let outcome = try shell.sh("cp \(fixture.path) wrong.png; paint new n.paint --from wrong.png")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try Picture(shell.paint("-d n.paint export -").bytes) == fixture.picture())
  }

  @Test("an imported picture is kept as a PNG with the same pixels, and its command can be repeated")
  func kept() throws {
    let fixture = FormatFixture.samples[0]
    let expected = try fixture.picture()
    _ = try shell.paint("new art.paint --size \(expected.width)x\(expected.height)")
    #expect(try shell.paint(["import", fixture.path]).code == 0)
    let kept = try #require(try shell.names(in: "art.paint/files").first)
    #expect(try Picture(#require(shell.contents("art.paint/files/\(kept)"))) == expected)
    let script = try shell.sh(
      """
      paint history --script --files pictures >script &&
      paint new again.paint --size \(expected.width)x\(expected.height) -q && paint -d again.paint batch script -q &&
      paint -d again.paint export again.png -q
      """)
    #expect(script.code == 0, "\(script)")
    #expect(try Picture(#require(shell.contents("again.png"))) == expected)
  }

  @Test("a colour profile is kept, and written into an exported PNG")
  func profile() throws {
    let path = FormatFixture(name: "jpeg/profile.jpg", library: nil).path
    let outcome = try shell.sh("paint new n.paint --from \(path) && paint -d n.paint export n.png -q")
    #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
    let reader = try PictureReader(PictureSource(bytes: try #require(shell.contents("n.png"))))
    #expect(reader.header.colorProfile != nil)
  }

  @Test("--page reads a frame of an animated PNG in every command that reads pictures")
  func animatedPNG() throws {
    let made = try shell.sh(
      """
      set -e; paint new film.paint --size 30x20 --background white -q
      paint -d film.paint stroke rect 2,2,9x9 --fill red -q; paint -d film.paint stroke rect 9,9,9x9 --fill blue -q
      paint -d film.paint timelapse film.png -q
      """)
    try #require(made.code == 0, "\(made)")
    let frames = try PlainAnimation(#require(shell.contents("film.png"))).pictures
    try #require(frames.count == 3)
    for (number, frame) in frames.enumerated().reversed() {
      for line in ["new n.paint --replace --from film.png", "-d n.paint place film.png", "-d n.paint import film.png"] {
        let outcome = try shell.paint("\(line) --page \(number + 1) -q")
        #expect(outcome.code == 0, "\(outcome)")
        #expect(try Picture(shell.paint("-d n.paint export -").bytes) == frame, "\(line), frame \(number)")
        _ = try shell.paint("-d n.paint clear gold -q")
      }
    }
  }

  @Test("--page reads another page or frame, counted from 1")
  func pages() throws {
    var second = ReadingOptions()
    second.page = 1
    for name in ["tiff/pages.tif", "gif/animated-2.gif", "webp/animated.webp"] {
      let fixture = FormatFixture(name: name, library: nil)
      let expected = try fixture.picture(second)
      let outcome = try shell.sh("paint new n.paint --replace -q --page 2 --from \(fixture.path)")
      #expect(outcome.code == 0, "\(outcome)")
      #expect(try Picture(shell.paint("-d n.paint export -").bytes) == expected, "\(name)")
      let same = try shell.sh(
        "paint -d n.paint export x.png -q && paint diff x.png \(fixture.path) --page 2 --exit-code; rm x.png")
      #expect(same.code == 0, "\(same)")
      let missing = try shell.sh("paint new m.paint --page 9 --from \(fixture.path)")
      #expect(missing.code == 66, "\(missing)")
      #expect(missing.message.contains("so there is no ") && missing.message.hasSuffix(" 9"), "\(missing)")
    }
    let photo = FormatFixture.samples[0].path
    for line in ["new m.paint --from \(photo)", "-d n.paint place \(photo)", "-d n.paint import \(photo)"] {
      #expect(try shell.paint("\(line) --page 2").message.contains("has 1 page, so there is no page 2"))
    }
    #expect(try !shell.names().contains("m.paint"))
  }

  @Test("decoders print nothing of their own about damaged pictures", arguments: ["avif/420.avif", "heif/colour.heic"])
  func noForeignLines(name: String) throws {
    try #require(PictureLibrary.avif.isInstalled && PictureLibrary.heif.isInstalled, "make setup installs them")
    _ = try shell.sh("cat \(FormatFixture(name: name, library: nil).path) >good; : >empty; mkdir in")
    let good = try #require(shell.contents("good"))
    var random = SeededGenerator(seed: 12)
    for number in 0..<150 {
      var bytes = good
      for _ in 0..<10 {
        bytes[.random(in: bytes.count / 8..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      try shell.write("in/\(number)", bytes)
    }
    let outcome = try shell.paint("batch empty --from in/* --out out/{name}.png")
    // Each line is of this program, and names a picture.
    let lines = outcome.errors.split(separator: "\n")
    #expect(outcome.code == 1 && !lines.isEmpty)
    for line in lines { #expect(line.hasPrefix("paint: in/"), "\(line)") }
  }

  @Test("--max-pixels limits an interlaced PNG, which is in memory as a whole, and no other PNG")
  func interlaced() throws {
    try shell.write("in.png", InterlacedPNG.file(side: 90))
    try shell.write("empty", "")
    let plain = try shell.sh("paint new i.paint --size 90x90 -q; paint batch empty --from in.png --out plain.png -q")
    #expect(plain.code == 0, "\(plain)")
    for line in [
      "new n.paint --replace --from FILE", "-d i.paint import FILE", "-d i.paint place FILE", "diff ./FILE ./FILE",
      "batch empty --from FILE --out b.png",
    ] {
      let interlaced = line.replacing("FILE", with: "in.png")
      let refused = try shell.paint("\(interlaced) --max-pixels 8099")
      #expect(refused.code == 65 && refused.message.contains("at most 8099 may be"), "\(refused)")
      #expect(refused.errors.contains("hint: --max-pixels N allows more"), "\(refused)")
      let accepted = try shell.paint("\(interlaced) --max-pixels 8100")
      #expect(accepted.code == 0, "\(accepted)")
      let other = try shell.paint(line.replacing("FILE", with: "plain.png") + " --max-pixels 1")
      #expect(other.code == 0, "\(other)")
    }
    // The header alone has no limit.
    #expect(try shell.paint("info in.png").output.hasPrefix("in.png: PNG, 90x90, 8-bit grey"))
  }

  @Test("the libraries are loaded when a picture of their format is read, and by nothing else")
  func loading() throws {
    let names = FormatFixture.samples.compactMap(\.library)
    let listed = try shell.sh("ldd \"$(command -v paint)\"").output
    for name in names { #expect(!listed.contains(name.prefix { $0 != "." }), "\(name)") }
    let photo = FormatFixture.samples.last?.path ?? ""
    let plain = try shell.sh(
      """
      export LD_DEBUG=libs
      { paint new n.paint --from \(photo) && paint -d n.paint stroke pencil 5,5 && paint -d n.paint export n.png
        paint -d n.paint status; } 2>&1
      """
    ).output
    // What the linker reports is there at all.
    #expect(plain.contains("calling init"), "\(plain.prefix(500))")
    for name in names { #expect(!plain.contains(name), "\(name)") }
    for fixture in FormatFixture.samples {
      guard let library = fixture.library else { continue }
      let loaded = try shell.sh("LD_DEBUG=libs paint new m.paint --replace --from \(fixture.path) 2>&1").output
      #expect(loaded.contains(library), "\(fixture)")
    }
  }
}
