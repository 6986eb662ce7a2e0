import PaintPNG
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Runs over Willem van Schaik's PngSuite if the variable PNGSUITE_DIR names a folder with it and its sums.
@Suite("PngSuite", .enabled(if: PNGSuiteFile.folder != nil, "PNGSUITE_DIR names no folder"))
struct PNGSuiteTests {
  @Test("every good file is written again in the smallest layout with the same pixels")
  func roundTrips() throws {
    for file in try PNGSuiteFile.all() where file.isGood {
      let picture = try readPicture(PNGReader(bytes: file.bytes))
      let layout = try survey(of: picture).layout(of: size(of: picture))
      for compression in PNGWritingOptions.Compression.allCases {
        let written = try write(picture, layout: layout, compression: compression)
        #expect(try DecodedPNG(written).picture == picture, "\(file.name), \(compression)")
        #expect(try readPicture(PNGReader(bytes: written)) == picture, "\(file.name), \(compression)")
      }
    }
  }

  @Test("every good file gives the expected pixels, 8-bit or rounded to 8")
  func good() throws {
    let files = try PNGSuiteFile.all()
    #expect(files.count { $0.isGood } == 162)
    for file in files where file.isGood {
      let reader = try PNGReader(bytes: file.bytes)
      let picture = try readPicture(reader)
      #expect(picture.width == file.width && picture.height == file.height, "\(file.name)")
      #expect(SHA256.hexadecimal(of: picture.bytes) == file.sum, "\(file.name)")
      #expect((file.depth == 16) == reader.warnings.contains("16-bit samples were rounded to 8"), "\(file.name)")
    }
  }

  @Test("every broken file is refused with a specific reason")
  func broken() throws {
    let files = try PNGSuiteFile.all().filter { !$0.isGood }
    #expect(files.count == 14)
    for file in files {
      guard let message = refusal(of: file.bytes)?.damage else {
        Issue.record("\(file.name) was not refused as damaged")
        continue
      }
      #expect(message.contains("PNG") && !message.contains("libpng"), "\(file.name): \(message)")
    }
  }

  @Test("reading through a file descriptor gives the same")
  func descriptors() throws {
    for file in try PNGSuiteFile.all() where file.isGood {
      let descriptor = open(file.path, O_RDONLY)
      defer { close(descriptor) }
      let picture = try readPicture(PNGReader(fileDescriptor: descriptor))
      #expect(SHA256.hexadecimal(of: picture.bytes) == file.sum, "\(file.name)")
    }
  }
}

/// A file of the suite and its line of expected.csv.
struct PNGSuiteFile {
  static let folder = getenv("PNGSUITE_DIR").map { String(cString: $0) }

  var name: String
  var path: String
  var bytes: [UInt8]
  var isGood: Bool
  var width: Int?
  var height: Int?
  var depth: Int?
  var sum: String

  static func all() throws -> [PNGSuiteFile] {
    let folder = try #require(folder)
    let table = try #require(contents(ofFile: folder + "/expected.csv"), "no expected.csv")
    let lines = String(decoding: table, as: UTF8.self).split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let header = try #require(lines.first)
    let columns = try ["file", "expect", "width", "height", "bit_depth", "sha256_rgba8_scaled"].map {
      try #require(header.firstIndex(of: $0), "no column \($0)")
    }
    return try lines.dropFirst().map { line in
      let fields = columns.map { line.indices.contains($0) ? line[$0] : "" }
      let path = "\(folder)/\(fields[0])"
      return PNGSuiteFile(
        name: fields[0], path: path, bytes: try #require(contents(ofFile: path), "\(path) is not there"),
        isGood: fields[1] == "decode", width: Int(fields[2]), height: Int(fields[3]), depth: Int(fields[4]),
        sum: fields[5])
    }
  }
}
