import Testing

@testable import PaintCLI

@Suite("PastMoment") struct PastMomentTests {
  /// The moment of a timestamp, in milliseconds.
  private static func moment(_ text: String) -> Int { Timestamp.milliseconds(text.utf8Span.span) ?? 0 }

  private static func moment(of word: String) throws(Failure) -> PastMoment? { try read(word, PastMoment.scan) }
  private static func refusal(of word: String) -> Failure? { failure(word, PastMoment.scan) }

  /// A zone an hour ahead of UTC, and two hours from the end of March to the end of October 2026, as in Berlin.
  private static let summer =
    moment("2026-03-29T01:00:00Z") / 1_000..<moment("2026-10-25T01:00:00Z") / 1_000
  private static func berlin(_ now: String) -> LocalClock {
    LocalClock(now: moment(now)) { summer.contains($0) ? 7_200 : 3_600 }
  }
  private static func fixed(_ now: String, _ offset: Int) -> LocalClock { LocalClock(now: moment(now)) { _ in offset } }

  @Test(
    "words are moments of local time",
    arguments: [
      // In winter, at 15:30 of a Sunday.
      ("10m", "2026-11-29T14:20:00Z"), ("90s", "2026-11-29T14:28:30Z"), ("2h", "2026-11-29T12:30:00Z"),
      ("3d", "2026-11-26T14:30:00Z"), ("1w", "2026-11-22T14:30:00Z"), ("0s", "2026-11-29T14:30:00Z"),
      ("@{now}", "2026-11-29T14:30:00Z"), ("@{10m}", "2026-11-29T14:20:00Z"), ("@{10m ago}", "2026-11-29T14:20:00Z"),
      ("@{10 min ago}", "2026-11-29T14:20:00Z"), ("@{2 hours ago}", "2026-11-29T12:30:00Z"),
      ("@{1 hour ago}", "2026-11-29T13:30:00Z"), ("@{2 Hours Ago}", "2026-11-29T12:30:00Z"),
      ("@{45 seconds}", "2026-11-29T14:29:15Z"), ("@{5 s ago}", "2026-11-29T14:29:55Z"),
      ("@{3 days ago}", "2026-11-26T14:30:00Z"), ("@{2 weeks ago}", "2026-11-15T14:30:00Z"),
      ("@{14:00}", "2026-11-29T13:00:00Z"), ("@{9:30}", "2026-11-29T08:30:00Z"),
      ("@{09:30:15}", "2026-11-29T08:30:15Z"),
      ("@{23:59}", "2026-11-29T22:59:00Z"), ("@{today 9:30}", "2026-11-29T08:30:00Z"),
      ("@{today}", "2026-11-28T23:00:00Z"), ("@{yesterday}", "2026-11-27T23:00:00Z"),
      ("@{yesterday 14:00}", "2026-11-28T13:00:00Z"), ("@{Yesterday  14:00}", "2026-11-28T13:00:00Z"),
      ("@{2026-11-20 14:00}", "2026-11-20T13:00:00Z"), ("@{2026-11-20T14:00}", "2026-11-20T13:00:00Z"),
      ("@{2026-11-20}", "2026-11-19T23:00:00Z"), ("@{2026-11-20 14:00:59}", "2026-11-20T13:00:59Z"),
      ("@{2024-02-29 0:00}", "2024-02-28T23:00:00Z"),
      // With an offset of its own it is not local.
      ("@{2026-11-20T14:00:00Z}", "2026-11-20T14:00:00Z"),
      ("@{2026-11-20 14:00:00.5+05:30}", "2026-11-20T08:30:00.500Z"),
      // In summer, and where the clocks are set forward and back.
      ("@{2026-07-01 14:00}", "2026-07-01T12:00:00Z"), ("@{2026-03-29}", "2026-03-28T23:00:00Z"),
      ("@{2026-03-29 1:59:59}", "2026-03-29T00:59:59Z"), ("@{2026-03-29 2:00}", "2026-03-29T01:00:00Z"),
      ("@{2026-03-29 2:30}", "2026-03-29T01:30:00Z"), ("@{2026-03-29 3:00}", "2026-03-29T01:00:00Z"),
      ("@{2026-03-29 12:00}", "2026-03-29T10:00:00Z"), ("@{2026-10-25}", "2026-10-24T22:00:00Z"),
      ("@{2026-10-25 1:59}", "2026-10-24T23:59:00Z"), ("@{2026-10-25 2:00}", "2026-10-25T00:00:00Z"),
      ("@{2026-10-25 2:30}", "2026-10-25T00:30:00Z"), ("@{2026-10-25 3:00}", "2026-10-25T02:00:00Z"),
      ("@{2026-10-25 12:00}", "2026-10-25T11:00:00Z"),
    ])
  func words(word: String, moment: String) throws {
    let found = try #require(try Self.moment(of: word))
    let clock = Self.berlin("2026-11-29T14:30:00Z")
    #expect(Timestamp.text(milliseconds: found.milliseconds(by: clock)) == moment)
  }

