import Testing

@testable import PaintCLI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Timestamp") struct TimestampTests {
  @Test(
    "writes RFC 3339 in UTC",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (951_868_800, "2000-03-01T00:00:00Z"), (1_798_761_600, "2027-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
      (4_107_542_400, "2100-03-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
      (-62_167_219_200, "0000-01-01T00:00:00Z"), (Int64.max, "9999-12-31T23:59:59Z"),
      (Int64.min, "0000-01-01T00:00:00Z"),
    ] as [(Int64, String)])
  func text(seconds: Int64, expected: String) {
    #expect(Timestamp.text(seconds: seconds) == expected)
  }

  @Test("agrees with the system's calendar")
  func oracle() {
    let seed: UInt64 = 47
    var random = Seeded(seed)
    for _ in 0..<5_000 {
      var moment = time_t(Int64.random(in: -62_000_000_000...253_000_000_000, using: &random))
      var parts = tm()
      gmtime_r(&moment, &parts)
      let numbers = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec].map { number in
        number < 10 ? "0\(number)" : "\(number)"
      }
      let digits = String(parts.tm_year + 1900)
      let year = String(repeating: "0", count: 4 - digits.count) + digits
      let expected = "\(year)-\(numbers[0])-\(numbers[1])T\(numbers[2]):\(numbers[3]):\(numbers[4])Z"
      #expect(Timestamp.text(seconds: Int64(moment)) == expected, "seed \(seed)")
    }
  }

  @Test("adds milliseconds if there are any")
  func milliseconds() {
    #expect(Timestamp.text(seconds: 1, milliseconds: 7) == "1970-01-01T00:00:01.007Z")
    #expect(Timestamp.text(seconds: 1, milliseconds: 0) == "1970-01-01T00:00:01Z")
  }
}
