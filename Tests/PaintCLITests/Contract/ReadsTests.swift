import PaintRaster
import Testing

@testable import PaintCLI

/// What edits say that they read of the canvas: everything else may be another picture, and they make the same.
@Suite("Contract: what edits read")
struct ReadsTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.paint("new art.paint --size 120x100 --background white")
  }

  @Test(
    "an edit makes the same of a canvas that differs everywhere but in what it says it reads",
    arguments: 1...16 as ClosedRange<UInt64>)
  func statements(seed: UInt64) throws {
    var random = Seeded(seed)
    for _ in 0..<5 { _ = try shell.paint("-d art.paint \(RevertTests.line(&random))") }
    var tried = 0
    while tried < 8 {
      let line = RevertTests.line(&random)
      let before = try picture("art.paint")
      guard let size = CanvasSize(width: before.width, height: before.height) else { continue }
      let made = try shell.paint("-d art.paint \(line) --json")
      guard made.code == 0, try made.json["changed"].bool == true else { continue }
      let after = try picture("art.paint")
      let command = try shell.paint("-d art.paint show --json").json["command"].text ?? ""
      let reads = try CanonicalCommand(command).edit(on: size).reads
      let free = tiles(of: size).filter { !reads.picture.touches([$0]) }
      guard !free.isEmpty, after.width == before.width, after.height == before.height else { continue }
      tried += 1

      var other = before
      for tile in free { fill(tile, of: &other, with: &random) }
      _ = try shell.sh("rm -rf copy.paint && cp -r art.paint copy.paint")
      _ = try shell.paint("-d copy.paint undo")
      try write(other, to: "other.pam")
      #expect(try shell.paint("-d copy.paint import other.pam --everywhere").code == 0)
      if !reads.selection {
        _ = try shell.paint(
          "-d copy.paint select \(["none", "all", "rect 3,4,50x60"].randomElement(using: &random) ?? "none")")
      }
      _ = try shell.paint("-d copy.paint \(line)")
      let result = try picture("copy.paint")
      let note: Comment = "seed \(seed): \(line) on \(free.count) of \(size.tileCount) other tiles"
      for tile in tiles(of: size) {
        // A tile that the edit changed is what it was made; all others are what they were.
        let isChanged = part(tile, of: after) != part(tile, of: before)
        #expect(part(tile, of: result) == part(tile, of: isChanged ? after : other), note)
      }
      let selected = try ["art.paint", "copy.paint"].map {
        "\(try shell.paint("-d \($0) select --json").json["selection"])"
      }
      #expect(selected[0] == selected[1], note)
    }
  }

  private func picture(_ drawing: String) throws -> Picture { try Picture(shell.paint("-d \(drawing) export -").bytes) }

  private func tiles(of size: CanvasSize) -> [TileIndex] {
    (0..<size.tileRows).flatMap { y in (0..<size.tileColumns).map { TileIndex(x: $0, y: y) } }
  }

  /// The pixels of a tile that are on the picture.
  private func part(_ tile: TileIndex, of picture: Picture) -> [UInt32] {
    let box = tile.box.intersection(PixelBox(x: 0, y: 0, width: picture.width, height: picture.height))
    return (box.y..<box.maxY).flatMap { y in picture.pixels[y * picture.width + box.x..<y * picture.width + box.maxX] }
  }

  private func fill(_ tile: TileIndex, of picture: inout Picture, with random: inout Seeded) {
    let box = tile.box.intersection(PixelBox(x: 0, y: 0, width: picture.width, height: picture.height))
    for y in box.y..<box.maxY {
      for x in box.x..<box.maxX {
        picture.pixels[y * picture.width + x] = UInt32.random(in: 0 ... .max, using: &random)
      }
    }
  }

  private func write(_ picture: Picture, to file: String) throws {
    var bytes = Array(
      "P7\nWIDTH \(picture.width)\nHEIGHT \(picture.height)\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n".utf8)
    for bits in picture.pixels {
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }
    try shell.write(file, bytes)
  }
}
