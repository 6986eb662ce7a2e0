import CLibraries
import Glibc
import Testing

@testable import PaintFormats

/// The system fails to read a file.
@Suite("A picture of which a part cannot be read")
struct FailingReadTests {
  private static let files = Fixture.jpeg + Fixture.webp + Fixture.tiff + Fixture.gif + Fixture.avif + Fixture.heif

  /// A picture and what its header states.
  private struct Found: Equatable {
    var picture: Picture?
    var profile, exif, xmp, comment: [UInt8]?
    var orientation: Orientation
    var warnings: [String]
  }

  /// Reads a file from its beginning; fails a read if its number is not 0.
  private static func read(_ file: CInt, failing number: Int, _ isLenient: Bool) throws(PictureError) -> Found {
    lseek(file, 0, SEEK_SET)
    let source = try PictureSource(fileDescriptor: file)
    source.failRead(number)
    var options = ReadingOptions()
    options.isLenient = isLenient
    let reader = try PictureReader(source, options: options)
    let picture = try Picture(reader)
    let header = reader.header
    return Found(
      picture: picture, profile: header.colorProfile, exif: header.exif, xmp: header.xmp, comment: header.comment,
      orientation: header.orientation, warnings: reader.warnings)
  }

  @Test("each read that fails is an I/O error, never another picture or one without its metadata", arguments: files)
  func everyRead(name: String) throws {
    let file = open(Fixture.path(name), O_RDONLY)
    defer { close(file) }
    for isLenient in [false, true] {
      let whole = try Self.read(file, failing: 0, isLenient)
      var reads = 0
      var wrong: [String] = []
      while true {
        let isSame: Bool
        do throws(PictureError) {
          isSame = try Self.read(file, failing: reads + 1, isLenient) == whole
          if isSame { break }
          wrong.append("read \(reads + 1): another picture")
        } catch {
          if error != .reading(errno: EIO) { wrong.append("read \(reads + 1): \(error)") }
        }
        reads += 1
        try #require(reads < 5_000)
      }
      #expect(wrong.isEmpty, "\(name): \(wrong.count) of \(reads), \(wrong.prefix(5))")
      #expect(reads > 0)
    }
  }

  @Test(
    "messages of libtiff about memory are told from those about limits and about numbers that no system has",
    arguments: [
      ("Out of memory reading of \"ICC Profile\"; tag ignored", true), ("No space for LZW code table", true),
      ("Failed to allocate memory for ReadDirEntryArray (1 elements of 3144 bytes each)", true),
      ("Insertion in tif_map_dir_offset_to_number failed", true),
      ("Failed to allocate memory for strip (0 elements of 8 bytes each)", false),
      ("Failed to allocate memory for strip (4611686018427387904 elements of 8 bytes each)", false),
      ("Memory allocation of 5000000000 bytes is beyond the 1000 byte limit defined in open options", false),
      ("Unknown field with tag 65000 (0xfde8) encountered", false),
    ])
  func words(text: String, isAboutMemory: Bool) { #expect(cpl_tiff_lacks_memory(text) == isAboutMemory) }
}
