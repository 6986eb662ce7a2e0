import PaintFormats
import PaintRaster
import Testing

/// Pictures of all formats that can be written, wherever a command writes one.
@Suite("Contract: writing picture formats")
struct WritingTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      paint new art.paint --from \(FormatFixture.samples.last?.path ?? "") -q; paint crop 100,80,70x50 -q
      paint new clear.paint --size 20x10 --background 00ff0080 -q; : >empty
      """)
    try #require(made.code == 0, "\(made)")
  }

  private func reader(_ name: String) throws -> PictureReader {
    try PictureReader(PictureSource(bytes: #require(shell.contents(name), "\(name) was not written")))
  }

  @Test(
    "export writes the format of the file's ending, or that of --format", arguments: PictureFormat.writable.map(\.name))
  func export(name: String) throws {
    let format = try #require(PictureFormat.named(name))
    let art = ["-d", "art.paint", "export"]
    for ending in format.endings {
      let outcome = try shell.paint(art + ["out.\(ending)"])
      #expect(outcome.code == 0 && outcome.output == "wrote out.\(ending), 70x50, r1\n", "\(outcome)")
      #expect(try reader("out.\(ending)").format.name == name)
    }
    let bytes = shell.contents("out.\(format.endings[0])")
    #expect(try shell.paint(art + ["OUT.\(format.endings[0].uppercased())"]).code == 0)
    for word in [name, name.lowercased(), format.endings[0]] {
      #expect(try shell.paint(art + ["plain", "--format", word]).code == 0)
      #expect(shell.contents("plain") == bytes, "\(word)")
      #expect(try shell.paint(art + ["-", "--format", word]).bytes == bytes ?? [], "\(word)")
    }
    #expect(try shell.paint(art + ["named.gif", "--format", name]).code == 0)
    #expect(shell.contents("named.gif") == bytes)
    let part = try shell.paint(art + ["part.\(format.endings[0])", "--region", "5,5,20x10", "--json"])
    #expect(try part.json["width"].int == 20, "\(part)")
    #expect(try reader("part.\(format.endings[0])").size == CanvasSize(width: 20, height: 10))
  }

  @Test("standard output under another name gets the picture alone, as with -")
  func standardOutput() throws {
    let expected = try shell.paint("-d art.paint export -").bytes
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
      for line in [
        "-d art.paint export \(name) --format png", "batch empty --from first.png --out \(name) --format png",
        "batch empty --from first.png --out \(name) --format png -q",
      ] {
        #expect(try shell.paint("-d art.paint export first.png -q").code == 0)
        let piped = try shell.sh("paint \(line) | cat")
        #expect(piped.code == 0 && piped.bytes == expected, "\(line)")
        let file = try shell.paint(line)
        #expect(file.code == 0 && file.bytes == expected, "\(line)")
      }
    }
    let json = try shell.sh("paint batch empty --from first.png --out /dev/stdout --format png --json | cat; echo $?")
    #expect(json.errors.contains("standard output"), "\(json)")
  }

  @Test("a name that ends in a slash is that of a folder, and a folder is not replaced")
  func folders() throws {
    _ = try shell.sh("mkdir 'folder.png' in; paint -d art.paint export in/a.png -q; mkdir -p out/a.png")
    for line in [
      "-d art.paint export b.png/", "-d art.paint export folder.png/", "-d art.paint timelapse b.png/",
      "batch empty --from in/a.png --out out/{name}/", "batch empty --from in/a.png --out b.png/",
      "diff in/a.png in/a.png --out b.png/",
    ] {
      let outcome = try shell.paint(line)
      #expect(outcome.code == 64 && outcome.message.contains("name of a folder"), "\(line): \(outcome)")
    }
    let there = try shell.paint("-d art.paint export folder.png")
    #expect(there.code == 74 && there.message.contains("folder.png"), "\(there)")
    let skipped = try shell.paint("batch empty --from in/*.png --out out/{name} --skip-existing")
    #expect(skipped.code == 1 && skipped.output.hasPrefix("1 picture: 0 written, 0 skipped, 1 failed, "), "\(skipped)")
    #expect(skipped.errors.contains("out/a.png"), "\(skipped)")
    #expect(try shell.names().contains("b.png") == false)
  }

  @Test("the files of a drawing are not replaced by pictures")
  func ownFiles() throws {
    let before = try shell.files(of: "clear.paint")
    let pack = try #require(try shell.names(in: "art.paint/packs").first { $0.hasSuffix(".png") })
    _ = try shell.sh("ln -s art.paint/packs/\(pack) link.png; paint -d art.paint export in.png -q")
    for line in [
      "-d art.paint export art.paint/packs/\(pack)", "-d art.paint export art.paint/index.sqlite --format png",
      "-d art.paint export link.png", "-d clear.paint export art.paint/new.png", "-d art.paint timelapse link.png",
      "batch empty --from in.png --out art.paint/packs/\(pack)", "diff in.png in.png --out link.png",
    ] {
      let outcome = try shell.paint(line)
      #expect(outcome.code == 73 && outcome.message.contains("inside a drawing"), "\(line): \(outcome)")
    }
    #expect(try shell.files(of: "clear.paint") == before)
    #expect(try shell.paint("-d art.paint check").code == 0)
    // A picture next to the packs of something else is none of a drawing.
    let other = try shell.sh(
      "mkdir packs; paint -d art.paint export packs/a.png -q && paint -d art.paint export a.png -q")
    #expect(other.code == 0, "\(other)")
  }

  @Test("formats without loss keep every pixel; an opaque TIFF has no alpha")
  func lossless() throws {
    for document in ["art", "clear"] {
      let expected = try Picture(shell.paint("-d \(document).paint export -").bytes)
      for line in ["a.tif", "a.webp --lossless", "a.pam", "a.png"] {
        #expect(try shell.paint("-d \(document).paint export \(line)").code == 0)
        let reader = try reader(String(line.split(separator: " ")[0]))
        if reader.format.name == "TIFF" { #expect(reader.header.hasAlpha == (document == "clear")) }
        #expect(try Picture(reader) == expected, "\(document): \(line)")
      }
    }
  }

  @Test("batch --out, diff --out, export --each and dry runs write all formats, too")
  func others() throws {
    let photo = FormatFixture.samples[1].path
    for format in PictureFormat.writable {
      let file = "x.\(format.endings[0])"
      let outcome = try shell.sh(
        """
        set -e; export PAINT_DOCUMENT=art.paint
        check() { paint info "$1" | grep -q ': \(format.name), ' && rm "$1"; }
        paint batch empty --from \(photo) --out \(file); check \(file)
        paint diff 0 1 --out \(file); check \(file)
        paint stroke pencil 5,5 --width 9 --dry-run --out \(file); check \(file)
        paint batch empty --from \(photo) --out - --format \(format.name) >piped; check piped
        paint export 'step-%d.\(format.endings[0])' --each; check step-0.\(format.endings[0])
        """)
      #expect(outcome.code == 0, "\(format.name): \(outcome)")
    }
    #expect(try shell.sh("PAINT_DOCUMENT=art.paint paint batch - --dry-run --out x.jpg </dev/null").code == 0)
  }

  @Test("the options of a format change the file")
  func options() throws {
    let plain = ["-d", "art.paint", "export", "-", "--format"]
    func bytes(_ line: String) throws -> [UInt8] {
      let outcome = try shell.paint(plain + line.split(separator: " ").map(String.init))
      #expect(outcome.code == 0, "\(line): \(outcome)")
      return outcome.bytes
    }
    for (format, quality) in [("jpeg", 90), ("webp", 80), ("avif", 60)] {
      let sizes = try [5, quality, 100].map { try bytes("\(format) --quality \($0)").count }
      #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(format): \(sizes)")
      #expect(try bytes("\(format) --quality \(quality)") == bytes(format), "the default of \(format)")
    }
    for format in ["jpeg", "avif"] {
      #expect(try bytes("\(format) --subsampling 420") == bytes(format))
      #expect(try bytes("\(format) --subsampling 444") != bytes(format))
    }
    #expect(try bytes("jpeg --progressive") != bytes("jpeg"))
    #expect(try bytes("webp --lossless") != bytes("webp"))
  }

  @Test("an option that the format cannot use is exit 64, and nothing is written")
  func unusable() throws {
    let options: [(WritingOption, String)] = [
      (.quality, "--quality 50"), (.subsampling, "--subsampling 444"), (.progressive, "--progressive"),
      (.lossless, "--lossless"),
    ]
    for format in PictureFormat.writable {
      for (option, words) in options where !format.options.contains(option) {
        let file = "x.\(format.endings[0])"
        for line in [
          "-d art.paint export \(file)", "diff 0 1 -d art.paint --out \(file)",
          "batch empty --from in.png --out \(file)",
        ] {
          let outcome = try shell.paint("\(line) \(words)")
          #expect(outcome.code == 64, "\(line) \(words): \(outcome)")
          #expect(outcome.message.hasPrefix("--\(option.rawValue) is only for "), "\(outcome)")
          #expect(outcome.message.split(separator: ";").last?.contains(format.name) == true, "\(outcome)")
        }
        #expect(shell.contents(file) == nil)
      }
    }
    for format in PictureFormat.writable where format.name != "PNG" {
      for words in ["--compression fast", "--rgba", "--colors 4", "--colors 4 --dither"] {
        let outcome = try shell.paint("-d art.paint export x.\(format.endings[0]) \(words)")
        #expect(outcome.code == 64 && outcome.message.contains("only for PNG"), "\(words): \(outcome)")
      }
      if format.storesProfile { continue }
      let stripped = try shell.paint("-d art.paint export x.\(format.endings[0]) --strip")
      #expect(stripped.code == 64 && stripped.message.contains("keeps pixels alone"), "\(stripped)")
    }
    for (words, message) in [
      ("x.png --lossless", "--lossless is only for WebP; PNG is always lossless"),
      ("x.avif --lossless", "--lossless is only for WebP; paint writes no lossless AVIF"),
      ("x.ppm --quality 50", "--quality is only for JPEG, WebP and AVIF; PPM is always lossless"),
      ("x.webp --subsampling 444", "--subsampling is only for JPEG and AVIF; WebP has no choice of it"),
      ("x.jpg --rgba", "--rgba is only for PNG; it has no meaning for JPEG"),
    ] {
      #expect(try shell.paint("-d art.paint export \(words)").message == message)
    }
    for line in [
      "export x.jpg --quality 0", "export x.jpg --quality 101", "export x.jpg --quality 90%",
      "export x.jpg --subsampling 411", "export x.webp --lossless --quality 50", "export x.png --background redd",
      "export x.png --background ff000080", "export x.png --background none", "export x --format gif",
      "export x --format bmp", "diff 0 1 --quality 50", "diff 0 1 --background red", "batch empty --format png",
      "timelapse x.webp",
    ] {
      #expect(try shell.paint("-d art.paint \(line)").code == 64, "\(line)")
    }
    #expect(try !shell.names().contains { $0.hasPrefix("x") })
  }

  @Test("an ending of no format that can be written is exit 64, and those that can are listed")
  func unknownEnding() throws {
    for file in ["x.bmp", "x", "x.", ".png/x", "x.gif", "x.heic"] {
      let outcome = try shell.paint(["-d", "art.paint", "export", file])
      #expect(outcome.code == 64, "\(file): \(outcome)")
      for format in PictureFormat.writable {
        for ending in format.endings { #expect(outcome.errors.contains(".\(ending)"), "\(file): \(outcome)") }
      }
      #expect(outcome.message.contains("read") == (file.hasSuffix("gif") || file.hasSuffix("heic")), "\(outcome)")
    }
    for file in ["x.pgm", "x.PBM"] {
      let outcome = try shell.paint(["-d", "art.paint", "export", file])
      #expect(outcome.code == 64, "\(file): \(outcome)")
      #expect(outcome.message == "'\(file)': PGM and PBM files can be read, but not written", "\(outcome)")
      #expect(outcome.errors.contains("hint: use .ppm or .pam"), "\(outcome)")
    }
  }

  @Test("formats without transparency use white, with a warning if a pixel needs it; --background sets another colour")
  func background() throws {
    let green = Pixel(red: 0, green: 255, blue: 0, alpha: 128)
    #expect(try Picture(shell.paint("-d clear.paint export -").bytes)[3, 3] == green)
    for ending in ["jpg", "ppm"] {
      let opaque = try shell.paint("-d art.paint export a.\(ending)")
      #expect(opaque.code == 0 && !opaque.errors.contains("were put on"), "\(opaque)")
      let outcome = try shell.paint("-d clear.paint export a.\(ending)")
      #expect(outcome.code == 0 && outcome.errors.contains("were put on white"), "\(outcome)")
      let json = try shell.paint("-d clear.paint export a.\(ending) --json").json
      #expect(json["warnings"].elements.count == 1)
    }
    // 127 of 255 of white.
    #expect(try Picture(reader("a.ppm"))[3, 3] == Pixel(red: 127, green: 255, blue: 127))
    for ending in ["png", "ppm", "pam", "tif"] {
      let outcome = try shell.paint("-d clear.paint export b.\(ending) --background blue")
      #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
      #expect(try Picture(reader("b.\(ending)"))[3, 3] == Pixel(red: 0, green: 128, blue: 127), "\(ending)")
    }
    #expect(try !reader("b.png").header.hasAlpha)
    #expect(try shell.paint("-d clear.paint export c-%d.png --each --background blue").code == 0)
    #expect(shell.contents("c-0.png") == shell.contents("b.png"))
    let each = try shell.paint(["-d", "clear.paint", "export", "e-%d.jpg", "--each"])
    #expect(each.code == 0 && each.errors.split(separator: "\n").count == 1, "\(each)")
    let batch = try shell.sh(
      "paint -d clear.paint export in.png -q; paint batch empty --from in.png --out x.jpg && paint info x.jpg")
    #expect(batch.code == 0 && batch.errors.contains("were put on white"), "\(batch)")
  }

  @Test("a colour profile is written where the format has a place for it")
  func profile() throws {
    _ = try shell.paint(["new", "p.paint", "--from", FormatFixture(name: "jpeg/profile.jpg", library: nil).path])
    for format in PictureFormat.writable {
      #expect(try shell.paint(["-d", "p.paint", "export", "p.\(format.endings[0])"]).code == 0)
      #expect(
        try (reader("p.\(format.endings[0])").header.colorProfile != nil) == format.storesProfile, "\(format.name)")
    }
  }

  @Test("a picture that a format cannot have is refused, and an existing file stays")
  func tooLarge() throws {
    _ = try shell.sh("paint new wide.paint --size 20000x1 -q; echo mine >x.webp")
    let outcome = try shell.paint("-d wide.paint export x.webp")
    #expect(outcome.code == 65 && outcome.message.contains("at most 16,383 pixels"), "\(outcome)")
    #expect(shell.contents("x.webp") == Array("mine\n".utf8))
  }

  @Test("a pipe whose reader goes away is no error")
  func closedPipe() throws {
    for format in PictureFormat.writable {
      _ = try shell.sh("{ paint -d art.paint export - --format \(format.name); echo $? >code; } | head -c 1 >/dev/null")
      #expect(shell.contents("code") == Array("0\n".utf8), "\(format.name)")
    }
  }
}
