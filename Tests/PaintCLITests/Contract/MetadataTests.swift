import Testing

/// EXIF, XMP and texts: what the picture that a drawing was made from had, its exports have.
@Suite("Contract: metadata")
struct MetadataTests {
  private let shell: Shell
  private static let title = Array("Title\0A picture".utf8)
  private static let note = Array("Note\0\0\0en\0\0caf\u{e9}".utf8)
  private static let packet = Array("XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>".utf8)

  /// Makes in.png of 40x30 pixels, which states a quarter turn.
  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      set -e; : >empty; paint new plain.paint --size 40x30 --background gold -q
      paint -d plain.paint stroke line 2,2 30,20 -q; paint -d plain.paint export plain.png -q; rm -r plain.paint
      """)
    try #require(made.code == 0, "\(made)")
    var file = PNGChunks(try #require(shell.contents("plain.png")))
    file.add("eXIf", PNGChunks.exif(orientation: 6))
    for text in [Self.note, Self.packet] { file.add("iTXt", text) }
    file.add("tEXt", Self.title)
    file.add("tEXt", Array("Author\0Somebody".utf8))
    try shell.write("in.png", file.bytes)
  }

  private func chunks(_ file: String) throws -> PNGChunks { PNGChunks(try #require(shell.contents(file))) }

  private func info(_ file: String) throws -> JSON { try shell.paint("info \(file) --json").json }

  @Test("PNG to PNG keeps all of it, with a document or without; EXIF says that the picture is upright")
  func png() throws {
    let written = try shell.sh(
      """
      set -e; paint new art.paint --from in.png -q; paint stroke pencil 3,3 -q; paint export exported.png -q
      paint export part.png --region 1,1,5x5 -q; paint export again.png --compression best --rgba -q
      paint batch empty --from in.png --out batch.png -q; paint batch empty --from in.png --out - -q >piped.png
      paint gc -q; paint export later.png -q
      """)
    #expect(written.code == 0 && written.errors.isEmpty, "\(written)")
    for name in ["exported.png", "part.png", "again.png", "batch.png", "piped.png", "later.png"] {
      let file = try chunks(name)
      #expect(file["eXIf"] == PNGChunks.exif(orientation: 1), "\(name)")
      let texts = file.chunks.filter { ["tEXt", "zTXt", "iTXt"].contains($0.type) }.map(\.payload)
      let expected = [Array("Author\0Somebody".utf8), Self.title, Self.packet, Self.note]
      #expect(texts == expected, "\(name)")
      #expect(try info(name)["orientation"].int == 1)
    }
    #expect(try shell.sh("paint diff exported.png again.png --exit-code").code == 0)
  }

  @Test("EXIF and texts behind the pixels are kept, from files and pipes, with a document or without")
  func behindPixels() throws {
    let file = try chunks("in.png")
    let types = ["eXIf", "tEXt", "iTXt"]
    var behind = file
    behind.chunks = file.chunks.filter { !types.contains($0.type) }
    behind.chunks.insert(contentsOf: file.chunks.filter { types.contains($0.type) }, at: behind.chunks.count - 1)
    #expect(behind.chunks.last?.type == "IEND" && behind.chunks.count == file.chunks.count)
    try shell.write("behind.png", behind.bytes)
    let written = try shell.sh(
      """
      set -e; paint batch empty --from behind.png --out a.png -q; paint new art.paint --from behind.png -q
      paint export b.png -q; cat behind.png | paint batch empty --from - --out c.png -q
      cat behind.png | paint new piped.paint --from - -q; paint -d piped.paint export d.png -q
      """, with: ["PAINT_DOCUMENT": "art.paint"])
    #expect(written.code == 0 && written.errors.isEmpty, "\(written)")
    let texts = file.chunks.filter { ["tEXt", "iTXt"].contains($0.type) }
    for name in ["a.png", "b.png", "c.png", "d.png"] {
      let copy = try chunks(name)
      #expect(copy["eXIf"] == PNGChunks.exif(orientation: 1), "\(name)")
      #expect(copy.chunks.filter { ["tEXt", "iTXt"].contains($0.type) } == texts, "\(name)")
      #expect(try info(name)["width"].int == 30, "\(name)")
    }
  }

  @Test("EXIF and XMP go from each of PNG, JPEG and WebP to each of them, and not with --strip")
  func formats() throws {
    let written = try shell.sh(
      """
      set -e; for out in a.png a.jpg a.webp; do paint batch empty --from in.png --out $out -q; done
      for from in png jpg webp; do for out in png jpg webp; do
        paint batch empty --from a.$from --out $from-$out.$out -q
        paint batch empty --from a.$from --out $from-$out-strip.$out --strip -q
      done; done
      """)
    #expect(written.code == 0 && written.errors.isEmpty, "\(written)")
    for from in ["png", "jpg", "webp"] {
      for to in ["png", "jpg", "webp"] {
        let kept = try info("\(from)-\(to).\(to)")
        let hasXMP = kept["xmp"].bool == true || kept["texts"].int ?? 0 > 0
        #expect(kept["exif"].bool == true && hasXMP && kept["orientation"].int == 1, "\(from) to \(to): \(kept)")
        #expect(kept["width"].int == 30 && kept["height"].int == 40)
        let stripped = try info("\(from)-\(to)-strip.\(to)")
        #expect(stripped["exif"].bool == false && stripped["xmp"].bool == false, "\(from) to \(to): \(stripped)")
        #expect(stripped["texts"].int == 0 && stripped["profile"] == .null)
      }
    }
    let photo = FormatFixture(name: "jpeg/orientation-6.jpg", library: nil).path
    _ = try shell.paint(["batch", "empty", "--from", photo, "--out", "photo.jpg"])
    let json = try info("photo.jpg")
    #expect(json["exif"].bool == true && json["orientation"].int == 1 && json["width"].int == 8, "\(json)")
  }

  @Test("AVIF keeps EXIF and XMP, and JPEG and TIFF the density")
  func furtherFormats() throws {
    var file = PNGChunks(try #require(shell.contents("in.png")))
    // 300 and 150 pixels an inch.
    file.add("pHYs", [0, 0, 46, 35, 0, 0, 23, 18, 1])
    try shell.write("dense.png", file.bytes)
    let written = try shell.sh(
      """
      set -e
      for out in avif jpg tif; do
        paint batch empty --from dense.png --out a.$out -q; paint batch empty --from a.$out --out $out.png -q
      done
      """)
    #expect(written.code == 0 && written.errors.isEmpty, "\(written)")
    let json = try info("a.avif")
    #expect(json["exif"].bool == true && json["xmp"].bool == true && json["width"].int == 30, "\(json)")
    #expect(try info("avif.png")["orientation"].int == 1)
    // It turns with the pixels. AVIF has no place for it but EXIF.
    for name in ["avif", "jpg", "tif"] {
      #expect(try chunks("\(name).png")["pHYs"] == [0, 0, 23, 18, 0, 0, 46, 35, 1], "\(name)")
    }
  }

  @Test("--strip removes the profile, in every format that has one")
  func strip() throws {
    let photo = FormatFixture(name: "jpeg/profile.jpg", library: nil).path
    _ = try shell.paint(["new", "art.paint", "--from", photo])
    for ending in ["png", "jpg", "webp", "tif", "avif"] {
      #expect(try shell.sh("paint export a.\(ending) && paint export b.\(ending) --strip").code == 0)
      #expect(try info("a.\(ending)")["profile"]["bytes"].int == 588)
      #expect(try info("b.\(ending)")["profile"] == .null, "\(ending)")
    }
    #expect(try shell.sh("paint diff a.png b.png --exit-code").code == 0)
  }

  @Test("a picture that is placed or imported brings none, and a timelapse has none")
  func others() throws {
    let written = try shell.sh(
      """
      set -e; paint new art.paint --size 30x40 -q; paint place in.png -q; paint undo -q; paint import in.png -q
      paint export out.png -q; paint new from.paint --from in.png -q; paint -d from.paint stroke pencil 3,3 -q
      paint -d from.paint timelapse lapse.png -q
      """, with: ["PAINT_DOCUMENT": "art.paint"])
    #expect(written.code == 0 && written.errors.isEmpty, "\(written)")
    let kept = try shell.names(in: "art.paint/files")
    #expect(kept.count == 1)
    for name in ["out.png", "lapse.png"] + kept.map({ "art.paint/files/\($0)" }) {
      let file = try chunks(name)
      #expect(file["eXIf"] == nil && file["tEXt"] == nil && file["iTXt"] == nil, "\(name)")
    }
  }

  @Test("with --orientation ignore EXIF keeps the orientation, as the pixels do")
  func ignored() throws {
    let written = try shell.paint("batch empty --from in.png --orientation ignore --out out.png")
    #expect(written.code == 0, "\(written)")
    #expect(try chunks("out.png")["eXIf"] == PNGChunks.exif(orientation: 6))
    #expect(try shell.paint("diff in.png out.png --exit-code").code == 0)
  }

  @Test("with --orientation ignore the orientation of a TIFF is kept, to each format that states one")
  func ignoredOfTIFF() throws {
    let path = FormatFixture(name: "tiff/orientation-6.tif", library: nil).path
    for ending in ["tif", "png", "jpg", "webp", "avif"] {
      let written = try shell.sh(
        """
        set -e; paint batch empty --from \(path) --orientation ignore --out a.\(ending) -q
        paint new a.paint --replace --from \(path) --orientation ignore -q; paint -d a.paint export b.\(ending) -q
        """)
      #expect(written.code == 0 && written.errors.isEmpty, "\(written)")
      for name in ["a", "b"] {
        let json = try info("\(name).\(ending)")
        #expect(json["orientation"].int == 6 && json["width"].int == 8 && json["height"].int == 12, "\(json)")
      }
    }
    #expect(try shell.sh("paint diff a.tif \(path) --exit-code").code == 0)
    let stripped = try shell.paint("batch empty --from \(path) --orientation ignore --out c.tif --strip")
    #expect(try stripped.code == 0 && info("c.tif")["orientation"].int == 1)
  }

  @Test("metadata over 256 KiB is dropped with a warning")
  func large() throws {
    var file = PNGChunks(try #require(shell.contents("in.png")))
    file.add("tEXt", Array("Long\0".utf8) + [UInt8](repeating: 65, count: 300_000))
    try shell.write("large.png", file.bytes)
    let written = try shell.paint("batch empty --from large.png --out out.png")
    #expect(written.code == 0)
    #expect(written.errors.contains("the tEXt chunk was dropped: EXIF and texts are larger than 256 KiB"), "\(written)")
    let out = try chunks("out.png")
    #expect(out["tEXt"] == Array("Author\0Somebody".utf8) && out["eXIf"] != nil)
  }
}
