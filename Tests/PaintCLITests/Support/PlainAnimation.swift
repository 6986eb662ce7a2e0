import PaintPNG
import PaintTestSupport

/// A simple reader of animated PNGs: every violation of the format is an error, every frame is a whole picture.
struct PlainAnimation {
  struct Invalid: Error, CustomStringConvertible {
    var description: String
  }

  /// A frame's box, `x, y, width, height`.
  private(set) var boxes: [[Int]] = []
  /// The visible picture of each frame.
  private(set) var pictures: [Picture] = []
  /// Its duration as numerator and denominator.
  private(set) var delays: [[Int]] = []
  private(set) var plays = -1

  private struct Frame {
    var control: [UInt8]
    var pixels: [UInt8] = []
  }

  init(_ file: [UInt8]) throws {
    guard file.starts(with: PNGChunk.signature) else { throw Invalid(description: "no PNG") }
    var header: [UInt8] = []
    var count: Int?
    var frames: [Frame] = []
    var sequence = 0
    var isEnded = false
    var rest = file.dropFirst(8)
    while !rest.isEmpty {
      guard rest.count >= 12, !isEnded else { throw Invalid(description: "something is cut off, or too much") }
      let length = Self.number(rest.prefix(4))
      let body = rest.dropFirst(4).prefix(4 + length)
      guard body.count == 4 + length, Int(PNGChunk.checksum(body)) == Self.number(rest.dropFirst(8 + length).prefix(4))
      else {
        throw Invalid(description: "a wrong checksum")
      }
      rest = rest.dropFirst(12 + length)
      let payload = Array(body.dropFirst(4))
      switch String(decoding: body.prefix(4), as: UTF8.self) {
      case "IHDR": header = payload
      case "acTL":
        guard frames.isEmpty, count == nil, length == 8 else { throw Invalid(description: "acTL") }
        count = Self.number(payload.prefix(4))
        plays = Self.number(payload.suffix(4))
      case "fcTL":
        guard length == 26, Self.number(payload.prefix(4)) == sequence else { throw Invalid(description: "fcTL") }
        sequence += 1
        frames.append(Frame(control: Array(payload.dropFirst(4))))
      case "IDAT":
        guard frames.count == 1 else { throw Invalid(description: "IDAT") }
        frames[0].pixels += payload
      case "fdAT":
        guard frames.count > 1, Self.number(payload.prefix(4)) == sequence else { throw Invalid(description: "fdAT") }
        sequence += 1
        frames[frames.count - 1].pixels += payload.dropFirst(4)
      case "IEND": isEnded = true
      default: guard frames.isEmpty else { throw Invalid(description: "a strange chunk") }
      }
    }
    guard isEnded, frames.count == count else {
      throw Invalid(description: "\(frames.count) frames, not \(count ?? -1)")
    }
    try show(frames, header)
  }

  private mutating func show(_ frames: [Frame], _ header: [UInt8]) throws {
    let (width, height) = (Self.number(header.prefix(4)), Self.number(header.dropFirst(4).prefix(4)))
    for frame in frames {
      let fields = stride(from: 0, to: 16, by: 4).map { Self.number(frame.control.dropFirst($0).prefix(4)) }
      let box = [fields[2], fields[3], fields[0], fields[1]]
      guard box[2] > 0, box[3] > 0, box[0] + box[2] <= width, box[1] + box[3] <= height, frame.control[20...] == [0, 0]
      else { throw Invalid(description: "a frame in \(box), disposed of and blended as \(frame.control[20...])") }
      let part = try Picture(
        PNGChunk.signature + PNGChunk.bytes("IHDR", Array(frame.control.prefix(8)) + header.dropFirst(8))
          + PNGChunk.bytes("IDAT", frame.pixels) + PNGChunk.bytes("IEND", []))
      var picture = try pictures.last ?? whole(part, box, width, height)
      for y in 0..<box[3] {
        let start = (box[1] + y) * width + box[0]
        picture.pixels.replaceSubrange(start..<start + box[2], with: part.pixels[y * box[2]..<(y + 1) * box[2]])
      }
      boxes.append(box)
      pictures.append(picture)
      delays.append([Self.number(frame.control[16..<18]), Self.number(frame.control[18..<20])])
    }
  }

  private func whole(_ part: Picture, _ box: [Int], _ width: Int, _ height: Int) throws -> Picture {
    guard box == [0, 0, width, height] else { throw Invalid(description: "a first frame in \(box)") }
    return part
  }

  static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
