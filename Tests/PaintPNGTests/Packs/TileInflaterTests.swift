import CPNG
import PaintRaster
import Testing

@testable import PaintPNG

@Suite("TileInflater")
struct TileInflaterTests {
  #if DEBUG
    private static let effort = 1
  #else
    private static let effort = 20
  #endif

  /// Streams of tiles, ours and zlib's.
  private static func streams() -> [[UInt8]] {
    var encoder = TileEncoder()
    var streams: [[UInt8]] = []
    for kind in SampleTiles.allCases {
      streams.append(encoder.encode(kind.tile(seed: 3)).bytes)
      let rows = kind.filteredRows(seed: 4)
      streams.append(PlainZlib.deflated(rows[1], PlainZlib.Settings()))
      streams.append(PlainZlib.deflated(rows[0], PlainZlib.Settings(strategy: Z_FIXED)))
      streams.append(
        PlainZlib.deflated(
          rows[1], PlainZlib.Settings(level: 1),
          pieces: [(700, Z_SYNC_FLUSH), (0, Z_FULL_FLUSH), (1_500, Z_PARTIAL_FLUSH)]))
    }
    return streams
  }

  @Test("tiles of every kind are restored from our encoder's streams", arguments: SampleTiles.allCases)
  func ownStreams(kind: SampleTiles) {
    let trial = InflaterTrial()
    var encoder = TileEncoder()
    for seed in 0..<UInt64(4 * Self.effort) {
      let bytes = encoder.encode(kind.tile(seed: seed)).bytes
      #expect(trial.ours(bytes).outcome == .tile, "seed \(seed)")
      #expect(trial.difference(bytes) == nil, "seed \(seed)")
    }
  }

  @Test("tiles compressed by zlib with any level and parameters are restored", arguments: Int32(0)...9)
  func zlibStreams(level: Int32) {
    let trial = InflaterTrial()
    let kinds = SampleTiles.allCases
    var count = Int(level)
    for strategy in [Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED] {
      for memory in [Int32(1), 9] {
        for windowBits in Int32(9)...15 {
          for flush in [Z_FULL_FLUSH, Z_SYNC_FLUSH] {
            let settings = PlainZlib.Settings(
              level: level, strategy: strategy, memory: memory, windowBits: windowBits, flush: flush)
            for _ in 0..<(Self.effort + 3) / 4 {
              count += 1
              let rows = kinds[count % kinds.count].filteredRows(seed: UInt64(count))[count / kinds.count % 2]
              let bytes = PlainZlib.deflated(rows, settings)
              let ours = trial.ours(bytes)
              #expect(ours.outcome == .tile && ours.rows == rows, "\(settings), kind and seed \(count)")
              #expect(trial.difference(bytes) == nil, "\(settings), kind and seed \(count)")
            }
          }
        }
      }
    }
  }

