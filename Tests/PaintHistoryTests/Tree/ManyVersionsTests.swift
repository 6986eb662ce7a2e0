import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintHistory

@Suite("The versions of many tiles")
struct ManyVersionsTests {
  @Test(
    "are those that are found one by one, in any tree with any bases, in memory or not",
    arguments: [1, 2, .random(in: 3 ... .max)] + (isThorough ? [3, 4, 5, 6] : []) as [UInt64],
    [History.Access.editing, .editingInGroups])
  func agreesWithSingleLookups(seed: UInt64, access: History.Access) throws {
    var generator = SeededGenerator(seed: seed)
    let document = try SampleDocument(width: 150 * Tile.edge, height: 50)
    for session in 0..<4 {
      let history = try document.open(access, cache: 40 * Tile.byteCount)
      if access == .editingInGroups, session % 2 == 1 { try history.writeBehind() }
      for step in 0..<12 {
        let note: Comment = "seed \(seed), \(access), session \(session), step \(step)"
        try history.beginEditing()
        try change(history, using: &generator)
        try check(history, note, using: &generator)
        if Bool.random(using: &generator) { try history.commit() }
      }
      try history.beginEditing()
      try history.endEditing()
    }
    try check(document.open(.reading), "seed \(seed), read", using: &generator)
  }

  private func change(_ history: History, using generator: inout SeededGenerator) throws {
    let size = history.current.size
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...4:
      let count = Int.random(in: 1...size.tileCount, using: &generator)
      _ = try history.revise(randomTiles(on: size, count: count, using: &generator))
    case 5, 6:
      // More versions of the same tiles than are read one after the other.
      let places = PlainPicture.indices(of: size).shuffled(using: &generator).prefix(9)
      for _ in 0..<Int.random(in: 5...25, using: &generator) {
        var tiles: [PlacedTile] = []
        for place in places { tiles.append((place, Tile.random(using: &generator))) }
        _ = try history.revise(tiles)
      }
    case 7:
      let side = [150, 64, 65, 3].randomElement(using: &generator) ?? 3
      let canvas = BlankCanvas(size: try #require(CanvasSize(width: side * Tile.edge, height: 60)), background: .black)
      _ = try history.remake(canvas, randomTiles(on: canvas.size, count: 4, using: &generator))
    case 8, 9: _ = try history.undo(Int.random(in: 1...20, using: &generator))
    case 10: try history.goTo(numbers(in: history).randomElement(using: &generator) ?? history.current.number)
    default:
      let line = try history.line().map(\.number)
      guard let place = line.firstIndex(of: history.current.number) else { return }
      try history.commit()
      try history.beginEditing()
      _ = try history.forget(.before(line[Int.random(in: place / 2...place, using: &generator)]))
      try history.commit()
      try history.beginEditing()
    }
  }

  @Test("leave out a side branch while its removal is not committed", arguments: [false, true])
  func leavesOutForgotten(writesBehind: Bool) throws {
    let document = try SampleDocument()
    let history = try document.open(.editingInGroups)
    if writesBehind { try history.writeBehind() }
    let (place, other) = (TileIndex(x: 0, y: 0), TileIndex(x: 1, y: 0))
    try history.commitRevision([(place, .color(.black))])
    try history.beginEditing()
    _ = try history.undo(1)
    _ = try history.revise([(other, .color(Pixel(bits: 2)))])
    _ = try history.revise([(other, .color(Pixel(bits: 3)))])
    try history.sync()
    try history.beginEditing()
    #expect(try history.forget(.before(3)) == 3)
    #expect(try history.tiles.shownVersions(ofRow: 0, columns: 0..<1, at: history.current).map(\.revision) == [-1])
    #expect(try areEqual(history.tile(at: place), .color(.white)))
    try history.commit()
    #expect(try areEqual(history.tile(at: place), .color(.white)))
  }

  /// All revisions that are kept.
  private func numbers(in history: History) throws -> [Int] {
    try (history.state.root..<history.state.nextRevision).filter { try history.index.node($0) != nil }
  }

