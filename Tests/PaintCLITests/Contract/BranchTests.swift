import Testing

/// Names of revisions and groups, and branches.
@Suite("Contract: names and branches")
struct BranchTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 64x48 --background white")
    try #require(made.code == 0, "\(made)")
    for x in 1...4 { _ = try shell.paint("stroke pencil \(x)0,10") }
  }

  private func status() throws -> JSON { try shell.paint("status --json").json }

  @Test("every revision stays reachable after any sequence of undo, edit and goto")
  func nothingIsLost() throws {
    var random = Seeded(.random(in: 0 ... .max))
    let seed = random
    var fingerprints: [Int: JSON] = [:]
    for step in 0..<60 {
      let line =
        switch Int.random(in: 0..<6, using: &random) {
        case 0: "undo \(Int.random(in: 1...4, using: &random))"
        case 1: "redo \(Int.random(in: 1...4, using: &random))"
        case 2: "goto \(fingerprints.keys.sorted().randomElement(using: &random) ?? 0)"
        case 3: "group \(Int.random(in: 1...3, using: &random))"
        case 4: "branch b\(step)"
        default:
          "stroke pencil \(Int.random(in: 0..<64, using: &random)),\(step % 48) --width 3 --color hsl(\(step * 6),80%,50%)"
        }
      let receipt = try shell.paint("\(line) --json")
      #expect([0, 1, 3].contains(receipt.code), "\(seed): \(line): \(receipt)")
      let status = try status()
      fingerprints[status["revision"].int ?? -1] = status["fingerprint"]
    }
    for (revision, fingerprint) in fingerprints {
      #expect(try shell.paint("goto \(revision) --json").json["fingerprint"] == fingerprint, "\(seed): r\(revision)")
    }
  }
}
