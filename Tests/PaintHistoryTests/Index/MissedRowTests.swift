import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("A row that is not found because its key is damaged")
struct MissedRowTests {
  @Test(
    "is noticed by an edit of the tile, whichever key it has now",
    arguments: ["revision = revision + 1000", "tile = tile + 1", "tile = tile + 2048"])
  func isNoticed(change: String) throws {
    let document = try SampleDocument(width: 96, height: 80)
    let history = try document.open()
    for color in 1...3 {
      try history.commitRevision([(TileIndex(x: 1, y: 1), .color(Pixel(bits: UInt32(color))))])
    }
    try history.endEditing()
    try document.execute("UPDATE tile SET \(change) WHERE revision = 3", sealing: false)
    let before = try document.filledContents()
    #expect(throws: HistoryError.self) {
      try document.open().commitRevision([(TileIndex(x: 1, y: 1), .color(.black))])
    }
    #expect(try document.filledContents() == before)
  }
}
