import CPNG

/// An encoder of any kind of PNG from samples, plain and independent of the tested one: every row unfiltered, own
/// chunks, own Adam7; only zlib and its CRC are shared.
struct PlainPNG {
  enum Color: Int, CaseIterable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][rawValue] ?? 0 }
    var depths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      default: [8, 16]
      }
    }
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let end = chunk("IEND", [])

  var width: Int
  var height: Int
  var depth: Int
  var color: Color
  var isInterlaced = false
  /// Row by row, channel by channel, each 0 ..< 1 << depth.
  var samples: [Int]
  var palette: [UInt8] = []
  var transparency: [UInt8]?
  /// Chunks between header and palette.
  var chunks: [UInt8] = []
  /// The pixels are split into IDAT chunks of this length.
  var pieceLength = Int.max

  var bytes: [UInt8] {
    var bytes = Self.signature + header + chunks
    if color == .palette { bytes += Self.chunk("PLTE", palette) }
    if let transparency { bytes += Self.chunk("tRNS", transparency) }
    var packed = Self.deflated(rows)[...]
    repeat {
      bytes += Self.chunk("IDAT", Array(packed.prefix(pieceLength)))
      packed = packed.dropFirst(pieceLength)
    } while !packed.isEmpty
    return bytes + Self.end
  }

  var header: [UInt8] {
    let tail = [UInt8(depth), UInt8(color.rawValue), 0, 0, isInterlaced ? 1 : 0]
    return Self.chunk("IHDR", Self.number(width) + Self.number(height) + tail)
  }

  /// All rows with their filter byte, pass by pass.
  var rows: [UInt8] {
    var bytes: [UInt8] = []
    // Each pass: first column and row, then the steps (PNG specification, "Interlacing and pass extraction").
    let passes =
      isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    for (left, top, across, down) in passes where left < width {
      for y in stride(from: top, to: height, by: down) {
        bytes.append(0)
        var bits = 0
        var filled = 0
        for x in stride(from: left, to: width, by: across) {
          for channel in 0..<color.channels {
            bits = bits << depth | samples[(y * width + x) * color.channels + channel]
            filled += depth
            while filled >= 8 {
              bytes.append(UInt8(truncatingIfNeeded: bits >> (filled - 8)))
              filled -= 8
            }
            bits &= (1 << filled) - 1
          }
        }
        if filled > 0 { bytes.append(UInt8(truncatingIfNeeded: bits << (8 - filled))) }
      }
    }
    return bytes
  }

  static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + payload
    return number(payload.count) + body + number(Int(crc32(0, body, UInt32(body.count))))
  }

  static func deflated(_ bytes: [UInt8], level: CInt = 6) -> [UInt8] {
    var count = compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(count))
    precondition(compress2(&packed, &count, bytes, UInt(bytes.count), level) == Z_OK)
    return Array(packed.prefix(Int(count)))
  }

  /// The pixels that an importer must give: the definition of the format, sample by sample.
  var expected: Picture {
    func eight(_ sample: Int) -> UInt8 {
      // Left-bit replication of small depths is the same as scaling; 16 bits are rounded.
      depth == 16 ? UInt8((sample * 255 + 32767) / 65535) : UInt8(sample * 255 / ((1 << depth) - 1))
    }
    func keyed(_ channel: Int) -> Int? {
      transparency.map { Int($0[2 * channel]) << 8 | Int($0[2 * channel + 1]) }
    }
    var bytes: [UInt8] = []
    for pixel in 0..<width * height {
      let at = pixel * color.channels
      switch color {
      case .gray:
        let alpha: UInt8 = keyed(0) == samples[at] ? 0 : 255
        bytes += [eight(samples[at]), eight(samples[at]), eight(samples[at]), alpha]
      case .grayAlpha:
        bytes += [eight(samples[at]), eight(samples[at]), eight(samples[at]), eight(samples[at + 1])]
      case .rgb:
        let alpha: UInt8 = transparency != nil && (0..<3).allSatisfy { keyed($0) == samples[at + $0] } ? 0 : 255
        bytes += (0..<3).map { eight(samples[at + $0]) } + [alpha]
      case .rgba:
        bytes += (0..<4).map { eight(samples[at + $0]) }
      case .palette:
        let index = samples[at]
        bytes += palette[3 * index..<3 * index + 3]
        bytes.append(transparency.flatMap { index < $0.count ? $0[index] : nil } ?? 255)
      }
    }
    return Picture(width: width, height: height, bytes: bytes)
  }
}

extension PlainPNG {
  /// A picture of random samples, its tRNS matching some of them.
  init(
    randomWidth width: Int, height: Int, depth: Int, color: Color, interlaced: Bool, transparent: Bool,
    using random: inout PictureRandom
  ) {
    self.init(width: width, height: height, depth: depth, color: color, isInterlaced: interlaced, samples: [])
    let values = 1 << depth
    samples = (0..<width * height * color.channels).map { _ in random.below(values) }
    if color == .palette {
      palette = (0..<3 * values).map { _ in UInt8(random.below(256)) }
      if transparent { transparency = (0..<random.below(values) + 1).map { _ in UInt8(random.below(256)) } }
    } else if transparent && (color == .gray || color == .rgb) {
      let chosen = random.below(width * height) * color.channels
      transparency = (0..<color.channels).flatMap { Self.number(samples[chosen + $0]).suffix(2) }
    }
    pieceLength = random.below(2) == 0 ? Int.max : 1 + random.below(64)
  }
}

/// SplitMix64: the same pictures from the same seed.
struct PictureRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
