import PaintHistory

/// The progress of long work, as a line on the terminal: shown after a second, removed at the end.
///
/// Nothing is shown if standard error is not a terminal, or with `--quiet`. While the line is shown, Ctrl-C also says
/// what became of the work. If nothing is reported for a second, the line shows how long the work has taken so far.
final class Progress {
  private let line: ProgressLine?
  private let ticks: Bool
  private var ticker: Ticker?

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

  /// Creates a line that begins with `what`, such as `reading photo.png`; the console removes it before it writes.
  ///
  /// - Parameters:
  ///   - ticks: whether the line also changes while nothing is reported; not while the program waits for its input.
  ///   - interruption: what Ctrl-C says until all is done; nil for nothing.
  convenience init(
    _ what: String, console: Console, clock disk: any Disk, ticks: @autoclosure () -> Bool = true,
    interruption: StaticString? = Progress.nothingChanged
  ) {
    self.init(what, isQuiet: console.isQuiet, clock: disk, ticks: ticks(), interruption: interruption)
    console.progress = self
  }

  /// Creates a line without a console.
  convenience init(
    _ what: String, isQuiet: Bool, clock disk: any Disk, ticks: @autoclosure () -> Bool = true,
    interruption: StaticString? = Progress.nothingChanged
  ) {
    let output = !isQuiet && Terminal.isTerminal(2) ? OutputSink(descriptor: 2, limit: 1) : nil
    self.init(what, to: output, clock: disk, ticks: ticks(), interruption: interruption)
  }

  /// Creates a line on an output; nil for none.
  init(
    _ what: String, to output: sending OutputSink?, clock disk: any Disk, ticks: @autoclosure () -> Bool = false,
    interruption: StaticString?
  ) {
    if let output {
      line = ProgressLine(what, to: output, clock: disk, interruption: interruption)
    } else {
      line = nil
    }
    self.ticks = line != nil && ticks()
  }

  deinit {
    ticker?.end()
    clear()
  }

  /// Whether there is an output.
  var isVisible: Bool { line != nil }

  /// Begins work that may report nothing for long.
  func begin() { working()?.begin() }

  /// Shows `text`, at most every 100 ms.
  func show(_ text: @autoclosure () -> String) { working()?.show(text) }

  /// Shows the percentage of the work that is done and how long the rest will take; if the whole is 0, which means that
  /// it is not known, how long the work has taken so far.
  func show(_ done: Int, of all: Int) { working()?.report(all > 0 ? .share(done, of: all) : .unknown) }

  /// Shows a bar, how many things are done, and how long the rest will take.
  func showBar(_ done: Int, of all: Int) { working()?.report(.bar(done, of: all)) }

  /// Shows how long the work has taken, if nothing was reported for a second.
  func tick() { line?.tick() }

  private func working() -> ProgressLine? {
    if let line, ticks, ticker == nil { ticker = Ticker(every: 250) { line.tick() } }
    return line
  }

  /// `[######··············] 30 of 100`.
  static func bar(_ done: Int, of all: Int) -> String {
    let filled = max(0, min(barWidth, done * barWidth / max(all, 1)))
    let rest = String(repeating: "·", count: barWidth - filled)
    return "[\(String(repeating: "#", count: filled))\(rest)] \(done) of \(all)"
  }

  private static let barWidth = 20

  /// Removes the line, before something else is written and no work goes on.
  func clear() { line?.remove(isEnd: true) }

  /// Removes the line, before something else is written in the middle of the work.
  func makeRoom() { line?.remove(isEnd: false) }
}