  @Test("tiles in many blocks are restored")
  func manyBlocks() {
    let trial = InflaterTrial()
    var random = SampleTiles.SeededNumbers(seed: 61)
    let flushes = [Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_BLOCK]
    for round in 0..<40 * Self.effort {
      let kind = SampleTiles.allCases[round % SampleTiles.allCases.count]
      let rows = kind.filteredRows(seed: UInt64(round))[round & 1]
      let longest = [3, 60, 1_000].randomElement(using: &random) ?? 60
      let pieces = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        (size: Int.random(in: 0...longest, using: &random), flush: flushes.randomElement(using: &random) ?? Z_BLOCK)
      }
      let settings = PlainZlib.Settings(
        level: Int32.random(in: 0...9, using: &random), strategy: Int32.random(in: 0...4, using: &random))
      let bytes = PlainZlib.deflated(rows, settings, pieces: pieces)
      let ours = trial.ours(bytes)
      #expect(ours.outcome == .tile && ours.rows == rows, "seed 61, round \(round)")
      #expect(trial.difference(bytes) == nil, "seed 61, round \(round)")
    }
  }

  @Test("a finished stream is refused, because it has its last block")
  func finished() {
    let trial = InflaterTrial()
    for kind in SampleTiles.allCases {
      let bytes = PlainZlib.deflated(kind.filteredRows(seed: 1)[0], PlainZlib.Settings(flush: Z_FINISH))
      #expect(trial.ours(bytes).outcome == .noStream)
      #expect(trial.difference(bytes) == nil)
    }
  }

  @Test("every truncated stream is refused with zlib's reason")
  func beginnings() {
    let trial = InflaterTrial()
    let streams = Self.streams()
    let step = Self.effort == 1 ? 37 : 1
    for (index, stream) in streams.enumerated() {
      for count in stride(from: index % step, to: stream.count, by: step) {
        let cut = Array(stream.prefix(count))
        // An additional flush, or an empty rest after the pixels' block, may be cut off; the remainder is still a tile.
        if let difference = trial.difference(cut) {
          Issue.record("stream \(index), the first \(count) bytes: \(difference)")
          return
        }
      }
    }
  }

  @Test("damaged streams are accepted and refused as by zlib")
  func damage() {
    let trial = InflaterTrial()
    let streams = Self.streams()
    var random = SampleTiles.SeededNumbers(seed: 62)
    var accepted = 0
    for round in 0..<3_000 * Self.effort {
      var bytes = streams.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        // Most symbols are far after the codes, where damage usually only changes pixels.
        let span = Bool.random(using: &random) ? bytes.count : min(bytes.count, 100)
        let place = Int.random(in: 0..<span, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0...2: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 3: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 4: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
      }
      if let difference = trial.difference(bytes) {
        Issue.record("seed 62, round \(round): \(difference)")
        return
      }
      if trial.ours(bytes).outcome == .tile { accepted += 1 }
    }
    // Damage to a stored byte, or to a literal among codes of one length, leaves a tile.
    #expect(accepted > 0)
  }

  @Test("concatenated parts of streams are accepted and refused as by zlib")
  func splices() {
    let trial = InflaterTrial()
    var random = SampleTiles.SeededNumbers(seed: 63)
    var accepted = 0
    for round in 0..<500 * Self.effort {
      var bytes: [UInt8] = []
      var left = 4_128
      let rows = SampleTiles.allCases[round % SampleTiles.allCases.count].filteredRows(seed: UInt64(round))[0]
      while left > 0 {
        let size = min(left, Int.random(in: 0...3_000, using: &random))
        // Sometimes a piece too many or too few, or one that is finished.
        let copies = [1, 1, 1, 1, 1, 1, 1, 1, 0, 2].randomElement(using: &random) ?? 1
        let flush = Int.random(in: 0..<20, using: &random) == 0 ? Z_FINISH : Z_SYNC_FLUSH
        let settings = PlainZlib.Settings(level: Int32.random(in: 0...9, using: &random), flush: flush)
        for _ in 0..<copies { bytes += PlainZlib.deflated(Array(rows.suffix(left).prefix(size)), settings) }
        left -= size
      }
      if let difference = trial.difference(bytes) {
        Issue.record("seed 63, round \(round): \(difference)")
        return
      }
      if trial.ours(bytes).outcome == .tile { accepted += 1 }
    }
    #expect(accepted > 100 * Self.effort)
  }

  @Test("random bytes are refused as by zlib")
  func randomBytes() {
    let trial = InflaterTrial()
    var random = SampleTiles.SeededNumbers(seed: 64)
    for round in 0..<2_000 * Self.effort {
      let length = Int.random(in: 0...(round & 1 == 0 ? 20 : 400), using: &random)
      var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      // Random code lengths alone hardly ever make a valid code.
      if length > 0, round & 2 == 0 {
        bytes[0] = bytes[0] & ~7 | ([0, 2, 2, 3, 4, 4].randomElement(using: &random) ?? 2)
      }
      if let difference = trial.difference(bytes) {
        Issue.record("seed 64, round \(round): \(difference)")
        return
      }
    }
  }

  @Test("tiles that begin like the previous one, or nearly, are distinguished")
  func sharedBeginnings() {
    let trial = InflaterTrial()
    var encoder = TileEncoder()
    // Drawings share one code; those with few pixels and with many are distinguished by their length.
    let streams = [SampleTiles.oneColor, .strokes, .strokesOverPaint, .lonelyPixels].map { kind in
      encoder.encode(kind.tile(seed: 5)).bytes
    }
    #expect(Set(streams.map { Array($0.prefix(24)) }).count == 1)
    let fixed = PlainZlib.deflated(SampleTiles.strokes.filteredRows(seed: 5)[0], PlainZlib.Settings(strategy: Z_FIXED))
    let step = Self.effort == 1 ? 7 : 1
    for (index, stream) in streams.enumerated() {
      for bit in stride(from: 0, to: 8 * min(150, stream.count), by: step) {
        var damaged = stream
        damaged[bit / 8] ^= 1 << UInt8(bit % 8)
        let next = streams[(index + bit) % streams.count]
        let inputs = [next, damaged, stream, Array(next.prefix(bit / 8)), next, fixed, stream]
        for (place, input) in inputs.enumerated() {
          if let difference = trial.difference(input) {
            Issue.record("stream \(index), bit \(bit), input \(place): \(difference)")
            return
          }
        }
      }
    }
  }
}
