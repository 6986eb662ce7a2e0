import PaintTestSupport

/// The chunks of a PNG file, for tests that add some or look for them.
struct PNGChunks {
  struct Chunk: Equatable {
    var type: String
    var payload: [UInt8]
  }

  var chunks: [Chunk] = []

  /// Takes a file that this program wrote; checksums are not compared.
  init(_ file: [UInt8]) {
    var rest = file.dropFirst(8)
    while rest.count >= 12 {
      let count = PlainAnimation.number(rest.prefix(4))
      let body = rest.dropFirst(4).prefix(4 + count)
      chunks.append(Chunk(type: String(decoding: body.prefix(4), as: UTF8.self), payload: Array(body.dropFirst(4))))
      rest = rest.dropFirst(12 + count)
    }
  }

  /// The file.
  var bytes: [UInt8] { PNGChunk.signature + chunks.flatMap { PNGChunk.bytes($0.type, $0.payload) } }

  /// EXIF that states an orientation and nothing else.
  static func exif(orientation: UInt8) -> [UInt8] {
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  }
}
