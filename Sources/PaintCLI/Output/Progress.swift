import PaintHistory

/// The progress of long work, as a line on the terminal: shown after a second, removed at the end.
///
/// Nothing is shown if standard error is not a terminal, or with `--quiet`.
final class Progress {
  private let what: String
  private let disk: any Disk
  private let output: OutputSink?
  private let started: Duration
  private var next: Duration
  private var isShown = false

  /// Creates a line that begins with `what`, such as `reading photo.png`.
  convenience init(_ what: String, console: Console, clock disk: any Disk) {
    self.init(what, isQuiet: console.isQuiet, clock: disk)
  }

  /// Creates a line without a console.
  init(_ what: String, isQuiet: Bool, clock disk: any Disk) {
    self.what = Failure.oneLine(what)
    self.disk = disk
    output = !isQuiet && Terminal.isTerminal(2) ? OutputSink(descriptor: 2, limit: 1) : nil
    started = output == nil ? .zero : disk.monotonicTime()
    next = started + .seconds(1)
  }

  deinit { clear() }

  /// Shows `text`, at most every 100 ms.
  func show(_ text: @autoclosure () -> String) {
    guard let output else { return }
    let now = disk.monotonicTime()
    guard now >= next else { return }
    next = now + .milliseconds(100)
    isShown = true
    // To the start of the line, over the old text; then clear the rest.
    output.write("\r\(what): \(text())\u{1b}[K")
  }

  /// Shows the percentage of the work that is done.
  func show(_ done: Int, of all: Int) {
    show("\(done * 100 / max(all, 1)) %")
  }

  /// Shows a bar and how many things are done.
  func showBar(_ done: Int, of all: Int) {
    show(Self.bar(done, of: all))
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
    output.write("\r\u{1b}[K")
  }
}
