import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

/// Copies of a document whose files are of two moments of its history.
@Suite("UnfinishedCopy")
struct UnfinishedCopyTests {
  /// The files of a document at the end of each step, and what it was then.
  private struct Recording {
    var moments: [[String: [UInt8]]] = []
    var whole: [WholeDocument] = []
    /// Whether the step wrote tiles of several colours, which only its pack has; the index has the others.
    var hasPixels: [Bool] = []

    /// - Parameter access: whether each step was synced.
    init(_ access: History.Access, steps: Int, seed: UInt64) throws {
      let disk = MemoryDisk()
      try disk.createDirectory("/tmp")
      let size = try #require(CanvasSize(width: 4 * Tile.edge, height: 3 * Tile.edge))
      try SampleDocument.make(at: FaultModel.path, size: size, options: .suite(on: disk))
      var generator = SeededGenerator(seed: seed)
      let writer = try History(at: FaultModel.path, for: access, options: .suite(on: disk))
      for _ in 0..<steps {
        let tiles = randomTiles(on: size, count: 5, using: &generator)
        try writer.commitRevision(tiles)
        hasPixels.append(tiles.contains { if case .pixels = $0.1 { true } else { false } })
        moments.append(Self.files(on: disk))
        whole.append(try WholeDocument(at: FaultModel.path, on: disk))
      }
    }

    private static func files(on disk: MemoryDisk) -> [String: [UInt8]] {
      var files: [String: [UInt8]] = [:]
      for path in disk.paths {
        guard path.starts(with: FaultModel.path), let bytes = disk.bytes(of: path) else { continue }
        let name = path.string.dropFirst(FaultModel.path.string.count + 1)
        if name != "index.sqlite-shm" { files[String(name)] = bytes }
      }
      return files
    }

    /// A disk with the index of one moment and the packs of another, of which the last is cut to a share of its bytes.
    func copy(index: Int, packs: Int, cut: Double? = nil) throws -> MemoryDisk {
      let disk = MemoryDisk()
      for folder in ["/tmp", FaultModel.path, FaultModel.path.appending("packs")] { try disk.createDirectory(folder) }
      let isPack = { (name: String) in name.hasPrefix("packs/") }
      var files = moments[index].filter { !isPack($0.key) }
      files.merge(moments[packs].filter { isPack($0.key) }) { first, _ in first }
      if let cut, let last = files.keys.filter(isPack).max(), let bytes = files[last] {
        files[last] = Array(bytes.prefix(Int(Double(bytes.count) * cut)))
      }
      for (name, bytes) in files {
        try disk.write(disk.open(FilePath("\(FaultModel.path.string)/\(name)"), .createNew), bytes)
      }
      return disk
    }
  }

  private func check(_ disk: MemoryDisk) throws -> CheckReport {
    try DocumentCheck(of: FaultModel.path, options: .suite(on: disk)).run()
  }

  /// Each revision up to `last` is as it was, and there is no other.
  private func expect(_ disk: MemoryDisk, has revisions: [Int: WholeDocument.Shown], upTo last: Int, _ note: Comment)
    throws
  {
    let found = try WholeDocument(at: FaultModel.path, on: disk)
    #expect(found.revisions == revisions.filter { $0.key <= last }, note)
    #expect(found.current == last && found.tip == last, note)
    #expect(try check(disk).problems == [], note)
    do {
      let writer = try History(at: FaultModel.path, for: .editing, options: .suite(on: disk))
      try writer.commitRevision([(TileIndex(x: 0, y: 0), .color(.white))])
    }
    #expect(try check(disk).problems == [], note)
  }

