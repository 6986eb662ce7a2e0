extension Timestamp {
  /// Milliseconds since 1970 for an RFC 3339 moment, or for its date alone the start of that day in UTC; nil for any
  /// other word.
  ///
  /// Decimals of seconds after the third are truncated; a leap second counts as the second after it.
  static func milliseconds(_ word: Span<UInt8>) -> Int? {
    var index = 0
    guard let year = number(word, &index, 4), skip("-", word, &index), let month = number(word, &index, 2),
      skip("-", word, &index), let day = number(word, &index, 2), (1...12).contains(month),
      (1...length(ofMonth: month, year)).contains(day)
    else { return nil }
    let midnight = days(year, month, day) * 86_400_000
    if index == word.count { return midnight }
    guard skip("T", word, &index) || skip("t", word, &index) || skip(" ", word, &index),
      let time = milliseconds(ofDay: word, &index), let offset = offset(word, &index), index == word.count
    else { return nil }
    return midnight + time - offset
  }

  private static func milliseconds(ofDay word: Span<UInt8>, _ index: inout Int) -> Int? {
    guard let hour = number(word, &index, 2), hour < 24, skip(":", word, &index), let minute = number(word, &index, 2),
      minute < 60, skip(":", word, &index), let second = number(word, &index, 2), second <= 60
    else { return nil }
    var milliseconds = ((hour * 60 + minute) * 60 + second) * 1_000
    guard skip(".", word, &index) else { return milliseconds }
    var worth = 100
    let start = index
    while let digit = number(word, &index, 1) {
      milliseconds += digit * worth
      worth /= 10
    }
    return index > start ? milliseconds : nil
  }

  /// `Z`, or the distance to UTC in milliseconds.
  private static func offset(_ word: Span<UInt8>, _ index: inout Int) -> Int? {
    if skip("Z", word, &index) || skip("z", word, &index) { return 0 }
    let isWest = skip("-", word, &index)
    guard isWest || skip("+", word, &index), let hours = number(word, &index, 2), hours < 24, skip(":", word, &index),
      let minutes = number(word, &index, 2), minutes < 60
    else { return nil }
    let distance = (hours * 60 + minutes) * 60_000
    return isWest ? -distance : distance
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 1970-01-01; the inverse of `date(days:)`, from the same source.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// A number with exactly that many digits.
  private static func number(_ word: Span<UInt8>, _ index: inout Int, _ digits: Int) -> Int? {
    guard word.count - index >= digits else { return nil }
    var number = 0
    for place in index..<index + digits {
      guard let digit = Number.decimalDigit(word[place]) else { return nil }
      number = number * 10 + Int(digit)
    }
    index += digits
    return number
  }

  private static func skip(_ character: Unicode.Scalar, _ word: Span<UInt8>, _ index: inout Int) -> Bool {
    guard index < word.count, word[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }
}
