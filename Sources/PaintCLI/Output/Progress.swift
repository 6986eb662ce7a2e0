import PaintHistory

/// A line on the terminal that tells how far long work is: from the second second on, and gone when it is done.
///
/// Nothing is shown where standard error is no terminal, or where the user wants quiet.
final class Progress {
  private let what: String
  private let disk: any Disk
  private let output: OutputSink?
  private let started: Duration
  private var next: Duration
  private var isShown = false

  /// A line that begins with `what`, such as `reading photo.png`.
  init(_ what: String, console: Console, clock disk: any Disk) {
    self.what = Failure.oneLine(what)
    self.disk = disk
    output = !console.isQuiet && Terminal.isTerminal(2) ? OutputSink(descriptor: 2, limit: 1) : nil
    started = output == nil ? .zero : disk.monotonicTime()
    next = started + .seconds(1)
  }

  deinit { clear() }

  /// Shows `text`, unless that was just done.
  func show(_ text: @autoclosure () -> String) {
    guard let output else { return }
    let now = disk.monotonicTime()
    guard now >= next else { return }
    next = now + .milliseconds(100)
    isShown = true
    // Back to the line's start, over what stood there, clear the rest.
    output.write("\r\(what): \(text())\u{1b}[K")
  }

  /// Shows what part of the work is done.
  func show(_ done: Int, of all: Int) {
    show("\(done * 100 / max(all, 1)) %")
  }

  /// Takes the line away, before something else is written.
  func clear() {
    guard isShown, let output else { return }
    isShown = false
    output.write("\r\u{1b}[K")
  }
}
