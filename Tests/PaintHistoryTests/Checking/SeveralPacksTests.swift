import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

/// Revisions whose tiles are in several packs, of which one is damaged or missing.
@Suite("Revisions in several packs")
struct SeveralPacksTests {
  /// How a pack is damaged.
  enum Damage: CaseIterable {
    case record, missing, empty, halved
  }

  private let document: SampleDocument
  private let places = [TileIndex(x: 0, y: 0), TileIndex(x: 1, y: 0), TileIndex(x: 2, y: 1)]

  init() throws { document = try SampleDocument(width: 96, height: 80) }

  private func tile(_ seed: UInt64) -> Tile {
    var generator = SeededGenerator(seed: seed)
    var pixels = TilePixels(filledWith: .black)
    for x in 0..<Tile.edge { pixels[x, x] = Pixel(bits: UInt32(truncatingIfNeeded: generator.next())) }
    return .pixels(pixels)
  }

  /// A tile of a mask.
  private func maskTile(_ seed: Int) -> Tile {
    var pixels = TilePixels(filledWith: .transparent)
    for x in 0...seed { pixels[x, seed] = Pixel(red: 0, green: 0, blue: 0, alpha: UInt8(100 + seed)) }
    return .pixels(pixels)
  }

  private func mask(of places: [TileIndex]) -> SelectionMask {
    var mask = SelectionMask(on: document.size)
    for place in places { mask.set(maskTile(place.x + 2), at: place) }
    return mask
  }

  /// The content of a plane at the places.
  private func hashes(_ history: History, _ plane: TilePlane) throws -> [BlockHash?] {
    try places.map { place in
      let tile = plane == .picture ? try history.tile(at: place) : try history.tile(at: place, in: plane, since: 0)
      return tile.map { BlockHash(of: $0, width: Tile.edge, height: Tile.edge) }
    }
  }

  /// Adds a revision with a tile in each of several packs, then one that changes another tile.
  ///
  /// - Returns: the content of the plane.
  private func draw(in plane: TilePlane, isLast: Bool = false) throws -> [BlockHash?] {
    let history = try document.open()
    try history.beginEditing()
    var fingerprint = history.current.fingerprint
    try history.beginRevision(name: "Edit", command: "edit")
    for (number, place) in places.enumerated() {
      let tile = plane == .selection ? maskTile(place.x + 2) : tile(UInt64(number))
      if plane == .picture {
        fingerprint.replace(tile: place, old: try history.tile(at: place), new: tile, canvas: document.size)
      }
      try history.add(tile, at: place, in: plane)
      if number < places.count - 1 { try history.writePacks() }
    }
    if plane == .selection {
      let state = SelectionState(revision: 1, selectsOutside: false, summary: mask(of: places).summary)
      try history.add(SelectionState.tile(state), at: SelectionState.place, in: .selectionSummary)
    }
    let pixels = plane == .picture ? 3 : 0
    let revision = try history.endRevision(pixels: pixels, bounds: .empty, fingerprint: fingerprint)
    #expect(revision.tileCount == (plane == .selection ? 4 : 3))
    if !isLast { _ = try history.revise([(TileIndex(x: 2, y: 2), tile(9))]) }
    try history.endEditing()
    defer { history.index.database.close() }
    return try hashes(history, plane)
  }

  private func damage(_ pack: String, _ damage: Damage) throws {
    let file = document.path.appending("packs").appending(pack)
    switch damage {
    case .missing: try SystemDisk().remove(file)
    case .empty: try document.rewrite("packs/\(pack)") { $0 = [] }
    case .halved: try document.rewrite("packs/\(pack)") { $0.removeSubrange(($0.count / 2)...) }
    case .record:
      let key = Array("\nslots ".utf8)
      try document.rewrite("packs/\(pack)") { bytes in
        guard let start = bytes.firstRange(of: key)?.upperBound else {
          Issue.record("the pack has no slots")
          return
        }
        bytes[start] ^= 1
      }
    }
  }

