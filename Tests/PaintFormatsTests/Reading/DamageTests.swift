import PaintFormats
import PaintRaster
import PaintTestSupport
import Testing

@Suite("Damaged pictures")
struct DamageTests {
  private static func lenient() -> ReadingOptions {
    var options = ReadingOptions()
    options.isLenient = true
    return options
  }

  /// Every length of the small files, and a part of those of the larger ones.
  private static func lengths(of bytes: [UInt8]) -> [Int] {
    let step = isThorough || bytes.count < 600 ? 1 : bytes.count / 150
    return Array(stride(from: 0, to: bytes.count, by: step)) + (bytes.count - 4..<bytes.count)
  }

  @Test(
    "a file truncated anywhere is refused, and its rest is as good as the error says, or all its pixels are right",
    arguments: Fixture.all)
  func truncations(name: String) throws {
    let bytes = Fixture.bytes(name)
    let whole = try Picture(reading: bytes)
    let isTurned = try PictureHeader(of: PictureSource(bytes: bytes)).orientation != .upright
    for count in Self.lengths(of: bytes) {
      let part = Array(bytes.prefix(count))
      switch Picture.error(reading: part) {
      case nil:
        // What follows the pixels may be missing.
        var picture = try Picture(reading: part)
        // Nobody can tell whether a number in text that ends with the file is whole.
        if name.contains("plain"), let last = whole.pixels.last { picture.pixels[whole.pixels.count - 1] = last }
        let difference = picture.difference(from: whole)
        #expect(difference == nil, "\(name) cut to \(count) bytes")
      case .truncated(0, let rows, let message)? where rows > 0:
        // Nothing is left to be accepted.
        #expect(Picture.error(reading: part, Self.lenient()) == .truncated(readable: 0, rows: rows, message: message))
      case .truncated(let readable, let rows, let message)? where rows > 0:
        guard let reader = try? PictureReader(try PictureSource(bytes: part), options: Self.lenient()),
          let picture = try? Picture(reader)
        else {
          Issue.record("\(name) cut to \(count) bytes is not read leniently: \(message)")
          continue
        }
        #expect(reader.warnings.contains(message), "\(name) cut to \(count) bytes: \(reader.warnings)")
        // Rows of a turned picture are columns; those of a coarse one are there, but not as they are to be.
        guard !isTurned, !message.hasSuffix("coarsely") else { continue }
        #expect((picture.width, picture.height) == (whole.width, whole.height))
        if name == "gif/interlaced.gif" {
          // Its complete rows are not next to each other; the others are transparent.
          let complete = (0..<whole.height).count { y in
            let row = y * whole.width..<(y + 1) * whole.width
            return picture.pixels[row] == whole.pixels[row]
          }
          #expect(complete == readable, "\(name) cut to \(count) bytes")
          continue
        }
        let isGood = picture.rows(readable).elementsEqual(whole.rows(readable))
        #expect(isGood, "\(name) cut to \(count) bytes: \(readable) rows")
      case .truncated(_, _, let message)?, .format(let message)?, .unknownFormat(let message)?:
        #expect(!message.isEmpty)
      case let error?: Issue.record("\(name) cut to \(count) bytes: \(error)")
      }
    }
  }