  @Test("an index that is newer than the packs is one problem; a repair goes back to the newest whole revision")
  func packsFirst() throws {
    let recording = try Recording(.editing, steps: 8, seed: 3)
    for packs in recording.moments.indices {
      for index in packs..<recording.moments.count {
        for cut in [nil, 0, 0.3, 0.9, 0.999] as [Double?] {
          // Each step has one pack, which has all its tiles.
          let least = recording.whole[packs].current - (cut == nil || !recording.hasPixels[packs] ? 0 : 1)
          let note: Comment = "index \(index), packs \(packs), cut \(String(describing: cut))"
          let disk = try recording.copy(index: index, packs: packs, cut: cut)
          let before = disk.paths.count
          let report = try check(disk)
          if cut == nil, index == packs {
            #expect(report.problems == [], note)
            continue
          }
          #expect(report.problems.map(\.code) == [.copiedInUse], "\(note): \(report.problems)")
          // A pack that is cut behind its last tile has all pixels.
          let last = try #require(report.problems.first?.revision)
          #expect(cut ?? 0 < 0.9 ? last == least : (least...recording.whole[packs].current).contains(last), note)
          #expect(disk.paths.count == before, note)
          // Nothing is drawn on a step without its pixels.
          #expect(throws: HistoryError.self, note) {
            try History(at: FaultModel.path, for: .editing, options: .suite(on: disk)).beginEditing()
          }
          let repair = DocumentRepair(DocumentCheck(of: FaultModel.path, options: .suite(on: disk)))
          let repaired = try repair.run()
          #expect(repaired.isRepaired && repaired.problems.map(\.code) == [.copiedInUse], "\(note): \(repaired)")
          try expect(disk, has: recording.whole[index].revisions, upTo: last, note)
        }
      }
    }
  }

  @Test("an index that is older than the packs is whole; the steps that it does not know are kept")
  func indexFirst() throws {
    let recording = try Recording(.editing, steps: 6, seed: 4)
    for index in recording.moments.indices {
      for packs in index..<recording.moments.count {
        let disk = try recording.copy(index: index, packs: packs)
        let report = try check(disk)
        #expect(report.problems == [] && report.unconfirmed == packs - index, "index \(index), packs \(packs)")
        try expect(
          disk, has: recording.whole[index].revisions, upTo: recording.whole[index].current,
          "index \(index), packs \(packs)")
      }
    }
  }

  @Test("of a script that was not synced, the next edit cuts off what is not whole, and says which")
  func script() throws {
    let recording = try Recording(.editingInGroups, steps: 6, seed: 5)
    for packs in recording.moments.indices {
      for index in packs..<recording.moments.count where index > packs {
        let note: Comment = "index \(index), packs \(packs)"
        let disk = try recording.copy(index: index, packs: packs)
        let (last, newest) = (recording.whole[packs].current, recording.whole[index].current)
        let report = try check(disk)
        #expect(report.problems.map(\.code) == [.copiedInUse], "\(note): \(report.problems)")
        let other = try recording.copy(index: index, packs: packs)
        do {
          let writer = try History(at: FaultModel.path, for: .editing, options: .suite(on: disk))
          try writer.beginEditing()
          #expect(writer.lostSteps == LostSteps(whole: last, first: last + 1, last: newest), note)
          try writer.endEditing()
        }
        try expect(disk, has: recording.whole[index].revisions, upTo: last, note)
        let repaired = try DocumentRepair(DocumentCheck(of: FaultModel.path, options: .suite(on: other))).run()
        #expect(repaired.isRepaired && repaired.problems.map(\.code) == [.copiedInUse], "\(note): \(repaired)")
        try expect(other, has: recording.whole[index].revisions, upTo: last, note)
      }
    }
  }

  @Test("a pack that is lost from the middle of a history takes no later revision with it")
  func middle() throws {
    let recording = try Recording(.editing, steps: 6, seed: 6)
    let last = recording.moments.count - 1
    let disk = try recording.copy(index: last, packs: last)
    let packs = disk.paths.filter { $0.extension == "png" }.sorted { $0.string < $1.string }
    try disk.remove(packs[3])
    #expect(!(try check(disk).problems.contains { $0.code == .copiedInUse }))
    _ = try DocumentRepair(DocumentCheck(of: FaultModel.path, options: .suite(on: disk))).run()
    let history = try History(at: FaultModel.path, for: .reading, options: .suite(on: disk))
    #expect(history.current.number == recording.whole[last].current)
  }
}
