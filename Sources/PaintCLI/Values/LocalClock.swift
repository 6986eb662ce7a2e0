/// The time of a place: what it is now, and how far it is from UTC.
struct LocalClock: Sendable {
  /// Milliseconds since 1970, UTC.
  var now: Int
  /// The seconds by which local time is ahead of UTC at a moment, in seconds since 1970, UTC.
  var offset: @Sendable (Int) -> Int

  /// The days from 1970-01-01 to the current local day.
  var today: Int {
    let second = Self.floor(now, 1_000)
    return Self.floor(second + offset(second), 86_400)
  }

  /// The moment of a local time, in milliseconds since 1970, UTC.
  ///
  /// A time that occurs twice, as clocks are set back, is the first of both. One that does not occur is as long after the
  /// clocks are set forward as it would be without that.
  ///
  /// - Parameters:
  ///   - day: days after 1970-01-01.
  ///   - time: milliseconds after the beginning of the day.
  func moment(day: Int, time: Int) -> Int {
    let local = day * 86_400 + Self.floor(time, 1_000)
    // Clocks are set once within two days at most.
    let (before, after) = (offset(local - 86_400), offset(local + 86_400))
    let isBefore = offset(local - before) == before
    let isAfter = offset(local - after) == after
    let chosen = isBefore || !isAfter ? before : after
    return (local - chosen) * 1_000 + time % 1_000
  }

  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
  }
}
