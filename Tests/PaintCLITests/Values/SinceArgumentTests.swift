import Testing

@testable import PaintCLI

@Suite("SinceArgument") struct SinceArgumentTests {
  @Test(
    "durations, moments and revisions are read",
    arguments: [
      ("0s", .ago(0)), ("90s", .ago(90_000)), ("5m", .ago(300_000)), ("5min", .ago(300_000)), ("2h", .ago(7_200_000)),
      ("3d", .ago(259_200_000)), ("1w", .ago(604_800_000)), ("12", .revision(.number(12))),
      ("r12", .revision(.number(12))), ("start", .revision(.start)), ("1970-01-01", .moment(0)),
      ("1970-01-02T00:00:01.5Z", .moment(86_401_500)), ("2000-02-29t12:00:00z", .moment(951_825_600_000)),
      ("2026-11-21T06:00:00+05:30", .moment(1_795_221_000_000)), ("1969-12-31T23:59:59-00:00", .moment(-1_000)),
      ("0000-01-01", .moment(-62_167_219_200_000)), ("9999-12-31T23:59:60Z", .moment(253_402_300_800_000)),
      ("1970-01-01T00:00:00.123456Z", .moment(123)),
    ] as [(String, SinceArgument)])
  func good(text: String, since: SinceArgument) throws {
    #expect(try read(text, SinceArgument.parse) == since)
  }

  @Test("durations of any length are bounded")
  func long() throws {
    for unit in ["s", "m", "h", "d", "w"] {
      guard case .ago(let milliseconds) = try read("99999999999999999999\(unit)", SinceArgument.parse) else {
        Issue.record("no duration")
        continue
      }
      #expect(milliseconds > 0 && milliseconds < 1 << 50)
    }
  }

  @Test(
    "anything else is rejected, at the latest when no branch and no step has that name",
    arguments: [
      "", "h", "2 h", "-2h", "2x", "2H", "1.5h", "2026-13-01", "2026-00-01", "2026-02-29", "1900-02-29", "2026-1-1",
      "2026-11-21T", "2026-11-21T06:00Z", "2026-11-21T06:00:00", "2026-11-21T24:00:00Z", "2026-11-21T06:60:00Z",
      "2026-11-21T06:00:61Z", "2026-11-21T06:00:00.Z", "2026-11-21T06:00:00+5:30", "2026-11-21T06:00:00Zx", "tomorrow",
    ])
  func bad(text: String) throws {
    guard case .named(let name)? = try? read(text, RevisionArgument.parse) else {
      #expect(failure(text, SinceArgument.parse)?.code == .badValue)
      return
    }
    #expect(name == text)
    #expect(try read(text, SinceArgument.parse) == .revision(.named(text)))
    #expect(SinceArgument.unknown(text).code == .badValue)
  }

  @Test("a written moment reads back unchanged") func roundTrip() throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = Seeded(seed)
    for _ in 0..<2_000 {
      let moment = Int.random(in: 0...253_402_300_799_999, using: &random)
      let text = Timestamp.text(milliseconds: moment)
      #expect(try read(text, SinceArgument.parse) == .moment(moment), "seed \(seed): \(text)")
    }
  }
}
