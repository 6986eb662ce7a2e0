import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintHistory

/// The tiles of all planes except the picture that a revision shows: the model of `Snapshot.tile(at:in:since:)`.
struct PlaneTiles {
  /// A tile, what identifies it, and the revision that wrote it.
  struct Written {
    var writer: Int
    var hash: BlockHash
    var tile: Tile

    init(_ tile: Tile, by writer: Int) {
      self.writer = writer
      self.tile = tile
      hash = BlockHash(of: tile, width: Tile.edge, height: Tile.edge)
    }
  }

  var written: [TilePlace: Written] = [:]

  /// The planes that tests use: with both ends of the range of keys.
  static let planes: [TilePlane] = [.base, .selection, .selectionSummary, TilePlane(number: 1_023)]

  /// The tiles that revisions from `first` on wrote.
  func hashes(since first: Int) -> [TilePlace: BlockHash] {
    written.filter { $0.value.writer >= first }.mapValues(\.hash)
  }
}

extension Snapshot {
  /// The tiles of all planes except the picture, read one by one.
  func planeTiles(since first: Int) throws -> [TilePlace: BlockHash] {
    var found: [TilePlace: BlockHash] = [:]
    for plane in PlaneTiles.planes {
      for index in PlainPicture.indices(of: size) {
        guard let tile = try tile(at: index, in: plane, since: first) else { continue }
        found[TilePlace(index, in: plane)] = PlaneTiles.Written(tile, by: 0).hash
      }
    }
    return found
  }

  /// The same, read by rows of tiles.
  func planeTilesByRows(since first: Int) throws -> [TilePlace: BlockHash] {
    var found: [TilePlace: BlockHash] = [:]
    for plane in PlaneTiles.planes {
      for row in 0..<size.tileRows {
        let columns = 0..<size.tileColumns
        try forEachTile(row: row, columns: columns, in: plane, since: first) { (index, tile) throws(Never) in
          found[TilePlace(index, in: plane)] = PlaneTiles.Written(tile, by: 0).hash
        }
      }
    }
    return found
  }
}

extension PlainHistory {
  /// Random tiles of random planes, for a revision that is about to be made.
  func randomPlaneTiles(
    on size: CanvasSize, using generator: inout SeededGenerator
  ) -> [(place: TilePlace, tile: Tile)] {
    guard Int.random(in: 0..<3, using: &generator) == 0 else { return [] }
    return PlaneTiles.planes.flatMap { plane in
      let count = Int.random(in: 0...min(3, size.tileCount), using: &generator)
      return randomTiles(on: size, count: count, using: &generator).map { (TilePlace($0.index, in: plane), $0.tile) }
    }
  }

  /// Records the tiles of planes that a new revision wrote.
  mutating func note(_ tiles: [(place: TilePlace, tile: Tile)], of number: Int, isBase: Bool) {
    var shown = isBase ? PlaneTiles() : planes[current] ?? PlaneTiles()
    for (place, tile) in tiles { shown.written[place] = PlaneTiles.Written(tile, by: number) }
    planes[number] = shown
  }

  /// What the eraser brings back at a revision: the picture of its base, covered by the plane of bases.
  func basePicture(of number: Int) -> PlainPicture? {
    guard let base = bases[number], var picture = basePictures[base] else { return nil }
    for (place, written) in planes[number]?.written ?? [:] where place.plane == .base {
      picture[place.index] = written.tile
    }
    return picture
  }

  /// Checks that the eraser's tiles are all that can be erased.
  func checkErasable(_ history: History, _ note: Comment) throws {
    let base = try PlainPicture(of: history.basePicture())
    let now = try PlainPicture(canvasOf: history)
    let tiles = Set(try history.erasableTiles(of: history.current))
    for index in PlainPicture.indices(of: base.size) where !tiles.contains(index) {
      #expect(
        TileDifference(from: base[index], to: now[index], inside: index.inside(base.size)).isEmpty, note)
    }
  }

  /// Checks the tiles of planes that a revision shows.
  func checkPlanes(of snapshot: Snapshot, _ note: Comment) throws {
    let number = snapshot.revision.number
    let expected = planes[number] ?? PlaneTiles()
    for first in [0, snapshot.revision.base, (snapshot.revision.base + number + 1) / 2, number] {
      #expect(try snapshot.planeTiles(since: first) == expected.hashes(since: first), note)
      #expect(try snapshot.planeTilesByRows(since: first) == expected.hashes(since: first), note)
    }
  }
}
