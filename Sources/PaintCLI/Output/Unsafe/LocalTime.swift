#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: C writes into a variable.

/// The time zone of the process: that of `TZ`, or of the system.
enum LocalTime {
  /// The seconds by which local time is ahead of UTC at a moment, in seconds since 1970, UTC.
  static func offset(at second: Int) -> Int {
    var time = time_t(second)
    var fields = unsafe tm()
    // Years that C cannot count are far from those of any drawing.
    guard unsafe localtime_r(&time, &fields) != nil else { return 0 }
    return unsafe fields.tm_gmtoff
  }
}
