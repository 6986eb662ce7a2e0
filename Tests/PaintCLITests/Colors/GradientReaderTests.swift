import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintCLI

/// Gradients as typed, and their canonical text.
@Suite struct GradientReaderTests {
  private func read(_ text: String) throws(Failure) -> GradientArgument {
    try GradientReader.read(Array(text.utf8).span)
  }

  private func stops(_ text: String) throws -> [Gradient.Stop] {
    try read(text).gradient(in: ShapeBox(x: 0, y: 0, width: 200, height: 100), isDithered: false).stops
  }

  @Test(
    "stops without a position and out of order are placed as CSS defines",
    arguments: [
      ("linear-gradient(red, lime, blue)", [0, 0.5, 1]), ("linear-gradient(red)", [0]),
      ("linear-gradient(red 40%, lime 20%, blue)", [0.4, 0.4, 1]),
      ("linear-gradient(red 150%, lime, blue 50%)", [1.5, 1.5, 1.5]),
      ("linear-gradient(red, lime 30% 40%, blue)", [0, 0.3, 0.4, 1]),
      ("linear-gradient(red 10%, lime, blue, black 70%)", [0.1, 0.3, 0.5, 0.7]),
      ("linear-gradient(to right, red 20px, lime 50%, blue)", [0.1, 0.5, 1]),
      ("linear-gradient(30% red, blue)", [0.3, 1]), ("conic-gradient(red 90deg, blue 0.75turn)", [0.25, 0.75]),
      ("linear-gradient(red, 0000ff)", [0, 1]), ("linear-gradient(00ff00 20%, 12ab, 000)", [0.2, 0.6, 1]),
      ("repeating-linear-gradient(red 10%)", [0.1]), ("radial-gradient(circle 50px, red, blue 25px)", [0, 0.5]),
    ] as [(String, [Double])])
  func placed(text: String, offsets: [Double]) throws {
    let found = try stops(text).map(\.offset)
    #expect(found.count == offsets.count && zip(found, offsets).allSatisfy { ($0 - $1).magnitude < 1e-12 }, "\(found)")
  }

  @Test(
    "what is no gradient is refused with the word and a hint",
    arguments: [
      ("linear-gradient()", "it has no colour", nil), ("linear-gradient(45deg)", "it has no colour", nil),
      ("linear-gradient(red,,blue)", "between two commas", nil), ("linear-gradient(red, blue", "parenthesis", nil),
      ("linear-gradient(redd, blue)", "'redd'", "red"),
      ("linear-gradiant(red, blue)", "linear-gradiant", "linear-gradient"),
      ("patern(a.png)", "'patern'", "did you mean pattern?"),
      ("linear-gradient(to rigth, red, blue)", "'rigth'", "right"),
      ("linear-gradient(to top bottom, red, blue)", "two vertical sides", "to bottom right"),
      ("linear-gradient(to left left, red, blue)", "two horizontal sides", "to bottom right"),
      ("radial-gradient(circle at 10px left, red, blue)", "horizontal position is stated twice", nil),
      ("radial-gradient(at top bottom, red)", "vertical position is stated twice", nil),
      ("radial-gradient(circle ellipse, red)", "two shapes", nil),
      ("radial-gradient(closest-side farthest-side, red)", "two sizes", nil),
      ("radial-gradient(at center 10px top 10px, red)", "centre has no distance", "right 10px"),
      ("linear-gradient(in oklba, red, blue)", "oklba", "oklab"),
      ("linear-gradient(20%, red, blue)", "20%", "45deg"), ("linear-gradient(red, 20%)", "hint", nil),
      ("linear-gradient(red 1 2 3, blue)", "at most two", nil),
      ("linear-gradient(red, conic-gradient(red, blue))", "one", nil),
      ("radial-gradient(circle 20%, red, blue)", "one radius in pixels", nil),
      ("radial-gradient(-5px, red)", "below 0", nil),
      ("radial-gradient(at top 20%, red, blue)", "twice", nil), ("conic-gradient(from, red, blue)", "angle", nil),
      ("linear-gradient(red 1e99px, blue)", "1e99px", nil), ("linear-gradient(nanpx, red)", "nanpx", nil),
    ] as [(String, String, String?)])
  func refused(text: String, part: String, hint: String?) {
    do throws(Failure) {
      _ = try read(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.exitCode == .usage && error.message.contains(part), "\(text): \(error)")
      if let hint { #expect(error.hint?.contains(hint) ?? false, "\(text): \(error)") }
    }
  }

  @Test("the canonical text is read as the same gradient", arguments: [1, 2, .random(in: 3 ... .max)] as [UInt64])
  func canonical(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func pick(_ words: [String]) -> String { words.randomElement(using: &generator) ?? "" }
    func number() -> String { "\(Double(Int.random(in: -2_000...9_999, using: &generator)) / 100)" }
    func position(_ isAngle: Bool) -> String {
      pick([
        "", " \(number())%", " \(number())%", isAngle ? " \(number())deg" : " \(number())px",
        " \(number())% \(number())%",
      ])
    }
    for _ in 0..<400 {
      let name = pick(["linear", "radial", "conic"])
      let at = pick([
        "", "at \(number())% \(number())px", "at right 12.3px bottom 7%", "at center", "at left top", "at bottom",
      ])
      let prelude =
        switch name {
        case "linear":
          pick(["", "\(number())deg", "to top left", "to right", "\(number())grad", "\(number())rad", "0.1turn"])
        case "radial":
          pick(["", "circle", "closest-side", "circle farthest-side", "30px 12.7%", "circle 7.1px"]) + " \(at)"
        default: pick(["", "from \(number())deg", "from \(number())rad"]) + " \(at)"
        }
      let space = pick(["", "in srgb-linear", "in oklab"])
      let first = [prelude.trimmed, space].filter { !$0.isEmpty }.joined(separator: " ")
      let stops = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        pick(["red", "#12345678", "none", "hsl(20, 50%, 50%)"]) + position(name == "conic")
      }
      let words = (first.isEmpty ? [] : [first]) + stops
      let text = "\(pick(["", "repeating-"]))\(name)-gradient(\(words.joined(separator: ", ")))"
      let gradient = try read(text)
      let canonical = GradientText.text(gradient)
      #expect(try read(canonical) == gradient, "seed \(seed): \(text) became \(canonical)")
      #expect(try GradientText.text(read(canonical)) == canonical, "seed \(seed): \(text)")
    }
  }
}

extension String {
  /// Without blanks at its ends.
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
