import PaintRaster
import Testing

@testable import PaintCLI

/// The names that hints propose.
@Suite struct NearestNameTests {
  @Test(
    "the beginning of a blend mode's name is completed in the hint",
    arguments: [
      ("mul", "multiply"), ("dif", "difference"), ("color-d", "color-dodge"), ("LUM", "luminosity"),
      ("mutliply", "multiply"),
    ])
  func begun(word: String, name: String) {
    do throws(Failure) {
      _ = try BlendMode.parse(Array(word.utf8).span)
      Issue.record("\(word) was read")
    } catch {
      #expect(error.hint == "did you mean \(name)?", "\(error)")
    }
  }

  @Test("a single letter and the beginning of no name propose nothing", arguments: ["m", "zzzz", ""])
  func none(word: String) {
    #expect(NearestName.begun(with: word, among: BlendMode.allCases.map(\.rawValue)) == nil)
  }
}