  private func check(_ history: History, _ note: Comment, using generator: inout SeededGenerator) throws {
    let numbers = try numbers(in: history)
    for number in numbers.shuffled(using: &generator).prefix(8) + [history.current.number] {
      let picture = try history.snapshot(at: number)
      let columns = picture.size.tileColumns
      for _ in 0..<3 {
        let row = Int.random(in: 0..<picture.size.tileRows, using: &generator)
        let start = Int.random(in: 0...columns, using: &generator)
        let part = start..<Int.random(in: start...columns, using: &generator)
        let found = try history.tiles.shownVersions(ofRow: row, columns: part, at: picture.revision)
        let expected = try part.map {
          try history.tiles.shownVersion(of: TileIndex(x: $0, y: row).key, at: picture.revision)
        }
        #expect(found.map(\.revision) == expected.map(\.revision), "\(note), r\(number)")
      }
      let tiles = PictureTiles(picture)
      let (row, first) = (
        Int.random(in: 0..<picture.size.tileRows, using: &generator), Int.random(in: 0..<columns, using: &generator)
      )
      for step in 0..<12 {
        let index = TileIndex(x: (first + step * 3) % columns, y: row)
        #expect(try areEqual(tiles.tile(at: index), picture.tile(at: index)), "\(note), r\(number)")
      }
    }
  }

  private func areEqual(_ first: Tile, _ second: Tile) -> Bool {
    TileDifference(from: first, to: second, inside: PixelBox(x: 0, y: 0, width: Tile.edge, height: Tile.edge)).isEmpty
  }

  @Test("of a picture that is being read stay valid when a gc moves the tiles", arguments: [false, true])
  func readsThroughCollecting(together: Bool) throws {
    var generator = SeededGenerator(seed: 8)
    let document = try SampleDocument(width: 40 * Tile.edge, height: Tile.edge)
    let writer = try document.open()
    for _ in 0..<3 { try writer.commitRevision(randomTiles(on: document.size, count: 30, using: &generator)) }
    let expected = try PlainPicture(canvasOf: writer)
    let reader = try document.open(.reading)
    let picture = try reader.snapshot(at: 3)
    let tiles = PictureTiles(picture)
    if together { for x in 0..<4 { _ = try tiles.tile(at: TileIndex(x: x, y: 0)) } }
    var read = PlainPicture(document.size)
    var isCollected = false
    func take(_ index: TileIndex, _ tile: Tile) throws(HistoryError) {
      read[index] = tile
      if !isCollected {
        isCollected = true
        try writer.beginEditing()
        _ = try writer.forget(.before(2))
        try writer.commit()
        _ = try writer.collect(thoroughly: true)
      }
      // Removed files could still be read.
      reader.packs.closeFiles()
    }
    if together {
      for x in 0..<40 { try take(TileIndex(x: x, y: 0), tiles.tile(at: TileIndex(x: x, y: 0))) }
    } else {
      try picture.forEachTile(row: 0, columns: 0..<40) { (index, tile) throws(HistoryError) in try take(index, tile) }
    }
    #expect(read.fingerprint == expected.fingerprint)
  }

  @Test("stay valid while an edit writes the tiles of the step before to packs", arguments: [false, true])
  func readsWhileWriting(writesBehind: Bool) throws {
    var generator = SeededGenerator(seed: 9)
    let document = try SampleDocument(width: 60 * Tile.edge, height: Tile.edge)
    let history = try document.open(.editingInGroups, cache: 0)
    if writesBehind { try history.writeBehind() }
    try history.beginEditing()
    _ = try history.revise(randomTiles(on: document.size, count: 60, using: &generator))
    let expected = try PlainPicture(rowsOf: history.snapshot(at: 1))
    try history.commit()
    try history.beginEditing()
    _ = try history.goTo(0)
    _ = try history.revise(PlainPicture.indices(of: document.size).map { ($0, expected[$0]) })
    let picture = try history.snapshot(at: 2)
    var read = PlainPicture(document.size)
    try history.beginRevision(name: "Change", command: "change")
    try picture.forEachTile(row: 0, columns: 0..<60) { (index, tile) throws(HistoryError) in
      read[index] = tile
      try history.add(Tile.random(using: &generator), at: index)
    }
    try history.abandonRevision()
    #expect(read.fingerprint == expected.fingerprint)
    try history.commit()
  }
}
