import PaintTestSupport

@testable import PaintCLI

extension PlainPaint {
  /// `run` with a few programs: `cp FILE {}`, `true`, `false`, `rm {}`, and a shell that undoes a step.
  mutating func runProgram(_ typed: [String]) throws(Refusal) -> JSON {
    let parts = typed.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let program = parts[1].first else { throw Refusal(.missingWord) }
    let options = Array(parts[0])
    try checkExpectation(options)
    let words = Array(parts[1])
    let name = options.firstIndex(of: "--name").map { options[$0 + 1] } ?? words.joined(separator: " ")
    switch program {
    case "true": return finish(document.add(document.here.picture, name: name, command: nil))
    case "cp":
      guard let picture = files[words[1]] else { throw Refusal(.programFailed) }
      guard picture.size == document.here.picture.size else { throw Refusal(.failed) }
      return finish(document.add(picture, name: name, command: nil))
    case "sh":
      let way = document.back(1)
      document.offeredName = name
      guard way.steps > 0 else { return finish(false) }
      document.current = way.target
      throw Refusal(.expectationFailed)
    default: throw Refusal(.programFailed)
    }
  }
}
