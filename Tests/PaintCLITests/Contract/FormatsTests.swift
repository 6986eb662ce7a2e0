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

  @Test("a truncated picture is exit 65 and says how many rows can be read; --lenient accepts it with a warning")
  func truncated() throws {
    for (name, part) in [("jpeg/420.jpg", "1200"), ("pnm/colour.ppm", "3000"), ("../photos/chelsea.png", "100000")] {
      let fixture = FormatFixture(name: name, library: nil)
      let whole = try fixture.picture()
      _ = try shell.sh("head -c \(part) \(fixture.path) >cut; : >empty")
      _ = try shell.paint("new i.paint --replace --size \(whole.width)x\(whole.height)")
      var readable = 0
      for line in [
        "new n.paint --from cut", "-d i.paint import cut", "-d i.paint place cut", "diff ./cut ./cut",
        "batch empty --from cut --out b.png",
      ] {
        let refused = try shell.paint(line)
        let words = refused.message.split(separator: " ")
        #expect(refused.code == 65 && refused.message.contains("of \(whole.height) rows can be read"), "\(refused)")
        #expect(refused.errors.contains("hint: --lenient"), "\(refused)")
        readable = words.firstIndex(of: "of").flatMap { words.dropFirst($0 - 1).first }.flatMap { Int($0) } ?? 0
        let accepted = try shell.paint("\(line) --lenient")
        #expect(accepted.code == 0 && accepted.errors.contains("warning: the "), "\(line): \(accepted)")
        #expect(accepted.errors.contains("rows can be read"), "\(line): \(accepted)")
      }
      let picture = try Picture(shell.paint("-d n.paint export -").bytes)
      #expect((picture.width, picture.height) == (whole.width, whole.height))
      #expect(picture.pixels.prefix(readable * whole.width) == whole.pixels.prefix(readable * whole.width), "\(name)")
      _ = try shell.sh("rm -r n.paint b.png")
    }
  }

  @Test("a picture that is damaged in the middle has a hint that --lenient accepts it, and it does")
  func damaged() throws {
    for name in ["jpeg/420.jpg", "tiff/lzw.tif", "../photos/chelsea.png", "gif/plain.gif", "pnm/plain.ppm"] {
      let fixture = FormatFixture(name: name, library: nil)
      let whole = try fixture.picture()
      _ = try shell.sh("cat \(fixture.path) >bad; : >empty")
      var bytes = try #require(shell.contents("bad"))
      // In text the bytes are no digits.
      let place = bytes.count * 2 / 3
      bytes.replaceSubrange(place..<place + 8, with: repeatElement(0xff, count: 8))
      try shell.write("bad", bytes)
      _ = try shell.paint("new i.paint --replace --size \(whole.width)x\(whole.height)")
      for line in [
        "new n.paint --replace --from bad", "-d i.paint import bad", "-d i.paint place bad", "diff ./bad ./bad",
        "batch empty --from bad --out b.png",
      ] {
        let refused = try shell.paint(line)
        #expect(refused.code == 65 && refused.message.contains("is damaged"), "\(name): \(refused)")
        #expect(refused.errors.contains("hint: --lenient accepts what can be read"), "\(name), \(line): \(refused)")
        let accepted = try shell.paint("\(line) --lenient")
        #expect(accepted.code == 0 && accepted.errors.contains("warning: the "), "\(name), \(line): \(accepted)")
      }
    }
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

  @Test("without a row that can be read --lenient does not help, and no hint names it")
  func nothingReadable() throws {
    _ = try shell.sh("printf 'P6 65000 65000 255\\n' >cut; : >empty")
    for line in ["new n.paint --from cut", "batch empty --from cut --out b.png", "diff ./cut ./cut"] {
      for option in ["", " --lenient"] {
        let outcome = try shell.paint(line + option)
        #expect(outcome.code == 65 && outcome.message.hasSuffix("0 of 65000 rows can be read"), "\(outcome)")
        #expect(!outcome.errors.contains("hint"), "\(outcome)")
      }
    }
    #expect(try shell.names().sorted() == ["cut", "empty"])
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

  @Test("16-bit samples are rounded with a warning")
  func deep() throws {
    for name in ["tiff/rgb16.tif", "pnm/wide.ppm"] {
      let path = FormatFixture(name: name, library: nil).path
      let made = try shell.paint(["new", "n.paint", "--replace", "--from", path])
      #expect(made.code == 0 && made.errors == "paint: warning: 16-bit samples were rounded to 8\n", "\(made)")
      let imported = try shell.paint(["-d", "n.paint", "import", path, "--json"])
      #expect(
        try imported.json["warnings"].elements.compactMap(\.text) == ["16-bit samples were rounded to 8"],
        "\(imported)")
    }
  }

  @Test("batch --from tells what was lost on standard error, with --json in the summary")
  func lossesOfBatch() throws {
    try shell.write("empty", "")
    try shell.write("bad", "flop\n")
    let wide = FormatFixture(name: "pnm/wide.ppm", library: nil).path
    let clear = FormatFixture(name: "pnm/alpha.pam", library: nil).path
    let rounded = "16-bit samples were rounded to 8"
    let read = try shell.paint("batch empty --from \(wide) --out x.png")
    #expect(read.code == 0 && read.errors == "paint: warning: \(rounded)\n", "\(read)")
    let written = try shell.paint("batch empty --from \(clear) --out x.jpg")
    #expect(written.code == 0 && written.errors.contains("were put on white"), "\(written)")
    let readJSON = try shell.paint("batch empty --from \(wide) --out x.png --json")
    #expect(try readJSON.errors.isEmpty && readJSON.json["warnings"].elements.map(\.text) == [rounded], "\(readJSON)")
    let writtenJSON = try shell.paint("batch empty --from \(clear) --out x.jpg --json")
    let warnings = try writtenJSON.json["warnings"].elements.compactMap(\.text)
    #expect(warnings.count == 1 && warnings[0].contains("were put on white"), "\(writtenJSON)")
    #expect(writtenJSON.errors.isEmpty, "\(writtenJSON)")
    let none = try shell.paint("batch empty --from \(clear) --out x.png --json")
    #expect(try none.json["warnings"] == .array([]), "\(none)")
    // The summary comes before the failure to write, and after that of a line.
    let unwritten = try shell.paint("batch empty --from \(wide) --out empty/x.png --json")
    #expect(try unwritten.jsonLines.first?["warnings"].elements.map(\.text) == [rounded], "\(unwritten)")
    #expect(try unwritten.code == 73 && unwritten.jsonLines.last?["error"]["code"].text != nil, "\(unwritten)")
    let failed = try shell.paint("batch bad --from \(wide) --out y.png --json")
    #expect(try failed.jsonLines.last?["warnings"].elements.map(\.text) == [rounded], "\(failed)")
  }

  @Test("batch over many pictures with --json tells what each lost")
  func lossesOfMany() throws {
    try shell.write("empty", "")
    _ = try shell.sh(
      "cp \(FormatFixture(name: "pnm/wide.ppm", library: nil).path) a.pnm; "
        + "cp \(FormatFixture(name: "pnm/alpha.pam", library: nil).path) b.pnm")
    let run = try shell.paint(["batch", "empty", "--from", "*.pnm", "--out", "{stem}.jpg", "--json"])
    let warnings = try run.jsonLines.prefix(2).map { $0["warnings"].elements.compactMap(\.text) }
    #expect(run.code == 0 && warnings.count == 2, "\(run)")
    #expect(warnings.first == ["16-bit samples were rounded to 8"], "\(run)")
    #expect(warnings.last?.count == 1 && warnings.last?[0].contains("were put on white") == true, "\(run)")
  }

  @Test("an unknown format is exit 65, and the known ones are listed")
  func unknown() throws {
    _ = try shell.sh("echo hello >letter.png; : >empty; paint new n.paint --size 5x5")
    for line in [
      "new m.paint --from letter.png", "-d n.paint import letter.png", "-d n.paint place letter.png",
      "diff letter.png letter.png", "batch empty --from letter.png --out b.png",
    ] {
      let outcome = try shell.paint(line)
      #expect(outcome.code == 65, "\(line): \(outcome)")
      #expect(outcome.message.hasPrefix("letter.png: this is not a picture of a known format"), "\(line): \(outcome)")
      for format in PictureFormat.all { #expect(outcome.message.contains(format.name), "\(line)") }
    }
    #expect(try shell.paint("new m.paint --from empty").message == "empty: the file is empty")
  }

  @Test("--max-pixels limits pictures that are decoded as a whole, by blocks, or turned")
  func limit() throws {
    for fixture in FormatFixture.samples {
      let outcome = try shell.paint(["new", "n.paint", "--replace", "--max-pixels", "50", "--from", fixture.path])
      if fixture.library == nil {
        #expect(outcome.code == 0, "\(fixture): \(outcome)")
      } else {
        #expect(outcome.code == 65 && outcome.errors.contains("hint: --max-pixels"), "\(fixture): \(outcome)")
        let code = try shell.paint(["new", "n.paint", "--replace", "--max-pixels", "2000", "--from", fixture.path]).code
        #expect(code == 0)
      }
    }
  }

  @Test("options of reading are refused where no picture file is read")
  func withoutPicture() throws {
    _ = try shell.sh("paint new n.paint --size 5x5; : >empty")
    let content = "content:\(String(repeating: "0", count: 64))"
    for line in [
      "new m.paint --size 5x5", "batch empty -d n.paint", "diff 0 0 -d n.paint", "import \(content) -d n.paint",
    ] {
      for option in ["--page 2", "--orientation ignore", "--lenient", "--range 0,1", "--max-pixels 9"] {
        let outcome = try shell.paint("\(line) \(option)")
        #expect(outcome.code == 64 && outcome.message.hasSuffix("has no meaning"), "\(line) \(option): \(outcome)")
      }
    }
    for option in [
      "--range 1,0", "--range 1,1", "--range 1", "--range nan,1", "--page 0", "--page x", "--orientation 6",
      "--max-pixels 0", "--max-pixels 1e6", "--lenient=1",
    ] {
      #expect(try shell.paint("new m.paint --from empty \(option)").code == 64, "\(option)")
      #expect(try shell.paint("batch - --check", input: "import x.png \(option)\n").code == 65, "\(option)")
    }
  }

  @Test("a missing library is exit 1, with the Debian package to install", arguments: FormatFixture.samples)
  func missingLibrary(fixture: FormatFixture) throws {
    guard let library = fixture.library else { return }
    _ = try shell.sh("rm -rf bogus; mkdir bogus; : >bogus/\(library)")
    let outcome = try shell.paint(
      ["new", "n.paint", "--from", fixture.path], with: ["LD_LIBRARY_PATH": shell.path("bogus")])
    #expect(outcome.code == 1 && outcome.message.contains("which is not installed"), "\(outcome)")
    #expect(outcome.errors.contains("hint: on Debian: apt-get install lib"), "\(outcome)")
    #expect(try !shell.names().contains("n.paint"))
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
