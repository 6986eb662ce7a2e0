import PaintTestSupport
import Testing

@testable import PaintText

/// Unicode's own tests of the algorithm, and its table of characters.
@Suite("Bidirectional text, Unicode's tests")
struct BidiConformanceTests {
  private static let skipped = "PAINT_THOROUGH=1 tests all lines if the Debian package unicode-data is installed"
  private static let takesAll = isThorough && UnicodeFile.isInstalled

  /// The results of a file's cases.
  private struct Outcome {
    var count = 0
    var failures: [String] = []

    mutating func add(_ cases: [BidiCase], of line: Substring) {
      if cases.isEmpty { failures.append("not read: \(line)") }
      count += cases.count
      failures += cases.compactMap(\.problem)
    }
  }

  /// Runs all cases of BidiTest.txt in a folder.
  private func classes(in folder: String) -> Outcome {
    var outcome = Outcome()
    var levels: [UInt8?] = []
    var order: [Int] = []
    UnicodeFile.forEachLine(of: "BidiTest.txt", in: folder) { line in
      let numbers = line.drop { !$0.isWhitespace }.split(whereSeparator: \.isWhitespace)
      if line.hasPrefix("@Levels:") {
        levels = numbers.map { UInt8($0) }
      } else if line.hasPrefix("@Reorder:") {
        order = numbers.compactMap { Int($0) }
      } else {
        outcome.add(BidiCase.ofClasses(line, levels: levels, order: order), of: line)
      }
    }
    return outcome
  }

  /// Runs all cases of BidiCharacterTest.txt in a folder.
  private func characters(in folder: String) -> Outcome {
    var outcome = Outcome()
    UnicodeFile.forEachLine(of: "BidiCharacterTest.txt", in: folder) {
      outcome.add(BidiCase.ofCharacters($0), of: $0)
    }
    return outcome
  }

  @Test("sequences of classes are resolved as in the project's lines")
  func keptClasses() {
    let outcome = classes(in: UnicodeFile.keptFolder)
    #expect(outcome.count == 2_422 && outcome.failures.prefix(5) == [])
  }

  @Test("sequences of characters are resolved as in the project's lines")
  func keptCharacters() {
    let outcome = characters(in: UnicodeFile.keptFolder)
    #expect(outcome.count == 1_056 && outcome.failures.prefix(5) == [])
  }

  @Test("all sequences of classes are resolved correctly", .enabled(if: takesAll, Comment(rawValue: skipped)))
  func allClasses() {
    let outcome = classes(in: UnicodeFile.installedFolder)
    #expect(outcome.count >= 770_241 && outcome.failures.prefix(5) == [])
  }

  @Test("all sequences of characters are resolved correctly", .enabled(if: takesAll, Comment(rawValue: skipped)))
  func allCharacters() {
    let outcome = characters(in: UnicodeFile.installedFolder)
    #expect(outcome.count >= 91_707 && outcome.failures.prefix(5) == [])
  }

  @Test(
    "each character of Unicode 15 has its class",
    .enabled(
      if: takesAll && UnicodeFile.installedVersion == "15.0.0",
      "PAINT_THOROUGH=1 takes all characters, where the Debian package unicode-data is installed in version 15.0.0"))
  func classesOfAll() throws {
    var failures: [String] = []
    var count = 0
    var first: UInt32?
    try UnicodeFile.forEachLine(of: "UnicodeData.txt", in: UnicodeFile.installedFolder) { line in
      let fields = line.split(separator: ";", maxSplits: 5, omittingEmptySubsequences: false)
      let code = try #require(UInt32(fields[0], radix: 16))
      // A range has a line for its first and one for its last character.
      if fields[1].hasSuffix("First>") {
        first = code
        return
      }
      for code in (first ?? code)...code {
        // Swift's categories are those of Unicode 16, where a consonant sign of Ahom is a spacing mark, class L.
        guard let scalar = Unicode.Scalar(code), code != 0x1171e else { continue }
        count += 1
        if "\(BidiClass(scalar))" != fields[4].lowercased() { failures.append("\(fields[0]): \(BidiClass(scalar))") }
      }
      first = nil
    }
    #expect(count > 280_000 && failures.prefix(20) == [])
  }

  @Test("each bracket of Unicode 15 has its partner")
  func brackets() throws {
    var expected: [UInt32: BidiBracket] = [:]
    func canonical(_ code: UInt32) -> UInt32 { code == 0x232a ? 0x3009 : code }
    try UnicodeFile.forEachLine(of: "BidiBrackets.txt", in: UnicodeFile.keptFolder) { line in
      let fields = line.prefix { $0 != "#" }.split(separator: ";").map { $0.split(separator: " ").first ?? "" }
      let code = try #require(UInt32(fields[0], radix: 16))
      let partner = try #require(UInt32(fields[1], radix: 16))
      expected[code] = fields[2] == "o" ? .opening(canonical(partner)) : .closing(canonical(code))
    }
    #expect(expected.count == 128)
    for code in UInt32(0)..<0x11000 {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let bracket = BidiBracket(scalar)
      if bracket != expected[code] { Issue.record("\(String(code, radix: 16)): \(String(describing: bracket))") }
    }
  }
}
