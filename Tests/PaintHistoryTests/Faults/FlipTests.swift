import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

/// A bit flipped in every byte of a small index, its log and its packs, then export, gc, check and repair.
@Suite("Faults: flipped bits")
struct FlipTests {
  /// The index is tried in so many parts, side by side.
  private static let parts = 8

  /// Every byte where everything is tried; else one in so many.
  private static let step = isThorough ? 1 : 307

  /// The offsets of a part; each file begins with those that a step of one begins with.
  private static func offsets(_ part: Int, of count: Int, every step: Int) -> [Int] {
    Array(stride(from: part * step, to: count, by: parts * step))
  }

  @Test("no byte of the index makes a wrong picture, and a repair brings all back", arguments: 0..<parts)
  func index(part: Int) throws {
    let model = try FlipModel(isLogBroughtIn: true)
    try run(part, model, every: Self.step, in: [FaultModel.path.appending("index.sqlite")])
  }

  @Test("no byte of the log makes a wrong picture, and what is left of it is whole", arguments: 0..<parts)
  func log(part: Int) throws {
    let model = try FlipModel(isLogBroughtIn: false)
    try run(part, model, every: isThorough ? 8 : 8 * 97, in: [FaultModel.path.appending("index.sqlite-wal")])
  }

  @Test("no byte of a pack makes a wrong picture, and a repair tells what is lost", arguments: 0..<parts)
  func packs(part: Int) throws {
    let model = try FlipModel(isLogBroughtIn: true)
    try run(part, model, every: isThorough ? 8 : 8 * 13, in: model.disk.paths.filter { $0.extension == "png" })
  }

  private func run(_ part: Int, _ model: FlipModel, every step: Int, in files: [FilePath]) throws {
    var tally = FaultTally("flipped bits")
    for file in files {
      let bytes = try #require(model.disk.bytes(of: file))
      for offset in Self.offsets(part, of: bytes.count, every: step) {
        var damaged = bytes
        // Another bit each time, so that a run over all bytes has met all of them.
        damaged[offset] ^= 1 << UInt8(truncatingIfNeeded: (offset / 7) % 8)
        FlipTrial(model: model, file: file, bytes: damaged).run("\(file) at \(offset)", &tally)
      }
    }
    tally.report("\(files.first?.lastComponent?.string ?? ""), part \(part + 1) of \(Self.parts)")
    #expect(tally.failures.isEmpty, "\(tally.failures.prefix(20).joined(separator: "\n"))")
  }
}
