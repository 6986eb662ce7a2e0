import PaintHistory
import Synchronization

/// The line of a `Progress` on the terminal, which both the thread that works and a ticker write.
final class ProgressLine: Sendable {
  /// How much of the work is done.
  enum Measure {
    /// It is not known.
    case unknown
    /// A part of the whole, shown as a percentage.
    case share(Int, of: Int)
    /// Some of all things, shown as a bar.
    case bar(Int, of: Int)

    /// What is shown; nil for nothing.
    var text: String? {
      switch self {
      case .unknown: nil
      case .share(let done, let all): "\(done * 100 / all) %"
      case .bar(let done, let all): Progress.bar(done, of: all)
      }
    }
  }

  private struct State: ~Copyable {
    let output: OutputSink
    var remaining: RemainingTime
    /// The moment before which nothing is written.
    var next: Duration
    /// The moment of the last report.
    var reported: Duration
    var measure = Measure.unknown
    /// When the work will probably be done; nil if that is not known.
    var end: Duration?
    /// What is on the terminal; nil for nothing.
    var shown: String?
    /// Whether work is going on that reports what is done.
    var isWorking = false
    /// Whether all work is done, so that it takes effect now.
    var isTakingEffect = false
  }

  private let what: String
  private let disk: any Disk
  private let interruption: StaticString?
  private let started: Duration
  private let state: Mutex<State>

  /// Creates a line that begins with `what`.
  ///
  /// - Parameter interruption: what Ctrl-C says while the line is shown, until all is done; nil for nothing.
  init(_ what: String, to output: sending OutputSink, clock disk: any Disk, interruption: StaticString?) {
    self.what = Failure.oneLine(what)
    self.disk = disk
    self.interruption = interruption
    let now = disk.monotonicTime()
    started = now
    state = Mutex(
      State(output: output, remaining: RemainingTime(at: now), next: now + .seconds(1), reported: now))
  }

  /// Takes note that work goes on of which nothing is known, so that a tick can show how long it has taken.
  func begin() {
    let now = disk.monotonicTime()
    state.withLock { ($0.isWorking, $0.measure, $0.end, $0.reported) = (true, .unknown, nil, now) }
  }

  /// Shows what is done and how long the rest will take, or how long the work has taken; at most every 100 ms.
  func report(_ measure: Measure) {
    let now = disk.monotonicTime()
    state.withLock { state in
      (state.isWorking, state.measure, state.reported) = (true, measure, now)
      switch measure {
      case .unknown: state.end = nil
      case .share(let done, let all), .bar(let done, let all):
        state.end = state.remaining.estimate(done, of: all, at: now).map { now + $0 }
      }
      write(now, isTick: false, &state)
      // Now it takes effect, so that nothing is known any longer.
      if case .share(let done, let all) = measure {
        state.isTakingEffect = done >= all
        if done >= all { EndingSignals.say(nil) }
      }
    }
  }

  /// Shows `text`, at most every 100 ms.
  func show(_ text: () -> String) {
    let now = disk.monotonicTime()
    state.withLock { state in
      (state.isWorking, state.measure, state.end, state.reported) = (true, .unknown, nil, now)
      if now >= state.next { write(text(), now, &state) }
    }
  }

  /// Shows how long the work has taken if nothing was reported for a second: it is in the middle of a part that takes long.
  func tick() {
    let now = disk.monotonicTime()
    state.withLock { state in
      if state.isWorking, now - state.reported >= .seconds(1) { write(now, isTick: true, &state) }
    }
  }

  private func write(_ now: Duration, isTick: Bool, _ state: inout State) {
    guard now >= state.next else { return }
    var parts: [String] = []
    if let text = state.measure.text { parts.append(text) }
    if let end = state.end, !isTick || end > now {
      parts.append(RemainingTime.text(end - now))
    } else if parts.isEmpty || isTick {
      parts.append("\(Int((now - started) / .seconds(1))) s so far")
    }
    let text = parts.joined(separator: ", ")
    if isTick, text == state.shown { return }
    write(text, now, &state)
  }

  private func write(_ text: String, _ now: Duration, _ state: inout State) {
    state.next = now + .milliseconds(100)
    if state.shown == nil, !state.isTakingEffect, let interruption { EndingSignals.say(interruption) }
    state.shown = text
    // To the start of the line, over the old text; then clear the rest.
    state.output.write("\r\(what): \(text)\u{1b}[K")
  }

  /// Removes the line.
  ///
  /// - Parameter isEnd: whether no work goes on until the next report.
  func remove(isEnd: Bool) {
    let now = disk.monotonicTime()
    state.withLock { state in
      if isEnd { state.isWorking = false }
      state.reported = now
      guard state.shown != nil else { return }
      state.shown = nil
      EndingSignals.say(nil)
      state.output.write("\r\u{1b}[K")
    }
  }
}
