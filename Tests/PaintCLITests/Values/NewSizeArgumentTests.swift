import PaintRaster
import Testing

@testable import PaintCLI
@testable import PaintEditing

@Suite("NewSizeArgument") struct NewSizeArgumentTests {
  /// A typed size, and the resulting size of a picture of 200x100: in proportion, and with the other side unchanged.
  @Test(
    "every form, in proportion and with the other side unchanged",
    arguments: [
      ("30x40", [30, 40], [30, 40]), ("1x1", [1, 1], [1, 1]), ("65536x65536", [65_536, 65_536], [65_536, 65_536]),
      ("50x", [50, 25], [50, 100]), ("1x", [1, 1], [1, 100]), ("3x", [3, 2], [3, 100]), ("x40", [80, 40], [200, 40]),
      ("x1", [2, 1], [200, 1]), ("x65536", nil, [200, 65_536]), ("65536x", [65_536, 32_768], [65_536, 100]),
      ("50%", [100, 50], [100, 50]), ("100%", [200, 100], [200, 100]), ("250%", [500, 250], [500, 250]),
      ("0.1%", [1, 1], [1, 1]), ("12.5%", [25, 13], [25, 13]), ("1e2%", [200, 100], [200, 100]), ("1e9%", nil, nil),
    ] as [(String, [Int]?, [Int]?)])
  func forms(text: String, inProportion: [Int]?, keeping: [Int]?) throws {
    let size = try #require(CanvasSize(width: 200, height: 100))
    let argument = try read(text, NewSizeArgument.parse)
    #expect(Self.sides(argument.resolved(on: size)) == inProportion)
    #expect(Self.sides(argument.resolved(keepingSidesOf: size)) == keeping)
    // A picture that is placed is scaled in proportion to its own size.
    let placement = Placement(x: 0, y: 0, anchor: .topLeft, scale: argument.scale, method: .nearest)
    #expect(Self.sides(placement.size(of: size)) == inProportion)
  }

  @Test(
    "invalid sizes are rejected",
    arguments: [
      "", "x", "xx", "5", "%", "0%", "-5%", "nan%", "5%5", "50%x", "50%x50%", "0x5", "5x0", "0x", "x0", "65537x",
      "x65537",
      "-5x5", "1.5x2", "5X5", "5x5x5", "5 x 5", "1e3x5", "99999999999999999999x", "1e16%", "50 %",
    ])
  func refused(text: String) {
    #expect(failure(text, NewSizeArgument.parse)?.code == .badValue)
  }

  private static func sides(_ size: CanvasSize?) -> [Int]? { size.map { [$0.width, $0.height] } }
}
