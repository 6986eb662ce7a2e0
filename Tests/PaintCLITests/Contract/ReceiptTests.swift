import Testing

/// What commands tell about their changes, compared with the pixels.
@Suite("Contract: receipts")
struct ReceiptTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 200x150")
    try #require(made.code == 0, "\(made)")
  }

  @Test("bounds, pixels, tiles and bytes match the pixels that differ", arguments: 1...3 as ClosedRange<UInt64>)
  func measured(seed: UInt64) throws {
    var random = Seeded(seed)
    var before = try shell.picture()
    for step in 1...8 {
      let line = RandomStroke.line(&random, width: 200, height: 150)
      let packs = try shell.files().filter { $0.key.contains("/packs/") }
      let receipt = try shell.paint(line.split(separator: " ").map(String.init) + ["--json"]).json
      let after = try shell.picture()
      let (bounds, count) = after.difference(from: before)
      let told = receipt["bounds"] == .null ? nil : receipt["bounds"].elements.map { $0.int ?? -1 }
      #expect(told == bounds, "seed \(seed), step \(step): \(line)")
      #expect(receipt["pixels"].int == count, "seed \(seed), step \(step): \(line)")
      #expect(receipt["changed"].bool == (count > 0), "seed \(seed), step \(step): \(line)")
      var tiles: Set<Int> = []
      for (index, pair) in zip(after.pixels, before.pixels).enumerated() where pair.0 != pair.1 {
        tiles.insert(index / 200 / 32 * 100 + index % 200 / 32)
      }
      #expect(receipt["tiles"].int == tiles.count, "seed \(seed), step \(step): \(line)")
      let added = try shell.files().filter { $0.key.contains("/packs/") && packs[$0.key] == nil }
      #expect(receipt["bytes"].int == added.values.reduce(0) { $0 + $1.count }, "seed \(seed), step \(step): \(line)")
      before = after
    }
  }
}
