import PaintHistory
import PaintPNG
import PaintRaster
import PaintTestSupport
import Testing

@Suite("Packs")
struct SelfDescribingPacksTests {
  private func check(_ document: SampleDocument, _ pictures: [Int: PlainPicture], _ note: String) throws {
    let rebuilt = try RebuiltHistory(packsIn: document.path.appending("packs"))
    #expect(rebuilt.complaints == [], "\(note)")
    let history = try document.open(.reading)
    let branches = try history.branches()
    #expect(rebuilt.branches == Dictionary(uniqueKeysWithValues: branches.map { ($0.name, $0.revision) }), "\(note)")
    #expect(Set(rebuilt.records.keys) == Set(pictures.keys), "\(note)")
    for (number, picture) in pictures {
      #expect(rebuilt.picture(of: number) == picture, "\(note), r\(number)")
      guard let record = rebuilt.records[number] else { continue }
      let revision = try history.revision(number)
      #expect(record.parent == revision.parent)
      #expect(rebuilt.names[number] ?? record.name == revision.name)
      #expect(rebuilt.members[number] == revision.group)
      let group = try history.group(number)
      #expect(rebuilt.groups[number]?.last == group?.last && rebuilt.groups[number]?.name == group?.name)
      #expect(record.command == revision.command)
      #expect(record.fields["document"] == history.state.identity)
      #expect(record.fields["fingerprint"] == revision.fingerprint.hex)
      #expect(record.numbers["time"] == [revision.time])
      #expect(record.numbers["base"] == [revision.base])
      let box = revision.bounds
      #expect(record.numbers["pixels"] == [revision.pixels, box.x, box.y, box.width, box.height])
    }
  }

  @Test(
    "every picture of a session can be rebuilt from the packs alone",
    arguments: [11, 12, 13, .random(in: 14 ... .max)] as [UInt64])
  func rebuildsSessions(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var start = PlainPicture(try #require(CanvasSize(width: 130, height: 70)), filledWith: .black)
    for (index, tile) in randomTiles(on: start.size, count: 7, using: &generator) { start[index] = tile }
    let document = try SampleDocument(picture: start)
    var model = PlainHistory(start)
    let history = try document.open(seed == 11 ? .editing : .editingInGroups)
    for _ in 0..<80 {
      try history.beginEditing()
      try model.step(history, using: &generator)
      if Int.random(in: 0..<3, using: &generator) == 0 { try history.commit() }
    }
    try history.endEditing()
    try check(document, model.pictures, "seed \(seed)")
  }

  @Test("one-colour revisions, also on a blank canvas, have a record")
  func describesColors() throws {
    let document = try SampleDocument()
    var pictures = [0: PlainPicture(document.size, filledWith: .white)]
    try check(document, pictures, "blank")
    let history = try document.open()
    for (number, color) in [(1, Pixel.black), (2, Pixel(red: 1, green: 2, blue: 3, alpha: 4))] {
      var picture = try #require(pictures[number - 1])
      let tiles = PlainPicture.indices(of: document.size).dropFirst(number).map { ($0, Tile.color(color)) }
      for (index, tile) in tiles { picture[index] = tile }
      try history.commitRevision(tiles)
      pictures[number] = picture
    }
    try history.endEditing()
    try check(document, pictures, "colours")
  }

  @Test("revisions in several packs, and packs written early because of memory, describe themselves")
  func describesSplitRevisions() throws {
    var generator = SeededGenerator(seed: 3)
    let document = try SampleDocument(width: 1_100, height: 1_100)
    var picture = PlainPicture(document.size, filledWith: .white)
    var pictures = [0: picture]
    var mostPacks = 0
    for cache in [0, 32 << 20] {
      let history = try document.open(cache: cache)
      try history.beginEditing()
      for count in [3, 1_156, 5] {
        let tiles = randomTiles(on: document.size, count: count, using: &generator)
        for (index, tile) in tiles { picture[index] = tile }
        let revision = try history.revise(tiles, name: "many \(count)")
        pictures[revision.number] = picture
      }
      try history.commit()
      // Before automatic compaction, because the number of packs that it merges depends on the speed of the machine.
      mostPacks = max(mostPacks, try document.packs().count)
      try history.endEditing()
    }
    #expect(mostPacks > 20)
    try check(document, pictures, "split")
  }

  @Test("a revision's bytes are those that it added to the packs", arguments: [0, 1, 3, 1_024, 1_025, 1_156])
  func countsBytes(tiles: Int) throws {
    var generator = SeededGenerator(seed: 4)
    let document = try SampleDocument(width: 1_100, height: 1_100)
    let history = try document.open()
    func packBytes() throws -> Int {
      try document.contents().filter { $0.key.hasPrefix("packs/") }.reduce(0) { $0 + $1.value.count }
    }
    #expect(try history.revision(0).bytes == packBytes())
    var made = randomTiles(on: document.size, count: tiles, using: &generator)
    if tiles == 0 { made = [(TileIndex(x: 0, y: 0), .color(.black))] }
    for index in made.indices where tiles > 0 {
      // Slots only, so that packs get full.
      if case .color = made[index].tile { made[index].tile = .pixels(made[index].tile.expanded) }
    }
    let before = try packBytes()
    #expect(history.state.packBytes == before)
    let revision = try history.commitRevision(made, name: String(repeating: "n", count: tiles == 3 ? 2_500_000 : 5))
    #expect(try packBytes() - before == revision.bytes)
    #expect(try packBytes() == history.state.packBytes)
    #expect(try history.revision(1).bytes == revision.bytes)
  }

  @Test("the bytes of the revisions in a group add up to the bytes that the group added")
  func sharesBytes() throws {
    var generator = SeededGenerator(seed: 5)
    let document = try SampleDocument(width: 1_100, height: 1_100)
    let history = try document.open(.editingInGroups)
    let before = history.state.packBytes
    try history.beginEditing()
    var bytes = 0
    for count in [1, 2, 1_100, 1, 3] {
      bytes += try history.revise(randomTiles(on: document.size, count: count, using: &generator)).bytes
    }
    try history.commit()
    #expect(history.state.packBytes - before == bytes)
  }

  @Test("any names and commands are preserved")
  func escapes() throws {
    let document = try SampleDocument()
    let history = try document.open()
    let names = [
      "", " ", "a\\nb", "a\nb", "\r\n", "\n\nrevision 7\n\n", "\\", "\\\\n", "ünï ☃ 👩‍👩‍👧", "tab\tzero\u{0}end", "\u{2028}",
    ]
    for (number, name) in names.enumerated() {
      try history.beginEditing()
      try history.beginRevision(name: name, command: "do \(name)")
      try history.add(.color(Pixel(bits: UInt32(number + 1))), at: TileIndex(x: 0, y: 0))
      _ = try history.endRevision(pixels: 1_024, bounds: .empty, fingerprint: history.current.fingerprint)
      try history.commit()
    }
    let rebuilt = try RebuiltHistory(packsIn: document.path.appending("packs"))
    let read = try document.open(.reading)
    for (number, name) in names.enumerated() {
      #expect(rebuilt.records[number + 1]?.name == name)
      #expect(rebuilt.records[number + 1]?.command == "do \(name)")
      #expect(try read.revision(number + 1).name == name)
      #expect(try read.revision(number + 1).command == "do \(name)")
    }
  }
}