  @Test(
    "a day is that of the local time",
    arguments: [
      // Already tomorrow in the east, still yesterday in the west.
      ("@{today}", "2026-11-29T20:00:00Z", 19_800, "2026-11-29T18:30:00Z"),
      ("@{yesterday 14:00}", "2026-11-29T20:00:00Z", 19_800, "2026-11-29T08:30:00Z"),
      ("@{today}", "2026-11-29T02:00:00Z", -28_800, "2026-11-28T08:00:00Z"),
      ("@{today 9:30}", "2026-11-29T02:00:00Z", -28_800, "2026-11-28T17:30:00Z"),
      ("@{yesterday 9:30}", "2026-11-29T08:00:00Z", -28_800, "2026-11-28T17:30:00Z"),
      ("@{today}", "1969-12-31T23:00:00Z", 0, "1969-12-31T00:00:00Z"),
      ("@{yesterday 23:00}", "1970-01-01T00:00:00Z", 3_600, "1969-12-31T22:00:00Z"),
    ])
  func days(word: String, now: String, offset: Int, moment: String) throws {
    let found = try #require(try Self.moment(of: word))
    #expect(Timestamp.text(milliseconds: found.milliseconds(by: Self.fixed(now, offset))) == moment)
  }

  @Test("each second around a change of the clocks has its local time, and each local time its moment")
  func aroundChanges() {
    let clock = Self.berlin("2026-11-29T14:30:00Z")
    for change in [Self.summer.lowerBound, Self.summer.upperBound] {
      for second in stride(from: change - 7_200, to: change + 7_200, by: 7) {
        let local = second + clock.offset(second)
        let moment = clock.moment(day: local / 86_400, time: local % 86_400 * 1_000)
        // The second of two equal local times means the first one.
        let isTwice = change == Self.summer.upperBound && (change..<change + 3_600).contains(second)
        #expect(moment == (isTwice ? second - 3_600 : second) * 1_000)
      }
    }
  }

  @Test("the zone of the process is near to UTC, at any time")
  func system() {
    for second in [Int.min / 1_000, -1, 0, 1_795_962_600, 253_402_300_799, .max] {
      #expect(abs(LocalTime.offset(at: second)) <= 26 * 3_600)
    }
  }

  @Test(
    "other words in braces are refused, with examples",
    arguments: [
      "@{}", "@{ }", "@{noon}", "@{tomorrow}", "@{24:00}", "@{14:60}", "@{14}", "@{1400}", "@{14:0}", "@{014:00}",
      "@{14:00:60}", "@{14:00:00:00}", "@{14:00 yesterday}", "@{yesterday 14}", "@{yesterday noon}", "@{2026-13-01}",
      "@{2026-02-29}", "@{2026-11-20 14:00 x}", "@{2026-11-20T14:00Zx}", "@{ago}", "@{2 ago}", "@{x hours ago}",
      "@{-2 hours ago}", "@{2 years ago}", "@{two hours ago}", "@{yesterday", "@{14:00}x", "@{today today}",
    ])
  func wrong(word: String) throws {
    let refusal = try #require(Self.refusal(of: word))
    #expect(refusal.code == .badValue)
    #expect(refusal.message.hasPrefix("'\(word)' is not a time: @{14:00}, "))
    #expect(refusal.hint?.contains("paint goto '@{yesterday 14:00}'") == true)
  }

  @Test(
    "words without braces that are no duration are no moments",
    arguments: ["m", "10", "10M", "-10m", "10 m", "@", "@x", ""])
  func others(word: String) throws { #expect(try Self.moment(of: word) == nil) }
}
