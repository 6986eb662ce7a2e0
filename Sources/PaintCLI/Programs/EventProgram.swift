import PaintHistory
import SystemPackage

/// The command of `paint watch --exec`: run by the shell for each event, one after the other.
///
/// What it learns of an event is only in variables, so no name or path can become a part of the command.
struct EventProgram {
  private let command: [UInt8]
  private let document: [UInt8]
  private let console: Console

  /// Remembers a command; a relative path of the document becomes absolute, because the command may change its folder.
  init(command: [UInt8], document path: FilePath, console: Console) {
    self.command = command
    document = (path.isAbsolute ? path : Terminal.currentFolder?.pushing(path) ?? path).bytes
    self.console = console
  }

  /// Runs the command and waits for its end; a failure is a warning.
  ///
  /// A signal to end this process takes effect after the command.
  ///
  /// - Parameter receipt: the event's receipt as JSON.
  func run(for event: HistoryEvent, receipt: some Sequence<UInt8>) {
    let program = ChildProgram(
      words: [Array("sh".utf8), Array("-c".utf8), command],
      variables: [
        ("PAINT_DOCUMENT", document), ("PAINT_REVISION", Array("\(event.revision.number)".utf8)),
        ("PAINT_EVENT", Array(event.kind.rawValue.utf8)), ("PAINT_RECEIPT", Array(receipt)),
      ],
      // With --json standard output is for receipts.
      output: console.isJSON ? 2 : 1)
    let signals = HeldSignals()
    let ending = program.run(holding: signals)
    signals.release()
    let problem: String
    switch ending {
    case .exited(0): return
    case .exited(let code): problem = "ended with exit code \(code)"
    case .killed(let signal): problem = "was ended by signal \(signal)"
    case .notStarted(let reason): problem = "cannot be run: \(SystemError.text(reason.rawValue))"
    }
    console.warn("the command of --exec \(problem), for r\(event.revision.number)")
    console.endCommand(hasReceipt: false)
  }
}
