import PaintFormats
import PaintTestSupport
import Testing

@Suite("Damaged pictures")
struct DamageTests {
  /// Every length of the small files, and a part of those of the larger ones.
  static func lengths(of bytes: [UInt8]) -> [Int] {
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
        #expect(
          Picture.error(reading: part, ReadingOptions.lenient) == .truncated(readable: 0, rows: rows, message: message))
      case .truncated(let readable, let rows, let message)? where rows > 0:
        guard let reader = try? PictureReader(try PictureSource(bytes: part), options: ReadingOptions.lenient),
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
      let lenient = Picture.error(reading: changed, ReadingOptions.lenient)
      #expect((lenient == nil) == error.isAcceptable, "\(format) \(number): \(error), leniently \(lenient as Any)")
      guard case .damaged(let readable, let rows, let message) = error else { continue }
      accepted += 1
      #expect(
        readable <= rows
          && (message.contains(" rows can be read") || readable == 0 && message.contains("but parts can be read")),
        "\(message)")
      let reader = try PictureReader(PictureSource(bytes: changed), options: ReadingOptions.lenient)
      _ = try Picture(reader)
      #expect(reader.warnings.contains(message), "\(format) \(number): \(reader.warnings)")
    }
    // Of a damaged AVIF or HEIF the libraries give no part. In a PAM of 8 bits every byte is a sample.
    #expect(["AVIF", "HEIF", "PAM"].contains(format) ? accepted == 0 : accepted > 0)
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
    let lacksLast = { (count: Int) -> Bool in
      (try? PictureHeader(of: PictureSource(bytes: Array(bytes.prefix(count)))).pages) == pages - 1
    }
    let count = try #require((bytes.count / 2..<bytes.count).last(where: lacksLast))
    let part = Array(bytes.prefix(count))
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
      let reader = try PictureReader(PictureSource(bytes: part), options: ReadingOptions.lenient)
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
    case "tiff": bytes = TIFFDamageTests.tiff(65_000, strips: [[1, 2, 3]], compression: 8)
    case "short tiff": bytes = TIFFDamageTests.tiff(65_000, strips: [[1, 2, 3]], isCut: true)
    case "tiled tiff": bytes = TIFFDamageTests.tiff(65_000, strips: Array(repeating: [7], count: 256), tileEdge: 4_096)
    default:
      var jpeg = Fixture.bytes("jpeg/420.jpg")
      let frame = try #require((2..<jpeg.count - 1).first { jpeg[$0] == 0xff && jpeg[$0 + 1] == 0xc0 })
      jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xfd, 0xe8, 0xfd, 0xe8])
      let scan = try #require((frame..<jpeg.count - 1).first { jpeg[$0] == 0xff && jpeg[$0 + 1] == 0xda })
      bytes = Array(jpeg[..<(scan + 24)]) + (name == "jpeg" ? [] : [0xff, 0xd9])
    }
    let refused = Picture.error(reading: bytes, ReadingOptions.lenient)
    #expect(refused?.message.hasPrefix("the ") == true || name == "plain ppm", "\(String(describing: refused))")
    #expect(refused == Picture.error(reading: bytes))
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
