import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

/// A bit flipped in every byte of a small index, its log and its packs, then export, gc, check and repair.
@Suite("Faults: flipped bits")
struct FlipTests {
  /// The number of parts of the index that are tested in parallel.
  private static let parts = 8

  /// Every byte in thorough runs; otherwise one byte per this number.
  private static let step = isThorough ? 1 : 307

  /// The offsets of a part.
  private static func offsets(_ part: Int, of count: Int, every step: Int) -> [Int] {
    Array(stride(from: part * step, to: count, by: parts * step))
  }

  @Test("no byte of the index causes a wrong picture, and a repair restores everything", arguments: 0..<parts)
  func index(part: Int) throws {
    let model = try FlipModel(isLogBroughtIn: true)
    try run(part, model, every: Self.step, in: [FaultModel.path.appending("index.sqlite")])
  }

  @Test("no byte of the log causes a wrong picture, and the remaining steps are complete", arguments: 0..<parts)
  func log(part: Int) throws {
    let model = try FlipModel(isLogBroughtIn: false)
    try run(part, model, every: isThorough ? 8 : 8 * 97, in: [FaultModel.path.appending("index.sqlite-wal")])
  }

  @Test("no byte of a pack causes a wrong picture, and a repair reports what is lost", arguments: 0..<parts)
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
        // A different bit each time, so that a run over all bytes covers all bit positions.
        damaged[offset] ^= 1 << UInt8(truncatingIfNeeded: (offset / 7) % 8)
        FlipTrial(model: model, file: file, bytes: damaged).run("\(file) at \(offset)", &tally)
      }
    }
    tally.report("\(files.first?.lastComponent?.string ?? ""), part \(part + 1) of \(Self.parts)")
    #expect(tally.failures.isEmpty, "\(tally.failures.prefix(20).joined(separator: "\n"))")
  }
}
