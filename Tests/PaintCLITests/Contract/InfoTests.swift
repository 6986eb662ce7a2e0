import Testing

/// `paint info`: what the headers of picture files state.
@Suite("Contract: info")
struct InfoTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  private static func path(_ name: String) -> String { FormatFixture(name: name, library: nil).path }

  /// Files, and what is printed after their names.
  private static let table = [
    ("jpeg/420.jpg", "JPEG, 45x35, 8-bit YCbCr, 3 channels, no profile, orientation 1, 1 frame"),
    ("jpeg/orientation-6.jpg", "JPEG, 8x12, 8-bit YCbCr, 3 channels, no profile, orientation 6, 1 frame, EXIF"),
    (
      "jpeg/profile.jpg",
      "JPEG, 45x35, 8-bit YCbCr, 3 channels, profile 'sRGB built-in' of 588 bytes, orientation 1, 1 frame"
    ),
    ("webp/animated.webp", "WebP, 40x30, 8-bit RGB, 4 channels with alpha, no profile, orientation 1, 4 frames"),
    ("tiff/pages.tif", "TIFF, 12x8, 8-bit RGB, 3 channels, no profile, orientation 1, 2 frames"),
    ("gif/plain.gif", "GIF, 45x35, 6-bit palette, 1 channel, no profile, orientation 1, 1 frame"),
    ("avif/10-bit.avif", "AVIF, 45x35, 10-bit YCbCr, 3 channels, no profile, orientation 1, 1 frame"),
    ("heif/alpha.heic", "HEIF, 45x35, 8-bit YCbCr, 4 channels with alpha, no profile, orientation 1, 1 frame"),
    ("pnm/wide.ppm", "PPM, 45x35, 16-bit RGB, 3 channels, no profile, orientation 1, 1 frame"),
    (
      "../photos/chelsea.png",
      "PNG, 451x300, 8-bit RGB, 3 channels, profile 'sRGB IEC61966-2.1' of 3,144 bytes, orientation 1, 1 frame, 1 text"
    ),
  ]

  @Test("each format, from files and pipes, all in one line each", arguments: table.indices)
  func formats(index: Int) throws {
    let (name, expected) = Self.table[index]
    let path = Self.path(name)
    #expect(try shell.paint(["info", path]).output == "\(path): \(expected)\n")
    #expect(try shell.sh("paint info - <\(path)").output == "-: \(expected)\n")
    #expect(try shell.sh("cat \(path) | paint info -").output == "-: \(expected)\n")
  }

  @Test("--json prints an object for each file")
  func json() throws {
    let outcome = try shell.paint(["info", "--json"] + Self.table.map { Self.path($0.0) })
    #expect(outcome.code == 0, "\(outcome)")
    let lines = try outcome.jsonLines
    #expect(lines.count == Self.table.count)
    for (json, (name, text)) in zip(lines, Self.table) {
      #expect(json["file"].text == Self.path(name))
      let size = "\(json["width"].int ?? 0)x\(json["height"].int ?? 0)"
      #expect(text.hasPrefix("\(json["format"].text ?? ""), \(size), \(json["depth"].int ?? 0)-bit"), "\(json)")
      #expect(text.contains("orientation \(json["orientation"].int ?? 0), \(json["frames"].int ?? 0) frame"), "\(json)")
      #expect(text.contains("with alpha") == json["alpha"].bool)
    }
    #expect(lines[2]["profile"]["name"].text == "sRGB built-in" && lines[2]["profile"]["bytes"].int == 588)
    #expect(lines[0]["profile"] == .null)
    #expect(lines.map { $0["exif"].bool } == Self.table.map { $0.1.hasSuffix(", EXIF") })
    #expect(lines.allSatisfy { $0["xmp"].bool == false } && lines.last?["texts"].int == 1)
  }

  @Test("--page shows the header of another page")
  func page() throws {
    let outcome = try shell.paint(["info", "--page", "2", Self.path("tiff/pages.tif")])
    #expect(outcome.output.contains(": TIFF, 20x10, "), "\(outcome)")
    #expect(try shell.paint(["info", "--page", "3", Self.path("tiff/pages.tif")]).code == 66)
  }

  @Test("only the header is read: the pixels may be missing")
  func headerAlone() throws {
    for (name, count) in [
      ("jpeg/420.jpg", 640), ("pnm/colour.ppm", 20), ("../photos/chelsea.png", 6_000),
      ("heif/rotated-1.heic", 600), ("avif/420.avif", 600),
    ] {
      let outcome = try shell.sh("head -c \(count) \(Self.path(name)) >cut; paint info cut")
      #expect(outcome.code == 0 && outcome.output.hasPrefix("cut: "), "\(outcome)")
    }
  }

  @Test("a file that cannot be read does not stop the others")
  func several() throws {
    _ = try shell.sh("echo hello >letter; mkdir art.paint")
    let photo = Self.path("jpeg/420.jpg")
    for (file, code) in [("letter", 65), ("none.jpg", 66), ("art.paint", 74)] {
      let alone = try shell.paint(["info", file])
      #expect(alone.code == code && alone.output == "", "\(alone)")
      let outcome = try shell.paint(["info", file, photo])
      #expect(outcome.code == 1 && outcome.lines.count == 1, "\(outcome)")
      #expect(outcome.output.hasPrefix(photo) && outcome.message.contains(file), "\(outcome)")
      let lines = try shell.paint(["info", "--json", file, photo]).jsonLines
      #expect(lines.count == 2 && lines[0]["exit"].int == code && lines[1]["format"].text == "JPEG")
    }
    #expect(try shell.paint("info art.paint").errors.contains("status"))
    #expect(try shell.paint("info").code == 64)
    #expect(try shell.paint("batch - --check", input: "info letter\n").code == 65)
    #expect(try shell.paint("identify x").errors.contains("did you mean: paint info x"))
  }
}
