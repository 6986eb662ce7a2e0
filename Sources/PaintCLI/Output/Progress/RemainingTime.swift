/// Estimates how long work will still take: as long for each part as for those that are done.
///
/// Work of several phases, each counted from its beginning, is estimated phase by phase.
struct RemainingTime {
  private var began: Duration
  private var first = 0
  private var last = 0

  /// Begins at a moment, when nothing is done.
  init(at now: Duration) { began = now }

  /// Takes note of what is done; nil if nothing was done since the beginning, or the whole is not known.
  mutating func estimate(_ done: Int, of all: Int, at now: Duration) -> Duration? {
    if done < last { (began, first) = (now, done) }
    last = done
    guard done > first, all >= done, now > began else { return nil }
    return .seconds((now - began) / .seconds(1) * Double(all - done) / Double(done - first))
  }

  /// `12 s left`, `3 min left`, `2 h 5 min left`: rounded up, so that it ends with one second.
  static func text(_ rest: Duration) -> String {
    let seconds = Int(min(max((rest / .seconds(1)).rounded(.up), 1), 1e9))
    if seconds < 100 { return "\(seconds) s left" }
    let minutes = (seconds + 59) / 60
    return minutes < 100 ? "\(minutes) min left" : "\(minutes / 60) h \(minutes % 60) min left"
  }
}
