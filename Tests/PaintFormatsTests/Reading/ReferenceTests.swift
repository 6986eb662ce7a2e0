import PaintFormats
import PaintRaster
import Testing

@Suite("Pixels of the reference tools")
struct ReferenceTests {
  @Test("the reference tools are installed")
  func tools() {
    for tool in ReferenceTool.allCases where !tool.isInstalled {
      print("NOT COMPARED: \(tool.rawValue) is missing; install the Debian package \(tool.package)")
    }
  }

  private func expect(_ name: String, equals expected: Picture?, _ options: ReadingOptions = ReadingOptions()) throws {
    let expected = try #require(expected, "the reference tool cannot read \(name)")
    let difference = try Picture(reading: Fixture.bytes(name), options).difference(from: expected)
    #expect(difference == nil, "\(name)")
  }

  // djpeg takes all CMYK for Adobe's, and turns nothing.
  @Test(
    "JPEG as djpeg", .enabled(if: ReferenceTool.djpeg.isInstalled, "install libjpeg-turbo-progs"),
    arguments: Fixture.jpeg.filter { !$0.contains("orientation") && !$0.contains("plain") })
  func jpeg(name: String) throws {
    try expect(name, equals: ReferenceTool.picture(from: "djpeg -pnm '\(Fixture.path(name))'"))
  }

  @Test(
    "JPEG scaled while it is decoded, as djpeg",
    .enabled(if: ReferenceTool.djpeg.isInstalled, "install libjpeg-turbo-progs"), arguments: [1, 2, 4, 8])
  func reducedJPEG(eighths: Int) throws {
    var options = ReadingOptions()
    options.minimumSize = { full in
      CanvasSize(width: (full.width * eighths + 7) / 8, height: (full.height * eighths + 7) / 8)
    }
    for name in ["jpeg/420.jpg", "jpeg/progressive.jpg", "jpeg/cmyk-adobe.jpg"] {
      let command = "djpeg -scale \(eighths)/8 -pnm '\(Fixture.path(name))'"
      try expect(name, equals: ReferenceTool.picture(from: command), options)
    }
  }

  @Test(
    "WebP as dwebp", .enabled(if: ReferenceTool.dwebp.isInstalled, "install webp"),
    arguments: Fixture.webp.filter { !$0.contains("animated") })
  func webp(name: String) throws {
    // dwebp adds noise by itself.
    let stored = ReferenceTool.picture(from: "dwebp -quiet -nodither -pam '\(Fixture.path(name))' -o -")
    try expect(name, equals: name.contains("orientation-6") ? stored?.turned(6) : stored)
  }

  // tiff2rgba multiplies by alpha, truncates grey of 16 bits, and turns some orientations.
  @Test(
    "TIFF as tiff2rgba",
    .enabled(if: ReferenceTool.areInstalled(.tiff2rgba, .tifftopnm), "install libtiff-tools and netpbm"),
    arguments: Fixture.tiff.filter { name in
      !["alpha", "associated", "float", "grey16", "orientation", "pages"].contains { name.contains($0) }
    })
  func tiff(name: String) throws {
    let folder = Folder()
    let command = "tiff2rgba -c none '\(Fixture.path(name))' '\(folder.path)/x.tif' && tifftopnm '\(folder.path)/x.tif'"
    try expect(name, equals: ReferenceTool.picture(from: command))
  }

  @Test(
    "TIFF with alpha, 16 bits, or turned, as tifftopnm",
    .enabled(if: ReferenceTool.tifftopnm.isInstalled, "install netpbm"),
    arguments: ["tiff/alpha.tif", "tiff/grey16-big-endian.tif", "tiff/rgb16.tif"]
      + Fixture.names("tiff", "tif").filter { $0.contains("orientation") })
  func directTIFF(name: String) throws {
    // By row it converts by itself; else libtiff does, which truncates and multiplies.
    let folder = Folder()
    let path = Fixture.path(name)
    let color = PlainPixmap(ReferenceTool.output(of: "tifftopnm -byrow '\(path)'"))
    guard name.contains("alpha") else {
      try expect(name, equals: color?.picture())
      return
    }
    _ = ReferenceTool.output(of: "tifftopnm -byrow -alphaout='\(folder.path)/a.pgm' '\(path)' >/dev/null")
    let alpha = try #require(PlainPixmap(Fixture.bytes("\(folder.path)/a.pgm")))
    try expect(name, equals: color?.picture(alpha: alpha))
  }