  @Test(
    "an error tells whether a lenient reader reads the damaged picture",
    arguments: PictureFormat.all.map(\.name))
  func damage(format: String) throws {
    var random = SeededGenerator(seed: 21)
    let seeds = try Mutation.seeds(of: format)
    var accepted = 0
    for number in 0..<(isThorough ? 20_000 : 1_500) {
      let bytes = seeds[number % seeds.count]
      var changed = bytes
      // Behind most headers.
      for _ in 0...number % 3 {
        let place = Int.random(in: bytes.count / 3..<bytes.count, using: &random)
        changed[place] ^= UInt8.random(in: 1...255, using: &random)
      }
      guard let error = Picture.error(reading: changed) else { continue }
      switch error {
      case .format, .damaged, .truncated: break
      default: continue
      }
      let lenient = Picture.error(reading: changed, Self.lenient())
      #expect((lenient == nil) == error.isAcceptable, "\(format) \(number): \(error), leniently \(lenient as Any)")
      guard case .damaged(let readable, let rows, let message) = error else { continue }
      accepted += 1
      #expect(
        readable <= rows
          && (message.contains(" rows can be read") || readable == 0 && message.contains("but parts can be read")),
        "\(message)")
      let reader = try PictureReader(PictureSource(bytes: changed), options: Self.lenient())
      _ = try Picture(reader)
      #expect(reader.warnings.contains(message), "\(format) \(number): \(reader.warnings)")
    }
    // Of a damaged AVIF or HEIF the libraries give no part. In a PAM of 8 bits every byte is a sample.
    #expect(["AVIF", "HEIF", "PAM"].contains(format) ? accepted == 0 : accepted > 0)
  }

  @Test("what a library says about a HEIF that it cannot open is told as it says it")
  func heifWords() {
    for (old, new) in [("pitm", "xitm"), ("hvcC", "xxxC"), ("iloc", "xloc")] {
      var bytes = Fixture.bytes("heif/colour.heic")
      let place = bytes.indices.first { bytes[$0...].starts(with: Array(old.utf8)) }
      guard let place else { continue }
      bytes.replaceSubrange(place..<place + 4, with: Array(new.utf8))
      guard case .format(let message)? = Picture.error(reading: bytes) else { continue }
      // Unprintable bytes are question marks.
      #expect(!message.contains("?"), "\(old): \(message)")
      #expect(message.count { $0.isLetter || $0 == " " } * 10 > message.count * 9, "\(old): \(message)")
    }
  }

  @Test("of a PNG damaged in the middle the rows before the damage are kept")
  func damagedPNG() throws {
    for bytes in try Mutation.seeds(of: "PNG") {
      let whole = try Picture(reading: bytes)
      let place = bytes.count / 2
      var changed = bytes
      changed[place] ^= 0x55
      // The bytes of the chunk count as they are: only what they unpack to is wrong.
      changed = Mutation.repaired(changed)
      guard case .damaged(let readable, let rows, let message)? = Picture.error(reading: changed) else { continue }
      #expect(rows == whole.height && readable > 0 && message.hasSuffix("; \(readable) of \(rows) rows can be read"))
      let reader = try PictureReader(PictureSource(bytes: changed), options: Self.lenient())
      let picture = try Picture(reader)
      #expect(reader.warnings == [message])
      #expect(picture.pixels[(readable * whole.width)...].allSatisfy { $0 == 0 }, "\(message)")
    }
  }

  @Test("of a truncated PNG all complete rows are read, not only whole bands", arguments: [false, true])
  func rowsOfPNG(isLarge: Bool) throws {
    // Pictures of 8 bits are read without libpng, large ones on another thread; those of fewer bits with it.
    let seeds = isLarge ? [Fixture.bytes("../photos/chelsea.png")] : try Mutation.seeds(of: "PNG")
    for bytes in seeds {
      let whole = try Picture(reading: bytes)
      var found: Set<Int> = []
      for count in stride(from: 60, to: bytes.count, by: isLarge ? 9_973 : 7) {
        let part = Array(bytes.prefix(count))
        guard case .truncated(let readable, whole.height, let message)? = Picture.error(reading: part), readable > 0
        else {
          continue
        }
        found.insert(readable)
        let reader = try PictureReader(PictureSource(bytes: part), options: Self.lenient())
        let picture = try Picture(reader)
        #expect(picture.rows(readable).elementsEqual(whole.rows(readable)), "\(count): \(message)")
        #expect(picture.pixels[(readable * whole.width)...].allSatisfy { $0 == 0 }, "\(count): \(message)")
        #expect(reader.warnings == [message])
      }
      #expect(found.contains { $0 % PictureReader.bandRows != 0 }, "\(found)")
    }
  }

  @Test(
    "of a truncated JPEG the rows that cannot be read are transparent",
    arguments: ["420", "progressive", "cmyk-adobe"])
  func blankRows(name: String) throws {
    let bytes = Fixture.bytes("jpeg/\(name).jpg")
    var coarse = 0
    for count in Self.lengths(of: bytes) {
      let part = Array(bytes.prefix(count))
      guard case .truncated(let readable, let rows, _)? = Picture.error(reading: part), readable > 0 else { continue }
      let picture = try Picture(PictureReader(PictureSource(bytes: part), options: Self.lenient()))
      func places(of alpha: UInt32) -> [Int] {
        (0..<rows).filter { y in
          picture.pixels[y * picture.width..<(y + 1) * picture.width].allSatisfy { $0 >> 24 == alpha }
        }
      }
      let (opaque, blank) = (places(of: 255), places(of: 0))
      // One row more is there if its colours are not interpolated with those below.
      let end = opaque.count > readable ? readable + 1 : readable
      #expect(opaque == Array(0..<end) && blank == Array(end..<rows), "cut to \(count) bytes: \(readable) rows")
      if readable < rows { coarse += 1 }
    }
    #expect(coarse > 0)
  }

  @Test("a JPEG with more than 100 scans is refused, and one with fewer is not")
  func scans() throws {
    let bytes = Fixture.bytes("jpeg/progressive.jpg")
    let starts = bytes.indices.dropLast().filter { bytes[$0] == 0xff && bytes[$0 + 1] == 0xda }
    let last = try #require(starts.last)
    let scan = bytes[last..<bytes.count - 2]
    func repeated(_ count: Int) -> [UInt8] {
      Array(bytes[..<last]) + Array(repeatElement(scan, count: count).joined()) + bytes.suffix(2)
    }
    let refused = Picture.error(reading: repeated(101))
    #expect(refused?.message.contains("more than 100 scans") == true, "\(String(describing: refused))")
    let few = repeated(101 - starts.count)
    let reader = try PictureReader(PictureSource(bytes: few), options: Self.lenient())
    _ = try Picture(reader)
  }

  @Test("the frames of an animation that are whole can be read of a truncated file")
  func animation() throws {
    let bytes = Fixture.bytes("webp/animated.webp")
    let whole = try Picture(reading: bytes)
    var readable = 0
    for count in bytes.indices.dropFirst(12) {
      let part = Array(bytes.prefix(count))
      guard case .truncated(let rows, whole.height, let message)? = Picture.error(reading: part),
        message.contains("before all of its frames")
      else { continue }
      let reader = try PictureReader(PictureSource(bytes: part), options: Self.lenient())
      #expect(try Picture(reader) == whole, "cut to \(count) bytes")
      #expect(rows == whole.height && message.hasSuffix("; \(rows) of \(rows) rows can be read"))
      #expect(reader.warnings == [message])
      readable += 1
    }
    // A second frame follows.
    #expect(readable > 50)
  }

  @Test("the rows of an animation's first frame that are there can be read of a truncated file")
  func firstFrame() throws {
    // The frame is a part of the picture, and has alpha.
    let still = Fixture.bytes("webp/lossy-alpha.webp")
    let frame = try Picture(reading: still)
    let bytes = Self.animation(of: still, frame.width, frame.height, left: 6, top: 4, width: 60, height: 50)
    let whole = try Picture(reading: bytes)
    #expect(whole.pixels[4 * 60 + 6..<4 * 60 + 6 + frame.width] == frame.pixels[..<frame.width])
    var found: Set<Int> = []
    for count in stride(from: 60, to: bytes.count, by: 3) {
      let part = Array(bytes.prefix(count))
      // The header is whole.
      let header = try PictureHeader(of: PictureSource(bytes: part))
      #expect((header.width, header.height, header.pages) == (60, 50, 1))
      guard case .truncated(let readable, 50, let message)? = Picture.error(reading: part) else {
        Issue.record("cut to \(count) bytes: \(Picture.error(reading: part) as Any)")
        continue
      }
      guard readable > 0 else {
        #expect(Picture.error(reading: part, Self.lenient())?.message == message)
        continue
      }
      found.insert(readable)
      let reader = try PictureReader(PictureSource(bytes: part), options: Self.lenient())
      let picture = try Picture(reader)
      #expect(reader.warnings == [message])
      #expect(picture.rows(readable).elementsEqual(whole.rows(readable)), "cut to \(count) bytes: \(readable) rows")
      #expect(picture.pixels[(readable * 60)...].allSatisfy { $0 == 0 }, "cut to \(count) bytes: \(readable) rows")
    }
    #expect(found.count > 1, "\(found)")
  }

  /// An animated WebP with the picture of a file with an outer format as its only frame.
  private static func animation(
    of still: [UInt8], _ frameWidth: Int, _ frameHeight: Int, left: Int, top: Int, width: Int, height: Int
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + number(content.count, 4) + content + (content.count % 2 == 0 ? [] : [0])
    }
    let frame =
      number(left / 2, 3) + number(top / 2, 3) + number(frameWidth - 1, 3) + number(frameHeight - 1, 3) + number(100, 3)
      + [0] + still[30...]
    let chunks =
      chunk("VP8X", [0x12, 0, 0, 0] + number(width - 1, 3) + number(height - 1, 3))
      + chunk("ANIM", [0, 0, 0, 0, 0, 0]) + chunk("ANMF", frame)
    return Array("RIFF".utf8) + number(4 + chunks.count, 4) + "WEBP".utf8 + chunks
  }

  @Test("of a WebP damaged in the middle the rows before the damage are kept", arguments: ["lossy", "lossless"])
  func damagedWebP(name: String) throws {
    let bytes = Fixture.bytes("webp/\(name).webp")
    let whole = try Picture(reading: bytes)
    var random = SeededGenerator(seed: 8)
    var kept = 0
    for _ in 0..<2_000 {
      var changed = bytes
      let place = Int.random(in: bytes.count / 2..<bytes.count, using: &random)
      for byte in place..<min(place + 8, bytes.count) { changed[byte] = .random(in: 0...255, using: &random) }
      guard case .damaged(let readable, let rows, let message)? = Picture.error(reading: changed) else { continue }
      #expect(rows == whole.height && readable > 0)
      let reader = try PictureReader(PictureSource(bytes: changed), options: Self.lenient())
      let picture = try Picture(reader)
      #expect(reader.warnings == [message])
      #expect(picture.pixels[(readable * whole.width)...].allSatisfy { $0 == 0 }, "\(message)")
      kept += 1
    }
    #expect(kept > 0)
  }

  @Test("a TIFF that ends before all of its pages says so, and the pages that are whole are read")
  func truncatedPages() throws {
    let bytes = Fixture.bytes("tiff/pages.tif")
    let first = try Picture(reading: bytes)
    var second = ReadingOptions()
    second.page = 1
    // The last directory is behind its pixels; the first page is whole in the first half.
    var isFound = false
    for count in stride(from: bytes.count / 2, to: bytes.count, by: 1) {
      let part = Array(bytes.prefix(count))
      let reader = try PictureReader(PictureSource(bytes: part))
      #expect(try Picture(reader) == first, "\(count) bytes")
      guard reader.warnings == ["the TIFF states data behind its end, so other pages may be cut off"] else { continue }
      isFound = true
      switch Picture.error(reading: part, second) {
      case .truncated?, .format?: break
      case let other: Issue.record("\(count) bytes: \(other as Any)")
      }
    }
    #expect(isFound && Picture.error(reading: bytes, second) == nil)
  }

  @Test(
    "a frame or page that is behind the end of a file is no missing one",
    arguments: ["webp/animated.webp", "gif/animated-1.gif"])
  func cutFrame(name: String) throws {
    let bytes = Fixture.bytes(name)
    let pages = try PictureHeader(of: PictureSource(bytes: bytes)).pages
    var options = ReadingOptions()
    options.page = pages - 1
    // The longest beginning without the last frame; of a GIF, frames that have begun count.
    let part = try #require(
      (bytes.count / 2..<bytes.count).reversed().lazy.map { Array(bytes.prefix($0)) }.first { part in
        (try? PictureHeader(of: PictureSource(bytes: part)).pages) == pages - 1
      })
    let error = Picture.error(reading: part, options)
    guard case .truncated(0, 0, let message)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(message.hasSuffix(" is damaged: the file ends before its frame \(pages) is complete"), "\(message)")
    options.page = pages
    guard case .missingPage(pages, _)? = Picture.error(reading: bytes, options) else {
      Issue.record("\(Picture.error(reading: bytes, options) as Any)")
      return
    }
  }

  @Test("a TIFF cut within its palette is refused: its pixels are not grey")
  func cutPalette() throws {
    let bytes = Fixture.bytes("tiff/palette.tif")
    var refused = 0
    for count in bytes.count / 2..<bytes.count {
      let part = Array(bytes.prefix(count))
      if let header = try? PictureHeader(of: PictureSource(bytes: part)) {
        #expect(header.colorModel == .palette, "\(count) bytes")
      } else {
        #expect(Picture.error(reading: part, Self.lenient()) != nil, "\(count) bytes")
        refused += 1
      }
    }
    #expect(refused > 0)
  }

  @Test("a TIFF of three samples is RGB, also if it says that it has a palette and has none")
  func paletteOfThreeSamples() throws {
    var bytes = Fixture.bytes("tiff/none.tif")
    let whole = try Picture(reading: bytes)
    // Photometric, a SHORT: 2 is RGB.
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x06, 1, 3, 0, 1, 0, 0, 0, 2, 0]) })
    bytes[place + 8] = 3
    #expect(try Picture(reading: bytes) == whole)
  }

  @Test("a JPEG without the mark of its end is read with a warning", arguments: [false, true])
  func missingEnd(hasComment: Bool) throws {
    let bytes = Fixture.bytes("jpeg/420.jpg")
    let comment: [UInt8] = hasComment ? [0xff, 0xfe, 0, 4, 65, 66] : []
    let reader = try PictureReader(PictureSource(bytes: bytes.dropLast(2) + comment))
    #expect(try Picture(reader) == Picture(reading: bytes))
    #expect(reader.warnings == ["the JPEG has no end marker"])
  }

  @Test("a WebP whose EXIF is cut off says that the orientation may be missing")
  func cutEXIF() throws {
    let bytes = Fixture.bytes("webp/orientation-6.webp")
    let reader = try PictureReader(PictureSource(bytes: Array(bytes.dropLast(1))), options: Self.lenient())
    _ = try Picture(reader)
    #expect(
      reader.warnings.contains("the EXIF of the WebP, which may state an orientation, is missing"), "\(reader.warnings)"
    )
  }

  @Test("the rows of a JPEG that is read smaller are counted as in its file")
  func reducedCount() throws {
    var options = ReadingOptions()
    options.minimumSize = { full in CanvasSize(width: (full.width + 3) / 4, height: (full.height + 3) / 4) }
    let bytes = Fixture.bytes("jpeg/444.jpg")
    let error = Picture.error(reading: Array(bytes.prefix(bytes.count * 3 / 4)), options)
    guard case .truncated(let readable, 35, let message)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect([8, 16, 24].contains(readable) && message.hasSuffix("; \(readable) of 35 rows can be read"), "\(message)")
  }

  @Test(
    "the rows that are counted of a truncated JPEG are all that are as they are to be",
    arguments: ["grey", "444", "422", "420"])
  func exactCount(name: String) throws {
    let bytes = Fixture.bytes("jpeg/\(name).jpg")
    // Rows of blocks; where colours have fewer rows, the last is interpolated with the next.
    let (block, missing) = name == "420" ? (16, 1) : (8, 0)
    var found: Set<Int> = []
    for count in bytes.count / 3..<bytes.count {
      let part = Array(bytes.prefix(count))
      guard case .truncated(let readable, 35, _)? = Picture.error(reading: part), readable > 0 else { continue }
      found.insert(readable)
    }
    #expect(found.count > 1 && found.allSatisfy { ($0 + missing) % block == 0 || $0 == 35 }, "\(found)")
  }

  @Test("a GIF that ends within a later frame is truncated, and one without the mark of its end is not")
  func truncatedAnimation() throws {
    let bytes = Fixture.bytes("gif/animated-1.gif")
    let whole = try Picture(reading: bytes)
    #expect(Picture.error(reading: Array(bytes.dropLast(1))) == nil)
    for missing in 2...6 {
      let part = Array(bytes.dropLast(missing))
      guard case .truncated(whole.height, whole.height, let message)? = Picture.error(reading: part) else {
        Issue.record("without the last \(missing) bytes: \(String(describing: Picture.error(reading: part)))")
        continue
      }
      let reader = try PictureReader(PictureSource(bytes: part), options: Self.lenient())
      #expect(try Picture(reader) == whole && reader.warnings == [message])
    }
  }

  @Test(
    "a picture without a row that can be read is refused leniently, too",
    arguments: [
      "png", "damaged png", "ppm", "plain ppm", "pam", "jpeg", "ended jpeg", "tiff", "tiled tiff", "short tiff",
    ])
  func nothing(name: String) throws {
    func file(_ header: String) -> [UInt8] { Array(header.utf8) }
    let png: [UInt8] = [
      0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0xfd, 0xe8, 0, 0, 0xfd, 0xe8,
      8,
      2, 0, 0, 0, 0, 0, 0, 0,
    ]
    let bytes: [UInt8]
    switch name {
    case "png": bytes = Mutation.repaired(png) + [0, 0, 0, 200, 0x49, 0x44, 0x41, 0x54, 0x78, 1]
    case "damaged png": bytes = Mutation.repaired(png + [0, 0, 0, 4, 0x49, 0x44, 0x41, 0x54, 1, 2, 3, 4, 0, 0, 0, 0])
    case "ppm": bytes = file("P6 65000 65000 255\n")
    case "plain ppm": bytes = file("P3 65000 65000 255\n x")
    case "pam": bytes = file("P7\nWIDTH 65000\nHEIGHT 65000\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n")
    case "tiff": bytes = Self.tiff(65_000, strips: [[1, 2, 3]], compression: 8)
    case "short tiff": bytes = Self.tiff(65_000, strips: [[1, 2, 3]], isCut: true)
    case "tiled tiff": bytes = Self.tiff(65_000, strips: Array(repeating: [7], count: 256), tileEdge: 4_096)
    default:
      var jpeg = Fixture.bytes("jpeg/420.jpg")
      let frame = try #require((2..<jpeg.count - 1).first { jpeg[$0] == 0xff && jpeg[$0 + 1] == 0xc0 })
      jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xfd, 0xe8, 0xfd, 0xe8])
      let scan = try #require((frame..<jpeg.count - 1).first { jpeg[$0] == 0xff && jpeg[$0 + 1] == 0xda })
      bytes = Array(jpeg[..<(scan + 24)]) + (name == "jpeg" ? [] : [0xff, 0xd9])
    }
    let refused = Picture.error(reading: bytes, Self.lenient())
    #expect(refused?.message.hasPrefix("the ") == true || name == "plain ppm", "\(String(describing: refused))")
    #expect(refused == Picture.error(reading: bytes))
  }

  @Test("a TIFF is read leniently if only its last strip is whole")
  func lastStrip() throws {
    let bytes = Self.tiff(4, strips: [[1], [2], [3], [50, 60, 70, 80]])
    #expect(Picture.error(reading: bytes) != nil)
    let picture = try Picture(PictureReader(PictureSource(bytes: bytes), options: Self.lenient()))
    #expect(picture.pixels == Array(repeating: 0, count: 12) + [50, 60, 70, 80].map { $0 * 0x10101 + 0xff00_0000 })
  }

  /// A grey TIFF of that many pixels a side, with its strips of equal height, or tiles.
  private static func tiff(
    _ size: Int, strips: [[UInt8]], compression: Int = 1, tileEdge: Int? = nil, isCut: Bool = false,
    adding more: [(Int, Int, Int)] = []
  ) -> [UInt8] {
    func word(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let arrays = 8
    let data = arrays + 8 * strips.count
    let offsets = strips.indices.map { data + strips[..<$0].joined().count + (isCut ? 1 << 30 : 0) }
    let counts = strips.map(\.count)
    var fields = [(256, 1, size), (257, 1, size), (258, 1, 8), (259, 1, compression), (262, 1, 1), (277, 1, 1)]
    if let tileEdge {
      fields += [(322, 1, tileEdge), (323, 1, tileEdge)]
    } else {
      fields += [(278, 1, size / strips.count)]
    }
    let isOne = strips.count == 1
    fields += more
    fields += [
      (tileEdge == nil ? 273 : 324, strips.count, isOne ? offsets[0] : arrays),
      (tileEdge == nil ? 279 : 325, strips.count, isOne ? counts[0] : arrays + 4 * strips.count),
    ]
    let body = offsets.flatMap { word($0) } + counts.flatMap { word($0) } + strips.joined()
    let directory = fields.sorted { $0.0 < $1.0 }.flatMap { word($0.0, 2) + word(4, 2) + word($0.1) + word($0.2) }
    let padding = [UInt8](repeating: 0, count: body.count % 2)
    return Array("II*\0".utf8) + word(8 + body.count + padding.count) + body + padding
      + word(fields.count, 2) + directory + word(0)
  }

  @Test("EXIF of a TIFF is dropped with a warning")
  func droppedEXIF() throws {
    for (fields, isWarned) in [([], false), ([(34_665, 1, 8)], true)] {
      let reader = try PictureReader(PictureSource(bytes: Self.tiff(2, strips: [[1, 2, 3, 4]], adding: fields)))
      _ = try Picture(reader)
      #expect(
        reader.warnings == (isWarned ? ["the EXIF of the TIFF was dropped: it is not read from a TIFF"] : []))
    }
  }

  @Test("a HEIF whose grid begins in its box and ends behind it is damaged")
  func outside() {
    // libheif reads on behind the box, and finds a grid of 11520x8960 pixels there.
    var bytes = Fixture.bytes("heif/rotated-1.heic")
    bytes[150] = 1
    #expect(
      Picture.error(reading: bytes)?.message.hasPrefix(
        "the HEIF is damaged: the data of an image are outside their box") == true)
  }

  @Test(
    "the header of a HEIF or AVIF is read if its pixels are missing, and errors say that it ends early",
    arguments: Fixture.heif + Fixture.avif)
  func headerAlone(name: String) throws {
    func words(_ header: PictureHeader) -> String {
      "\(header.width)x\(header.height) \(header.bitDepth) \(header.channels) \(header.hasAlpha) "
        + "\(header.orientation) \(header.pages) \(header.colorProfile?.count ?? 0)"
    }
    let bytes = Fixture.bytes(name)
    let whole = try PictureHeader(of: PictureSource(bytes: bytes))
    let data = try #require((0..<bytes.count - 4).last { bytes[$0..<$0 + 4].elementsEqual("mdat".utf8) }) - 4
    for count in [data, data + 3, data + 8, data + 9, (data + bytes.count) / 2, bytes.count - 1] {
      let part = Array(bytes.prefix(count))
      #expect(try words(PictureHeader(of: PictureSource(bytes: part))) == words(whole), "\(count) bytes")
      let rows = whole.orientation.swapsSides ? whole.width : whole.height
      guard case .truncated(0, rows, let message)? = Picture.error(reading: part) else {
        Issue.record("\(count) bytes: \(Picture.error(reading: part) as Any)")
        continue
      }
      #expect(message.hasSuffix("the file ends before the picture does; 0 of \(rows) rows can be read"))
    }
    for count in stride(from: 32, to: data, by: 29) {
      let part = Array(bytes.prefix(count))
      let error = #expect(throws: PictureError.self) { try PictureHeader(of: PictureSource(bytes: part)) }
      #expect(error?.message.hasSuffix("is damaged: the file ends within its header") == true, "\(error as Any)")
    }
  }

  @Test("images of a HEIF that refer to each other in a circle are refused")
  func circle() {
    // Found by random changes: the picture is made of itself.
    #expect(
      Picture.error(reading: Fixture.bytes("hostile/circle.heic"))
        == .format(message: "the HEIF is damaged: its images refer to each other without end"))
  }

  @Test(
    "a HEIF whose data are much larger than the size that it states is refused",
    arguments: ["coded-size", "coded-size-in-data", "grid-size"])
  func hiddenSize(name: String) throws {
    let bytes = Fixture.bytes("hostile/\(name).heic")
    for isLenient in [false, true] {
      for limit in [1 << 20, 16384 * 16384 - 1] {
        var options = ReadingOptions()
        options.isLenient = isLenient
        options.pixelLimit = limit
        // Its header can be read.
        let header = try PictureHeader(of: PictureSource(bytes: bytes), options: options)
        #expect((header.width, header.height) == (45, 35))
        #expect(
          Picture.error(reading: bytes, options)
            == .format(
              message:
                "the HEIF is damaged: its data have 16384x16384 pixels, but it states 64x64 at most; 0 of 35 rows can be read"
            ))
      }
    }
  }

  @Test("a HEIF of AV1, which is no AVIF, is not supported")
  func otherCodec() throws {
    var bytes = Fixture.bytes("avif/420.avif")
    // The brands of the file.
    for place in 8..<32 where bytes[place...].starts(with: "avif".utf8) {
      bytes.replaceSubrange(place..<place + 4, with: "heic".utf8)
    }
    #expect(
      Picture.error(reading: bytes)
        == .format(message: "this kind of HEIF is not supported: it is compressed with AV1, but is no AVIF"))
  }

  @Test("a truncated file says how much can be read")
  func amount() throws {
    let bytes = Array(Fixture.bytes("pnm/colour.ppm").dropLast(45 * 3 * 10 + 1))
    let error = Picture.error(reading: bytes)
    #expect(
      error
        == .truncated(
          readable: 24, rows: 35,
          message: "the PPM is damaged: the file ends before the picture does; 24 of 35 rows can be read"))
  }
}
