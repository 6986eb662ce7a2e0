/// Times as RFC 3339 text in UTC.
enum Timestamp {
  /// `2026-11-21T03:43:47Z` for the seconds since the start of 1970, with three decimals if there are milliseconds.
  ///
  /// Years 0…9999, the range of RFC 3339; times outside become its first or last second.
  static func text(seconds: Int64, milliseconds: Int = 0) -> String {
    let moment = min(max(seconds, -62_167_219_200), 253_402_300_799)
    var days = moment / 86_400
    var second = moment % 86_400
    if second < 0 {
      second += 86_400
      days -= 1
    }
    let date = date(days: days)
    var text = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    text += "T\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    if (1...999).contains(milliseconds) { text += ".\(padded(Int64(milliseconds), 3))" }
    return text + "Z"
  }

  /// The civil date a number of days after 1970-01-01.
  ///
  /// Counts in eras of 400 years that begin in March, so that a leap day is the last of its year (Hinnant,
  /// "chrono-Compatible Low-Level Date Algorithms").
  private static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