  @Test(
    "GIF's first frame as giftopnm", .enabled(if: ReferenceTool.giftopnm.isInstalled, "install netpbm"),
    arguments: Fixture.gif)
  func gif(name: String) throws {
    let folder = Folder()
    let command = "giftopnm -image=1 -alphaout='\(folder.path)/a.pgm' '\(Fixture.path(name))'"
    var expected = try #require(ReferenceTool.picture(from: command))
    let bits = ReferenceTool.output(of: "pamdepth 255 '\(folder.path)/a.pgm'")
    if let alpha = PlainPixmap(bits) ?? PlainPixmap(Fixture.bytes("\(folder.path)/a.pgm")) {
      // Where it is transparent, ours is blank.
      for index in expected.pixels.indices where alpha.samples[index] == 0 { expected.pixels[index] = 0 }
    }
    try expect(name, equals: expected)
  }

  @Test("frames of a GIF are the whole picture, as Pillow composes it", arguments: 1...3)
  func frames(disposal: Int) throws {
    var options = ReadingOptions()
    options.page = 2
    let expected = PlainPixmap(Fixture.bytes("gif/animated-\(disposal)-2.pam"))?.picture()
    try expect("gif/animated-\(disposal).gif", equals: expected, options)
  }

  @Test("frames of a WebP are those of the GIF that it was made from", arguments: 0..<4)
  func animatedWebP(frame: Int) throws {
    var options = ReadingOptions()
    options.page = frame
    let gif = try Picture(reading: Fixture.bytes("gif/animated-2.gif"), options)
    let webp = try Picture(reading: Fixture.bytes("webp/animated.webp"), options)
    #expect((webp.width, webp.height) == (gif.width, gif.height))
    // gif2webp compresses with a little loss of colour, and none of shape.
    #expect(zip(webp.pixels, gif.pixels).allSatisfy { $0 >> 24 == $1 >> 24 })
  }

  @Test(
    "AVIF as avifdec", .enabled(if: ReferenceTool.areInstalled(.avifdec, .pngtopam), "install libavif-bin and netpbm"),
    arguments: Fixture.avif)
  func avif(name: String) throws {
    let folder = Folder()
    let command =
      "avifdec -d 8 '\(Fixture.path(name))' '\(folder.path)/x.png' >/dev/null && pngtopam -alphapam '\(folder.path)/x.png'"
    var stored = ReferenceTool.picture(from: command)
    // avifdec turns and crops nothing.
    if name.contains("cropped") { stored = stored?.cropped(x: 8, y: 6, width: 20, height: 12) }
    let orientations = [
      "rotated-1": 8, "cropped-rotated-1": 8, "rotated-2": 3, "rotated-3": 6, "turned-mirrored": 5, "mirrored-0": 4,
      "mirrored-1": 2,
    ]
    let turned = orientations.first { name == "avif/\($0.key).avif" }?.value ?? 1
    try expect(name, equals: stored?.turned(turned))
  }

  @Test(
    "HEIF as heif-convert",
    .enabled(if: ReferenceTool.areInstalled(.heifConvert, .pngtopam), "install libheif-examples and netpbm"),
    arguments: Fixture.heif)
  func heif(name: String) throws {
    let folder = Folder()
    let command =
      "heif-convert '\(Fixture.path(name))' '\(folder.path)/x.png' >/dev/null && pngtopam -alphapam '\(folder.path)/x.png'"
    try expect(name, equals: ReferenceTool.picture(from: command))
  }

  @Test(
    "Netpbm's formats as its own tools", .enabled(if: ReferenceTool.pamdepth.isInstalled, "install netpbm"),
    arguments: Fixture.pnm)
  func pixmaps(name: String) throws {
    // pamdepth rounds to the nearest, too.
    try expect(name, equals: ReferenceTool.picture(from: "pamdepth 255 '\(Fixture.path(name))'"))
  }
}