  @Test(
    "a damaged record loses nothing while the index has its tiles", arguments: [TilePlane.picture, .base, .selection])
  func recordIsDamaged(plane: TilePlane) throws {
    let expected = try draw(in: plane)
    let fingerprint = try document.open(.reading).current.fingerprint
    let whole = try document.contents()
    for pack in try document.packs().dropFirst() {
      try document.restore(whole)
      try damage(pack, .record)
      #expect(try document.repair().isRepaired)
      let reader = try document.open(.reading)
      #expect(try hashes(reader, plane) == expected)
      #expect(reader.current.fingerprint == fingerprint)
      #expect(try document.check().problems.isEmpty)
      reader.index.database.close()
      // The packs alone have everything too.
      try document.removeIndex()
      _ = try document.repair()
      #expect(try hashes(document.open(.reading), plane) == expected)
      #expect(try document.check().problems.isEmpty)
    }
  }

  @Test(
    "lost tiles are reported with and without an index, and a repaired selection is consistent",
    arguments: [TilePlane.picture, .base, .selection], [true, false])
  func tilesAreLost(plane: TilePlane, hasIndex: Bool) throws {
    let expected = try draw(in: plane)
    let whole = try document.contents()
    // The first pack has the start.
    let packs = try document.packs().dropFirst().map(\.self)
    for damage in Damage.allCases where damage != .record || !hasIndex {
      for (number, pack) in packs.enumerated() where number < places.count {
        try document.restore(whole)
        if !hasIndex { try document.removeIndex() }
        try self.damage(pack, damage)
        let found = try document.check()
        _ = try document.repair()
        #expect(try document.check().problems.isEmpty, "\(damage) of \(pack)")
        let reader = try document.open(.reading)
        let left = try hashes(reader, plane)
        let isEqual = zip(left, expected).map { $0 == $1 }
        if left != expected {
          let losses: Set<CheckProblem.Code> = [.tilesLost, .revisionLost, .wrongFingerprint, .copiedInUse]
          #expect(found.problems.contains { losses.contains($0.code) }, "\(damage) of \(pack)")
        }
        // What was lost with the record shows what was there before; without its end the revision is not whole.
        let isAllLost =
          number == places.count - 1 && !hasIndex || found.problems.contains { $0.code == .copiedInUse }
        #expect(isEqual.count { !$0 } <= (isAllLost ? places.count : 1))
        guard plane == .selection,
          let stored = try reader.tile(at: SelectionState.place, in: .selectionSummary, since: 0),
          let state = try SelectionState(stored, writtenBy: 1)
        else { continue }
        #expect(state.summary == mask(of: zip(places, isEqual).filter(\.1).map(\.0)).summary)
      }
    }
  }

  @Test(
    "an unconfirmed edit comes back with all its packs, or not at all",
    arguments: [TilePlane.picture, .base, .selection])
  func unconfirmed(plane: TilePlane) throws {
    let blank = try document.contents()
    let expected = try draw(in: plane, isLast: true)
    // The first pack has the start.
    let packs = try document.packs().dropFirst().map(\.self)
    let whole = try document.contents()
    for lost in [nil] + packs.indices.map(Optional.some) + [-1] {
      try document.restore(blank)
      // -1 is the state after a kill that followed the first pack.
      for (number, pack) in packs.enumerated() where lost == -1 ? number == 0 : number != lost {
        let bytes = try #require(whole["packs/\(pack)"])
        let file = try SystemDisk().open(document.path.appending("packs").appending(pack), .createNew)
        try SystemDisk().write(file, bytes)
      }
      let writer = try document.open()
      try writer.beginEditing()
      let recovered = try writer.recoverUnconfirmed()
      try writer.endEditing()
      #expect(recovered.revisions.isEmpty == (lost != nil), "without \(lost ?? 0)")
      guard let number = recovered.revisions.first else { continue }
      let reader = try writer.snapshot(at: number)
      let found = try places.map { place in
        let tile = plane == .picture ? try reader.tile(at: place) : try reader.tile(at: place, in: plane, since: 0)
        return tile.map { BlockHash(of: $0, width: Tile.edge, height: Tile.edge) }
      }
      #expect(found == expected)
      writer.index.database.close()
    }
  }
}
