import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("EdgeTable")
struct EdgeTableTests {
  /// The values that identify an edge.
  private struct Mark: Hashable, Comparable {
    let top: Int
    let bottom: Int
    let x: Int
    let nextX: Int
    let sign: Int32
    let isJoined: Bool

    init(_ edge: Edge) {
      (top, bottom, x, nextX) = (edge.top, edge.bottom, edge.topX, edge.bottomX)
      (sign, isJoined) = (edge.sign, edge.isJoined)
    }

    static func < (a: Mark, b: Mark) -> Bool { a.words.lexicographicallyPrecedes(b.words) }
    private var words: [Int] { [top, bottom, x, nextX, Int(sign), isJoined ? 1 : 0] }
  }

  @Test("edges made a few rows of tiles at a time equal those made all at once", arguments: [true, false])
  func windows(antialiased: Bool) throws {
    let canvas = try #require(CanvasSize(width: 300, height: 400))
    for seed in 0..<UInt64(20) {
      var random = SeededGenerator(seed: seed)
      let points = (0..<60).map { _ in
        PencilPoint(Point(x: random.real(-100...400), y: random.real(-100...500)), pressure: random.real(0...1))
      }
      let outline = Outline(strokeOf: .pencil(points), style: StrokeStyle(width: random.real(0.1...40)))
      let frame = CanvasFrame(outline, canvas: canvas)
      var whole = EdgeTable()
      var parted = EdgeTable()
      whole.load(outline, frame: frame, antialiased: antialiased)
      parted.load(outline, frame: frame, antialiased: antialiased, atOnce: 30)
      #expect(whole.tileRows == parted.tileRows)
      for row in whole.tileRows where seed % 2 == 0 || row % 3 == 0 {
        whole.advance(to: row)
        parted.advance(to: row)
        let all = (0..<whole.activeCount).map { Mark(whole.edges[Int(whole.active[$0])]) }.sorted()
        let some = (0..<parted.activeCount).map { Mark(parted.edges[Int(parted.active[$0])]) }.sorted()
        #expect(all == some, "seed \(seed), row of tiles \(row)")
        #expect(parted.edgeCount <= whole.edgeCount)
      }
    }
  }
}
