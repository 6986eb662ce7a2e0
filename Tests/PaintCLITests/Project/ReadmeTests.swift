import PaintHistory
import PaintTestSupport
import Testing

@Suite("README")
struct ReadmeTests {
  private let text: String

  init() throws {
    text = String(decoding: try SystemDisk().contents(of: ShellScript.project.appending("README.md")), as: UTF8.self)
  }

  @Test("tour and recipes run unchanged and print the documented output")
  func tour() throws {
    let tour = text.components(between: "```sh tour\n", and: "```\n")
    let recipes = text.components(between: "```sh recipe\n", and: "```\n")
    #expect(tour.count == 1 && recipes.count >= 5)
    let script = (tour + recipes).joined()
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = lines.filter { $0.hasPrefix("#> ") }.map { timeless($0.dropFirst(3)) }
    #expect(expected.count > 20)

    let folder = try TemporaryFolder()
    // The tour begins in the project's folder.
    let outcome = try ShellScript.run("ln -s '\(ShellScript.project)/Fixtures' Fixtures\n" + script, in: folder)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").map(timeless) == expected)
  }

  @Test("every linked file exists")
  func links() throws {
    let targets = text.components(between: "](", and: ")").filter { !$0.contains("://") && !$0.hasPrefix("#") }
    #expect(!targets.isEmpty)
    for target in targets {
      #expect(try SystemDisk().status(of: ShellScript.project.appending(target)) != nil, "\(target)")
    }
  }

  /// The line without the parts that may differ from run to run: times of day, durations, the bytes that a step took.
  private func timeless(_ line: Substring) -> String {
    String(line)
      .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "TIME")
      .replacing(/, [\d.]+ s$/, with: ", DURATION")
      .replacing(/"bytes":\d+/, with: "BYTES")
      .replacing(/\ +[\d,]+ B(?=$|\ \ )/, with: " BYTES")
      .replacing(/\ +(just now|\d+ (s|min) ago)/, with: " AGE")
  }
}

extension String {
  /// The texts between two marks, in order.
  fileprivate func components(between opening: String, and closing: String) -> [String] {
    var components: [String] = []
    var rest = self[...]
    while let start = rest.firstRange(of: opening) {
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: closing) else { break }
      components.append(String(rest[..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    return components
  }
}
