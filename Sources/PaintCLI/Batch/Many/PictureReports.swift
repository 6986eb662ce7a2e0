import PaintHistory
import Synchronization

/// Prints what became of many pictures, in the order of the inputs, while several threads work on them.
///
/// A report waits until those before it are printed, so that the output does not depend on the threads.
final class PictureReports: Sendable {
  private let state: Mutex<State>

  /// - Parameter name: the script's name.
  init(running name: String, of count: Int, isJSON: Bool, isQuiet: Bool, clock disk: any Disk) {
    state = Mutex(State(running: name, count: count, isJSON: isJSON, isQuiet: isQuiet, clock: disk))
  }

  /// Prints a report, now or when those before it are printed.
  func add(_ report: PictureReport, number: Int) { state.withLock { $0.add(report, number) } }

  /// Ends the printing.
  ///
  /// Throws `write_failed` if a report could not be printed.
  func finish() throws(Failure) -> PictureCounts {
    try state.withLock { (state) throws(Failure) in try state.finish() }
  }

  private struct State {
    private let isJSON: Bool
    private let isQuiet: Bool
    private let count: Int
    private let usesColor = Terminal.usesColor(2)
    private let output = OutputSink(descriptor: 1, limit: 1)
    private let notices = OutputSink(descriptor: 2, limit: 1)
    private let progress: Progress
    private var waiting: [Int: PictureReport] = [:]
    private var next = 0
    private var done = 0
    private var counts = PictureCounts()
    private var repeated = RepeatedWarnings(isDialogue: true)

    init(running name: String, count: Int, isJSON: Bool, isQuiet: Bool, clock disk: any Disk) {
      self.isJSON = isJSON
      self.isQuiet = isQuiet
      self.count = count
      progress = Progress(
        "running \(name)", isQuiet: isQuiet, clock: disk, interruption: Progress.picturesAreKept)
      // On a terminal it is said with the bar.
      progress.showBar(0, of: count)
      if !isQuiet, !progress.isVisible { EndingSignals.say(Progress.picturesAreKeptInLog) }
    }

    mutating func add(_ report: PictureReport, _ number: Int) {
      done += 1
      waiting[number] = report
      while let report = waiting.removeValue(forKey: next) {
        next += 1
        counts.add(report)
        print(report)
      }
      progress.showBar(done, of: count)
    }

    private mutating func print(_ report: PictureReport) {
      let lines = report.lines(usesColor: usesColor, isQuiet: isQuiet || isJSON, counting: &repeated)
      if !lines.isEmpty {
        progress.makeRoom()
        notices.write(lines)
      }
      // As for lines of scripts, words are only in the summary.
      guard isJSON, !isQuiet || !report.messages.failures.isEmpty else { return }
      progress.makeRoom()
      var json = JSONWriter()
      report.write(to: &json)
      output.write(json.bytes)
    }

    mutating func finish() throws(Failure) -> PictureCounts {
      progress.clear()
      for warning in repeated.ending(of: "pictures") {
        notices.write("paint: warning: \(Failure.oneLine(warning.text))\n")
      }
      do throws(Failure) {
        try output.flush()
      } catch {
        throw error.butDone()
      }
      return counts
    }
  }
}
