import PaintFormats
import PaintTestSupport
import Testing

/// Samples of a TIFF that are no whole numbers of 8 or 16 bits from 0 on, compared with plain arithmetic in doubles.
@Suite("Samples of TIFF")
struct TIFFSampleTests {
  /// A pixel from colours and alpha of 0…255 that need not be whole.
  private static func isNear(_ pixel: UInt32, _ expected: [Double]) -> Bool {
    expected.indices.allSatisfy { abs(Double(pixel >> UInt32(8 * $0) & 255) - expected[$0]) <= 0.5 + 1e-4 }
  }

  @Test("whole numbers of any size are scaled to 8 bits", arguments: [PlainTIFF.Kind.unsigned, .signed], 1...32)
  func wholeNumbers(kind: PlainTIFF.Kind, bits: Int) throws {
    let range = Double(Int64(1) << Int64(bits)) - 1
    let least = kind == .signed ? -(Int64(1) << Int64(bits - 1)) : 0
    var random = SeededGenerator(seed: UInt64(bits))
    for (photometric, samples) in [(0, 1), (1, 1), (2, 3)] {
      let width = 13
      let numbers = (0..<width * samples).map { (index) -> Int64 in
        [least, least + Int64(range)].indices.contains(index)
          ? [least, least + Int64(range)][index] : least + Int64.random(in: 0...Int64(range), using: &random)
      }
      let tiff = PlainTIFF(width: width, kind: kind, bits: bits, photometric: photometric, samples: samples)
      let reader = try PictureReader(PictureSource(bytes: tiff.file([tiff.row(numbers)])))
      let picture = try Picture(reader)
      for x in 0..<width {
        let colors = (0..<3).map { channel in
          let value = Double(numbers[x * samples + (samples == 3 ? channel : 0)] - least) / range * 255
          return photometric == 0 ? 255 - value : value
        }
        #expect(
          Self.isNear(picture.pixels[x], colors + [255]), "\(kind) \(bits) bits, photometric \(photometric), pixel \(x)"
        )
      }
      let warning =
        kind == .signed
        ? "signed \(bits)-bit samples were scaled to 8 bits" : "\(bits)-bit samples were rounded to 8"
      #expect(reader.warnings == (kind == .unsigned && bits <= 8 ? [] : [warning]))
    }
  }

  @Test(
    "floating-point numbers are scaled from the picture's own range, or from the given one", arguments: [16, 32, 64])
  func floatingPoint(bits: Int) throws {
    let numbers: [Double] = [-0.5, 0, 0.25, 1, 1.5, .nan, 0.75, .infinity, -.infinity, 0.125]
    func stored(_ number: Double) -> [Int64] {
      switch bits {
      case 16: [Int64(Float16(number).bitPattern)]
      case 32: [Int64(Float(number).bitPattern)]
      default: [Int64(bitPattern: number.bitPattern)]
      }
    }
    let tiff = PlainTIFF(width: numbers.count, kind: .float, bits: bits)
    let file = tiff.file([tiff.row(numbers.flatMap(stored))])
    for range in [nil, 0...1, -2.0...2, 0.25...0.5] as [ClosedRange<Double>?] {
      var options = ReadingOptions()
      options.range = range
      let reader = try PictureReader(PictureSource(bytes: file), options: options)
      let picture = try Picture(reader)
      let (low, high) = range.map { ($0.lowerBound, $0.upperBound) } ?? (-0.5, 1.5)
      for (x, number) in numbers.enumerated() {
        let grey = number.isNaN ? 0 : min(max((number - low) / (high - low), 0), 1) * 255
        #expect(Self.isNear(picture.pixels[x], [grey, grey, grey, 255]), "\(number) in \(low)…\(high)")
      }
      let scaling = "\(bits)-bit floating-point samples were scaled: \(low) became 0 and \(high) became 255"
      #expect(reader.warnings == ["\(scaling); 1 that is no number (NaN) became 0"])
    }
  }

  @Test("flat pictures and those without numbers say how they were scaled, and samples that are no numbers are counted")
  func noRange() throws {
    let zeroToOne = "0.0 became 0 and 1.0 became 255"
    for (numbers, reason, missing, grey) in [
      ([3.5, 3.5, 3.5], "all are 3.5, which is no range, so ", "", [255, 255, 255]),
      ([0.25, 0.25, 0.25], "all are 0.25, which is no range, so ", "", [64, 64, 64]),
      ([-7, -7, .nan], "all are -7.0, which is no range, so ", "; 1 that is no number (NaN) became 0", [0, 0, 0]),
      ([.nan, .nan, .nan], "none is a finite number, so ", "; 3 that are no numbers (NaN) became 0", [0, 0, 0]),
      ([.infinity, .nan], "none is a finite number, so ", "; 1 that is no number (NaN) became 0", [255, 0]),
      ([.nan, 1, 0, .nan], "", "; 2 that are no numbers (NaN) became 0", [0, 255, 0, 0]),
      ([0, 1, 0.5], "", "", [0, 255, 128]),
    ] as [([Float], String, String, [UInt32])] {
      // All rows, and rows that are read with others.
      for height in [1, 70] {
        let tiff = PlainTIFF(width: numbers.count, kind: .float, bits: 32)
        let row = tiff.row(numbers.map { Int64($0.bitPattern) })
        let reader = try PictureReader(PictureSource(bytes: tiff.file(Array(repeating: row, count: height))))
        let picture = try Picture(reader)
        #expect(picture.pixels.prefix(numbers.count).map { $0 & 255 } == grey, "\(numbers)")
        let warning = "32-bit floating-point samples were scaled: \(reason)\(zeroToOne)"
        if height == 1 { #expect(reader.warnings == [warning + missing]) }
        let count = numbers.count { $0.isNaN } * height
        if height > 1, count > 1 { #expect(reader.warnings.first?.contains("; \(count) that are no") == true) }
      }
    }
  }

  @Test("what floating-point samples became is what the picture has: also where 0 is white, and of inks")
  func rangeOfOtherMeanings() throws {
    func read(_ numbers: [Float], photometric: Int, samples: Int) throws -> ([UInt32], [String]) {
      let tiff = PlainTIFF(
        width: numbers.count / samples, kind: .float, bits: 32, photometric: photometric, samples: samples)
      let file = tiff.file([tiff.row(numbers.map { Int64($0.bitPattern) })])
      let reader = try PictureReader(PictureSource(bytes: file))
      let picture = try Picture(reader)
      return (picture.pixels.map { $0 & 255 }, reader.warnings)
    }
    let scaled = "32-bit floating-point samples were scaled: "
    let (white, whiteWords) = try read([0, 2, .nan, 1], photometric: 0, samples: 1)
    #expect(white == [255, 0, 0, 127])
    #expect(whiteWords == [scaled + "0.0 became 255 and 2.0 became 0; 1 that is no number (NaN) became 0"])
    let (inks, inkWords) = try read([0, 0, 0, 0, 2, 0, 0, 0], photometric: 5, samples: 4)
    #expect(inks == [255, 0])
    #expect(inkWords == [scaled + "0.0 became no ink and 2.0 became full ink"])
  }

  @Test("floating-point alpha is from 0 to 1, and colours that are multiplied by it are divided first")
  func floatingPointAlpha() throws {
    let pixels: [[Float]] = [[0.5, 0.25, 0, 0.5], [1, 0, 0.5, 1], [0.25, 0.125, 0, 0.25], [0, 0, 0, 0]]
    for (extra, isAssociated) in [([1], true), ([2], false)] {
      var tiff = PlainTIFF(width: pixels.count, kind: .float, bits: 32, photometric: 2, samples: 4)
      tiff.extra = extra
      let file = tiff.file([tiff.row(pixels.joined().map { Int64($0.bitPattern) })])
      var options = ReadingOptions()
      options.range = 0...1
      let picture = try Picture(reading: file, options)
      for (x, pixel) in pixels.enumerated() {
        let alpha = Double(pixel[3])
        let colors = pixel[..<3].map { isAssociated && alpha > 0 ? Double($0) / alpha * 255 : Double($0) * 255 }
        #expect(Self.isNear(picture.pixels[x], colors + [alpha * 255]), "extra \(extra), pixel \(x)")
      }
    }
  }

  @Test("complex numbers are refused with the reason")
  func complexNumbers() {
    var file = PlainTIFF(width: 1, bits: 32).file([[1, 2, 3, 4]])
    // SampleFormat, a SHORT: 5 is a complex integer.
    let place = file.indices.first { file[$0...].starts(with: [0x53, 1, 3, 0, 1, 0, 0, 0, 1, 0]) }
    file[place! + 8] = 5
    let message = "this kind of TIFF is not supported: its samples are complex numbers"
    #expect(throws: PictureError.format(message: message)) { try Picture(reading: file) }
  }

  @Test(
    "a sample whose meaning is not stated is alpha, as for libvips and ImageMagick", arguments: [nil, 0, 2] as [Int?])
  func unstatedAlpha(type: Int?) throws {
    for (photometric, colors) in [(0, 1), (1, 1), (2, 3), (5, 4)] {
      var tiff = PlainTIFF(width: 2, photometric: photometric, samples: colors + 1)
      tiff.extra = type.map { [$0] }
      let picture = try Picture(
        reading: tiff.file([Array(repeating: 90, count: colors) + [255] + Array(repeating: 90, count: colors) + [7]]))
      #expect(picture.pixels.map { $0 >> 24 } == [255, 7], "photometric \(photometric)")
      #expect(picture.pixels[0] & 0xff_ffff == picture.pixels[1] & 0xff_ffff)
    }
  }

  @Test("several samples next to one of grey are bands of a sensor, and not alpha")
  func bands() throws {
    let picture = try Picture(reading: PlainTIFF(width: 2, samples: 4).file([[1, 2, 3, 4, 5, 6, 7, 8]]))
    #expect(picture.pixels == [0xff01_0101, 0xff05_0505])
  }

  @Test("white is 0 in a fax that does not state it")
  func faxWithoutPhotometric() throws {
    var bytes = Fixture.bytes("tiff/fax.tif")
    let whole = try Picture(reading: bytes)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x06, 1, 3, 0, 1, 0, 0, 0]) })
    let isWhiteZero = bytes[place + 8] == 0
    // Threshholding, which nothing depends on, follows in the order of tags.
    bytes[place] = 0x07
    bytes[place + 8] = 1
    let other = try Picture(reading: bytes)
    #expect(other.pixels == (isWhiteZero ? whole.pixels : whole.pixels.map { $0 ^ 0xff_ffff }))
  }
}
