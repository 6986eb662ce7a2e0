import CPNG

/// A PNG file taken apart by a plain decoder, independent of the tested code: chunks with their checksums and order, zlib's
/// inflate, own filters and samples.
struct DecodedPNG {
  /// What is wrong with a file.
  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  var width = 0
  var height = 0
  var depth = 0
  var colorType = 0
  /// The types of all chunks in their order.
  var chunkNames: [String] = []
  /// The filter of each row.
  var filters: [UInt8] = []
  var picture: Picture

  init(_ file: [UInt8]) throws {
    picture = Picture(width: 0, height: 0, bytes: [])
    guard file.starts(with: PlainPNG.signature) else { throw Fault(description: "no signature") }
    var at = 8
    var palette: [UInt8] = []
    var alphas: [UInt8] = []
    var packed: [UInt8] = []
    while at < file.count {
      guard at + 12 <= file.count else { throw Fault(description: "cut in a chunk") }
      let count = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      guard at + 12 + count <= file.count else { throw Fault(description: "a chunk is cut") }
      let body = Array(file[at + 4..<at + 8 + count])
      let crc = file[at + 8 + count..<at + 12 + count].reduce(UInt(0)) { $0 << 8 | UInt($1) }
      let name = String(decoding: body.prefix(4), as: UTF8.self)
      guard crc32(0, body, UInt32(body.count)) == crc else { throw Fault(description: "the CRC of \(name)") }
      let payload = Array(body.dropFirst(4))
      switch name {
      case "IHDR":
        width = payload[0..<4].reduce(0) { $0 << 8 | Int($1) }
        height = payload[4..<8].reduce(0) { $0 << 8 | Int($1) }
        (depth, colorType) = (Int(payload[8]), Int(payload[9]))
        guard payload.count == 13, payload[10...] == [0, 0, 0] else { throw Fault(description: "the header") }
      case "PLTE": palette = payload
      case "tRNS": alphas = payload
      case "IDAT": packed += payload
      default: break
      }
      chunkNames.append(name)
      at += 12 + count
    }
    try checkOrder()
    picture = try decoded(inflated(packed), palette, alphas)
  }

  /// PNG specification, third edition, section 5.6.
  private func checkOrder() throws {
    guard chunkNames.first == "IHDR", chunkNames.last == "IEND" else { throw Fault(description: "\(chunkNames)") }
    for name in Set(chunkNames) where name != "IDAT" && chunkNames.count(where: { $0 == name }) > 1 {
      throw Fault(description: "two \(name)")
    }
    let order = ["IHDR": 0, "PLTE": 2, "tRNS": 3, "pHYs": 3, "IDAT": 4, "IEND": 5]
    var last = 0
    for name in chunkNames where name != "pHYs" {
      let place = order[name] ?? 1
      guard place >= last else { throw Fault(description: "\(chunkNames)") }
      last = place
    }
    guard chunkNames.contains("PLTE") == (colorType == 3) else { throw Fault(description: "the palette") }
  }

  private var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 0 }
  private var rowBytes: Int { (width * channels * depth + 7) / 8 }

  /// The zlib stream, which must end where its bytes end.
  private func inflated(_ packed: [UInt8]) throws -> [UInt8] {
    var rows = [UInt8](repeating: 0, count: (rowBytes + 1) * height)
    var count = UInt(rows.count)
    var used = UInt(packed.count)
    guard uncompress2(&rows, &count, packed, &used) == Z_OK, count == rows.count, used == packed.count else {
      throw Fault(description: "the stream")
    }
    return rows
  }

  private mutating func decoded(_ bytes: [UInt8], _ palette: [UInt8], _ alphas: [UInt8]) throws -> Picture {
    let step = max(1, channels * depth / 8)
    var above = [UInt8](repeating: 0, count: rowBytes)
    var pixels: [UInt8] = []
    for y in 0..<height {
      let start = y * (rowBytes + 1)
      var row = Array(bytes[start + 1..<start + 1 + rowBytes])
      filters.append(bytes[start])
      for i in row.indices {
        let a = i >= step ? Int(row[i - step]) : 0
        let b = Int(above[i])
        let c = i >= step ? Int(above[i - step]) : 0
        let predicted: Int
        switch bytes[start] {
        case 0: predicted = 0
        case 1: predicted = a
        case 2: predicted = b
        case 3: predicted = (a + b) / 2
        case 4:
          let (pa, pb, pc) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
          predicted = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
        default: throw Fault(description: "filter \(bytes[start])")
        }
        row[i] = UInt8(truncatingIfNeeded: Int(row[i]) + predicted)
      }
      for x in 0..<width {
        let samples = (0..<channels).map { sample(row, x * channels + $0) }
        switch colorType {
        case 0: pixels += [samples[0], samples[0], samples[0], 255].map(UInt8.init)
        case 2: pixels += samples.map(UInt8.init) + [255]
        case 3:
          guard 3 * samples[0] + 2 < palette.count else { throw Fault(description: "index \(samples[0])") }
          pixels += palette[3 * samples[0]..<3 * samples[0] + 3]
          pixels.append(samples[0] < alphas.count ? alphas[samples[0]] : 255)
        case 4: pixels += [samples[0], samples[0], samples[0], samples[1]].map(UInt8.init)
        default: pixels += samples.map(UInt8.init)
        }
      }
      above = row
    }
    return Picture(width: width, height: height, bytes: pixels)
  }

  /// The sample of that number in a row; a grey one widened to 8 bits.
  private func sample(_ row: [UInt8], _ number: Int) -> Int {
    if depth == 8 { return Int(row[number]) }
    let bit = number * depth
    let value = Int(row[bit / 8]) >> (8 - depth - bit % 8) & ((1 << depth) - 1)
    return colorType == 0 ? value * 255 / ((1 << depth) - 1) : value
  }
}
