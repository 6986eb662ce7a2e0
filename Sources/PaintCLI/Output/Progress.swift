import PaintHistory

/// The progress of long work, as a line on the terminal: shown after a second, removed at the end.
///
/// Nothing is shown if standard error is not a terminal, or with `--quiet`. While the line is shown, Ctrl-C also says
/// what became of the work.
final class Progress {
  private let what: String
  private let disk: any Disk
  private let output: OutputSink?
  private let interruption: StaticString?
  private let started: Duration
  private var remaining: RemainingTime
  private var next: Duration
  private var isShown = false

  /// What Ctrl-C says while work is done that takes effect at its end.
  static let nothingChanged: StaticString = "\r\u{1b}[Kpaint: interrupted; nothing was changed\n"
  /// What Ctrl-C says while work is done that takes effect part by part.
  static let partIsDone: StaticString =
    "\r\u{1b}[Kpaint: interrupted; a part is done\nhint: the same command does the rest\n"
  /// What Ctrl-C says while many files are written.
  static let filesAreKept: StaticString = "\r\u{1b}[Kpaint: interrupted; the files written so far are kept\n"
  /// What Ctrl-C says while a script runs over many pictures.
  static let picturesAreKept: StaticString =
    "\r\u{1b}[Kpaint: interrupted; the pictures written so far are kept\nhint: --skip-existing continues with the rest\n"

  /// The same where there is no line to be removed.
  static let picturesAreKeptInLog: StaticString =
    "paint: interrupted; the pictures written so far are kept\nhint: --skip-existing continues with the rest\n"

  /// Creates a line that begins with `what`, such as `reading photo.png`.
  ///
  /// - Parameter interruption: what Ctrl-C says until all is done; nil for nothing.
  convenience init(
    _ what: String, console: Console, clock disk: any Disk, interruption: StaticString? = Progress.nothingChanged
  ) {
    self.init(what, isQuiet: console.isQuiet, clock: disk, interruption: interruption)
  }

  /// Creates a line without a console.
  convenience init(
    _ what: String, isQuiet: Bool, clock disk: any Disk, interruption: StaticString? = Progress.nothingChanged
  ) {
    let output = !isQuiet && Terminal.isTerminal(2) ? OutputSink(descriptor: 2, limit: 1) : nil
    self.init(what, to: output, clock: disk, interruption: interruption)
  }

  /// Creates a line on an output; nil for none.
  init(_ what: String, to output: OutputSink?, clock disk: any Disk, interruption: StaticString?) {
    self.what = Failure.oneLine(what)
    self.disk = disk
    self.output = output
    self.interruption = interruption
    started = output == nil ? .zero : disk.monotonicTime()
    remaining = RemainingTime(at: started)
    next = started + .seconds(1)
  }

  deinit { clear() }

  /// Whether there is an output.
  var isVisible: Bool { output != nil }

  /// Shows `text`, at most every 100 ms.
  func show(_ text: @autoclosure () -> String) {
    guard output != nil else { return }
    show(text(), at: disk.monotonicTime())
  }

  private func show(_ text: @autoclosure () -> String, at now: Duration) {
    guard let output, now >= next else { return }
    next = now + .milliseconds(100)
    if !isShown, let interruption { EndingSignals.say(interruption) }
    isShown = true
    // To the start of the line, over the old text; then clear the rest.
    output.write("\r\(what): \(text())\u{1b}[K")
  }

  /// Shows the percentage of the work that is done and how long the rest will take; if the whole is 0, which means that
  /// it is not known, how long the work has taken so far.
  func show(_ done: Int, of all: Int) {
    guard output != nil else { return }
    let now = disk.monotonicTime()
    guard all > 0 else {
      return show("\(Int((now - started) / .seconds(1))) s so far", at: now)
    }
    let rest = remaining.estimate(done, of: all, at: now)
    show(Self.text("\(done * 100 / all) %", rest), at: now)
    // Now it takes effect, so that nothing is known any longer.
    if done >= all { EndingSignals.say(nil) }
  }

  /// Shows a bar, how many things are done, and how long the rest will take.
  func showBar(_ done: Int, of all: Int) {
    guard output != nil else { return }
    let now = disk.monotonicTime()
    let rest = remaining.estimate(done, of: all, at: now)
    show(Self.text(Self.bar(done, of: all), rest), at: now)
  }

  private static func text(_ done: String, _ rest: Duration?) -> String {
    rest.map { "\(done), \(RemainingTime.text($0))" } ?? done
  }

  /// `[######··············] 30 of 100`.
  static func bar(_ done: Int, of all: Int) -> String {
    let filled = max(0, min(barWidth, done * barWidth / max(all, 1)))
    let rest = String(repeating: "·", count: barWidth - filled)
    return "[\(String(repeating: "#", count: filled))\(rest)] \(done) of \(all)"
  }

  private static let barWidth = 20

  /// Removes the line, before something else is written.
  func clear() {
    guard isShown, let output else { return }
    isShown = false
    EndingSignals.say(nil)
    output.write("\r\u{1b}[K")
  }
}
