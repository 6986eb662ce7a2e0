import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage

@testable import PaintHistory

/// The operations on one damaged document, and their expected results.
struct FlipTrial {
  private let model: FlipModel
  private let disk: MemoryDisk
  private let kind: Kind
  private var path: FilePath { FaultModel.path }

  /// The model with changed bytes in one file.
  init(model: FlipModel, file: FilePath, bytes: [UInt8]) {
    self.model = model
    disk = MemoryDisk(copying: model.disk)
    disk.put(bytes, at: file)
    kind = file.extension == "png" ? .pack : file.string.hasSuffix("-wal") ? .log : .index
  }

  private enum Kind {
    case index, log, pack
  }

  private struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  func run(_ note: String, _ tally: inout FaultTally) {
    do {
      try export(disk, "at once")
      let isFound = check(disk)
      let collected = MemoryDisk(copying: disk)
      _ = try? History(at: path, for: .editing, options: .suite(on: collected)).collect(thoroughly: true)
      // Nearly every damage makes a gc stop before it has changed anything: then the rest is known from `disk`.
      let isCollected = !hasSameFiles(disk, collected)
      if isCollected { try export(collected, "after a gc") }
      if kind == .log { try keepPacks() }
      if kind == .index { try stroke() }
      try repair(disk, "repair")
      if isCollected { try repair(collected, "repair after a gc") }
      tally.count(isFound ? "found and repaired" : "without effect")
    } catch {
      tally.fail("\(note): \(error)")
    }
  }

  private func hasSameFiles(_ first: MemoryDisk, _ second: MemoryDisk) -> Bool {
    let paths = first.paths
    return paths == second.paths && paths.allSatisfy { first.bytes(of: $0) == second.bytes(of: $0) }
  }

  /// Exports every revision: each picture is correct, or there is an error.
  private func export(_ disk: MemoryDisk, _ moment: String) throws {
    guard let history = try? History(at: path, for: .reading, options: .suite(on: disk)) else { return }
    for (number, shown) in model.whole.revisions {
      guard let snapshot = try? history.snapshot(at: number), let picture = try? PlainPicture(of: snapshot) else {
        continue
      }
      // Tile by tile, like a stroke or an export of a region, without comparing the fingerprint of the whole picture.
      guard picture.fingerprint == shown.picture else {
        throw Wrong(description: "r\(number) is a wrong picture \(moment)")
      }
      // An edit through a wrong mask, or of a wrong base, would be a wrong picture, too.
      guard let planes = try? snapshot.planeTilesByRows(since: 0), planes != shown.planes else { continue }
      throw Wrong(description: "r\(number) has wrong tiles in other planes \(moment)")
    }
  }

  /// Whether a check finds any problem.
  private func check(_ disk: MemoryDisk) -> Bool {
    guard let report = try? DocumentCheck(of: path, options: .suite(on: disk)).run() else { return true }
    return !report.problems.isEmpty
  }

  /// With intact packs a repair restores everything except the position in the history and the settings of `paint set`.
  private func repair(_ disk: MemoryDisk, _ moment: String) throws {
    let copy = MemoryDisk(copying: disk)
    let report: CheckReport
    do {
      report = try DocumentRepair(DocumentCheck(of: path, options: .suite(on: copy))).run()
    } catch {
      // A flipped bit in the number of the version makes it a document of another version.
      if case .otherVersion = error, kind == .index, hasSameFiles(disk, copy) { return }
      throw Wrong(description: "\(moment) failed: \(error)")
    }
    let found: WholeDocument
    do { found = try WholeDocument(at: path, on: copy) } catch {
      throw Wrong(description: "after \(moment): \(error)")
    }
    let again = try DocumentCheck(of: path, options: .suite(on: copy)).run()
    if let problem = again.problems.first, kind != .pack {
      throw Wrong(description: "check after \(moment): \(problem.message)")
    }
    switch kind {
    case .pack:
      // Lost tiles show what was there before; the repair reports this.
      let isReported = report.problems.contains { [.tilesLost, .revisionLost].contains($0.code) }
      if !isReported { try export(copy, "after \(moment)") }
    case .log:
      // A log ends at its first damaged frame: everything before it is valid.
      for (number, shown) in found.revisions where model.whole.revisions[number]?.picture != shown.picture {
        throw Wrong(description: "after \(moment) r\(number) is a wrong picture")
      }
    case .index:
      guard found.revisions == model.whole.revisions, found.branches == model.whole.branches,
        found.groups == model.whole.groups
      else { throw Wrong(description: "after \(moment) revisions, branches or groups differ") }
      guard
        found.current == model.whole.current && found.settings == model.whole.settings || !report.remarks.isEmpty
      else { throw Wrong(description: "after \(moment) the canvas stands elsewhere, and nothing was said") }
    }
  }

  /// A stroke fails, or it is drawn on the correct picture, and a repair restores it.
  private func stroke() throws {
    let copy = MemoryDisk(copying: disk)
    let tile = (TileIndex(x: 0, y: 0), Tile.color(Pixel(bits: 12_345)))
    var drawn: Int?
    // The lock is released with the history.
    do {
      let history = try? History(at: path, for: .editing, options: .suite(on: copy))
      drawn = try? history?.commitRevision([tile]).number
    }
    guard let number = drawn else { return }
    var expected = model.current
    expected[tile.0] = tile.1
    for moment in ["at once", "after a repair"] {
      if moment != "at once" { _ = try DocumentRepair(DocumentCheck(of: path, options: .suite(on: copy))).run() }
      let reader = try History(at: path, for: .reading, options: .suite(on: copy))
      guard try PlainPicture(of: reader.snapshot(at: number)) == expected else {
        throw Wrong(description: "a stroke was drawn on a wrong picture, \(moment)")
      }
    }
  }

  /// The next writer deletes no pack with steps that the log has lost, but may move it.
  private func keepPacks() throws {
    let copy = MemoryDisk(copying: disk)
    guard let history = try? History(at: path, for: .editing, options: .suite(on: copy)) else { return }
    _ = try? history.commitRevision([(TileIndex(x: 0, y: 0), .color(Pixel(bits: 12_345)))])
    let kept = Set(copy.paths.compactMap { copy.bytes(of: $0) })
    for pack in disk.paths where pack.extension == "png" {
      guard let bytes = disk.bytes(of: pack), !kept.contains(bytes) else { continue }
      throw Wrong(description: "the next stroke deletes \(pack)")
    }
  }
}
