import Testing

@testable import PaintCLI

@Suite("Progress") struct ProgressTests {
  @Test(
    "a bar grows with the work",
    arguments: [
      (0, 100, "[····················] 0 of 100"), (4, 100, "[····················] 4 of 100"),
      (5, 100, "[#···················] 5 of 100"), (50, 100, "[##########··········] 50 of 100"),
      (99, 100, "[###################·] 99 of 100"), (100, 100, "[####################] 100 of 100"),
      (1, 1, "[####################] 1 of 1"), (0, 0, "[····················] 0 of 0"),
    ])
  func bar(done: Int, all: Int, expected: String) {
    #expect(Progress.bar(done, of: all) == expected)
  }
}
