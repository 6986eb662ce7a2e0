import PaintEditing
import PaintHistory
import PaintRaster
import SystemPackage

/// `paint watch`: prints the receipt of each step and move when it is committed, by whichever process.
struct WatchCommand {
  static let spec = CommandSpec(
    .watch, purpose: .look, alsoCalled: ["follow", "monitor", "listen", "subscribe"],
    summary: "report each step and move as soon as it is committed",
    examples: {
      [
        Example("paint watch --since start --count 2", "the first two steps; without --count it waits for more"),
        Example("paint watch --since start --count 1 --json", "each step's receipt, for a program"),
        Example("paint watch -q --since start --count 1", "print nothing, only wait for a step"),
        Example(
          "paint watch --since start --count 1 --exec 'echo now at $PAINT_REVISION'", "a command for each event"),
      ]
    },
    answers: { [.event] },
    details: [
      "Steps, undo, redo, goto and amend are reported, whichever program makes them. What amend and rebase make",
      "is one event with the number of each step before and after it.",
      "It begins with what is committed next, or with the steps after --since, and ends with Ctrl-C, after",
      "--count events, or when nobody reads its output any longer. With --json each event is its receipt, on",
      "a line, at once, and its event is step, undo, redo, goto or amend. With --quiet nothing is printed.",
      "",
      "A step is never left out. Of moves only their beginning and their end are known: moves that follow each",
      "other quickly can appear as one, and a goto that ends where undo or redo would end is reported as that.",
      "",
      "With --view, on a terminal, the picture is on the whole screen, with the last event below, and is drawn",
      "again after each event and when the window changes its size. If steps come faster than the terminal",
      "draws, only the newest is shown. The options for it are those of paint view. Ctrl-C brings the text",
      "from before back.",
      "",
      "The command of --exec runs for each event, one after the other, with these variables: PAINT_DOCUMENT,",
      "PAINT_REVISION, PAINT_EVENT (step, undo, redo, goto or amend) and PAINT_RECEIPT (the line of --json). If it",
      "fails, that is a warning. The drawing is not locked meanwhile, and writers never wait for this.",
      "",
      "Exit 66 if the drawing is moved, deleted or replaced. On a network file system only the programs of this",
      "computer are noticed.",
    ],
    options: [.since, .exec, .count] + viewOptions,
    optionHelp: [
      .since: "begin with the steps after this revision", .background: ViewOptions.backgroundHelp,
      .region: "with --view: only this box of the picture, in whole pixels",
    ],
    optionValues: [.since: "REV"],
    standalone: { (line, console) throws(Failure) in
      var command = try WatchCommand(line, console: console)
      return try command.run()
    },
    scriptHint: "a script that is answered by a program gets receipts itself: paint batch - --json")

  /// The options about the picture.
  private static let viewOptions: [OptionID] = [.view, .region, .zoom, .grid, .pictureProtocol, .background]

  private let line: ParsedLine
  private let console: Console
  private let path: FilePath
  private let options: History.Options
  private let since: RevisionArgument?
  private let program: EventProgram?
  /// How the picture is shown; nil without `--view`.
  private let viewing: ViewOptions?
  /// The picture on the screen, while there is one.
  private var screen: LiveView?
  /// The last event that the screen shows: its revision, nil for where the drawing is, and its line.
  private var shown: (revision: Int?, text: String) = (nil, "")
  /// How many events are to come; nil without `--count`.
  private var left: Int?
  /// Whether the last attempt to read the drawing found damage.
  private var isDamaged = false

  init(_ line: ParsedLine, console: Console) throws(Failure) {
    self.line = line
    self.console = console
    viewing = try Self.viewing(line)
    options = try Session.options(line)
    let path = try DocumentLocator.path(line, on: options.disk)
    self.path = path
    since = try line.value(.since, RevisionArgument.parse)
    left = try line.value(.count, NumberForm.steps.whole)
    let command = line.bytes(.exec)
    if let command, command.allSatisfy({ $0 == UInt8(ascii: " ") }) {
      throw Failure(.badValue, "--exec: the command is empty", hint: "for example: --exec 'paint export view.png -q'")
    }
    program = command.map { EventProgram(command: $0, document: path, console: console) }
  }

  /// The options of the picture; throws for those that have no meaning.
  private static func viewing(_ line: ParsedLine) throws(Failure) -> ViewOptions? {
    guard line.has(.view) else {
      for option in viewOptions where line.has(option) {
        throw Failure(.unexpectedWord, "--\(OptionSpec.spec(option).name) is about the picture of --view")
      }
      return nil
    }
    for option in [OptionID.json, .exec] where line.has(option) {
      throw Failure(
        .unexpectedWord, "--view fills the screen, so --\(OptionSpec.spec(option).name) has no meaning",
        hint: "a second paint watch can run at the same time")
    }
    return try ViewOptions(line)
  }

  /// Reports events until there is no one to report to.
  mutating func run() throws(Failure) -> ExitCode {
    let watch: DocumentWatch
    do throws(HistoryError) {
      // First the watch: what is committed before the state is read is in the state, and the rest is an event.
      watch = try DocumentWatch(path, on: options.disk)
    } catch {
      throw beginning(error)
    }
    var follower = try follow()
    if let viewing {
      let screen = try LiveView(line, viewing, of: path, console: console)
      self.screen = screen
      let name = Failure.oneLine(path.string)
      do throws(Failure) {
        shown.text = "watching \(name); Ctrl-C ends"
        try screen.draw(nil, shown.text)
        let code = try follow(&follower, watch)
        screen.end(shown.text)
        return code
      } catch {
        screen.end()
        throw error
      }
    }
    if !console.isQuiet, Terminal.isTerminal(2) {
      console.note("watching \(Failure.oneLine(path.string)); Ctrl-C ends")
    }
    return try follow(&follower, watch)
  }

  /// Reports events until there is no one to report to, or all that were asked for are reported.
  private mutating func follow(_ follower: inout HistoryFollower, _ watch: DocumentWatch) throws(Failure) -> ExitCode {
    while true {
      let events = try next(&follower, watch)
      for (place, event) in events.enumerated() {
        try report(event.event, event.selection, isAfterGap: follower.hasGap && place == 0)
        let isLast = left.map { $0 <= 1 } ?? false
        if isLast { try screen?.draw(shown.revision, shown.text) }
        if isLast || console.isOutputClosed { return .done }
        left = left.map { $0 - 1 }
      }
      // What was committed since it was read is an event that the system has kept.
      guard follower.isCaughtUp else { continue }
      if !events.isEmpty { try screen?.draw(shown.revision, shown.text) }
      if try !waits(watch) { return .done }
    }
  }

  /// An event, and the selection after it; nil if there is none, or nobody asked for it.
  private typealias SelectedEvent = (event: HistoryEvent, selection: SelectionSummary?)

  /// The next events; none while the drawing is damaged, because a repair may follow.
  private mutating func next(
    _ follower: inout HistoryFollower, _ watch: DocumentWatch
  ) throws(Failure) -> [SelectedEvent] {
    do throws(HistoryError) {
      let events = try read(&follower)
      isDamaged = false
      return events
    } catch {
      guard case .damaged(let what) = error, (try? watch.isGone()) == false else { throw ending(error, watch) }
      let problem = "\(path.string) is damaged: \(what); this continues after paint check --repair"
      if let screen {
        try screen.draw(shown.revision, "warning: \(Failure.oneLine(problem))")
      } else if !isDamaged {
        console.warn(problem)
        console.endCommand(hasReceipt: false)
      }
      isDamaged = true
      return []
    }
  }

  /// Reads the next events, again if a revision is forgotten while its selection is looked up.
  private func read(_ follower: inout HistoryFollower) throws(HistoryError) -> [SelectedEvent] {
    let isReceipt = console.isJSON || program != nil
    var attempts = 1
    while true {
      do throws(HistoryError) {
        return try follower.next { (events, history) throws(HistoryError) in
          let document = Document(history)
          var result: [SelectedEvent] = []
          for event in events {
            guard isReceipt || event.isSelection else {
              result.append((event, nil))
              continue
            }
            let picture = try history.snapshot(at: event.revision.number)
            result.append((event, try document.selection(of: picture)?.summary))
          }
          return result
        }
      } catch {
        guard case .unknownRevision = error, attempts < 100 else { throw error }
        attempts += 1
      }
    }
  }

  /// Waits until something may have been committed; false if nobody reads the output any longer.
  ///
  /// A signal for the screen takes effect.
  private func waits(_ watch: DocumentWatch) throws(Failure) -> Bool {
    while true {
      let event: DocumentWatch.Event
      do throws(HistoryError) {
        event = try watch.wait(whileOpen: 1, orReadable: screen?.descriptor ?? -1)
        if event == .gone { throw .replaced }
      } catch {
        throw ending(error, watch)
      }
      switch event {
      case .changed, .gone: return true
      case .outputClosed: return false
      case .readable:
        switch try screen?.react() {
        case .end: return false
        case .redraw: try screen?.draw(shown.revision, shown.text)
        case .nothing, nil: break
        }
      }
    }
  }

  /// The events from now on, or after the revision of `--since`.
  private func follow() throws(Failure) -> HistoryFollower {
    var refusal: Failure?
    do throws(HistoryError) {
      guard let since else { return try HistoryFollower(path, options: options) }
      return try HistoryFollower(path, options: options) { (history) throws(HistoryError) in
        do {
          return try history.revision(history.revisions(of: since).upperBound)
        } catch let error as HistoryError {
          throw error
        } catch {
          refusal = Failure(error, document: path)
          throw .unknownRevision(.max)
        }
      }
    } catch {
      throw refusal ?? beginning(error)
    }
  }

  /// Prints an event and runs the program of `--exec`.
  private mutating func report(
    _ event: HistoryEvent, _ selection: SelectionSummary?, isAfterGap: Bool
  ) throws(Failure) {
    var receipt = Receipt(event)
    receipt.selection = selection
    if isAfterGap {
      let next = receipt.revision.number
      console.warn("steps before r\(next) were dropped from the history before they could be reported")
    }
    let step = event.isSelection ? receipt.selectionText : receipt.text
    let text = event.text ?? step + receipt.revision.authorClause
    if screen != nil {
      shown = (receipt.revision.number, ([text] + console.warnings.map { "warning: \($0)" }).joined(separator: "; "))
      return console.discard()
    }
    let warnings = console.warnings
    console.endCommand()
    var json = JSONWriter()
    if console.isJSON || program != nil { receipt.write(to: &json, warnings: warnings) }
    if !console.isJSON {
      console.report(text)
    } else if !console.isQuiet {
      console.json.append(json)
    }
    try console.flush()
    program?.run(for: event, receipt: json.bytes.dropLast())
  }

  /// The failure to begin.
  private func beginning(_ error: HistoryError) -> Failure {
    var failure = Failure(error, document: path)
    guard case .disk(let error) = error, error.operation == .watch else { return failure }
    failure.code = .failed
    failure.exitCode = FailureCode.failed.exitCode
    switch error.errno {
    case .tooManyOpenFiles: failure.hint = "too many programs watch files: see fs.inotify.max_user_instances"
    case .noSpace: failure.hint = "too many files are watched: see fs.inotify.max_user_watches"
    default: break
    }
    return failure
  }

  /// The failure that ends the watching; if the drawing is gone, that is the reason for any other.
  private func ending(_ error: HistoryError, _ watch: DocumentWatch) -> Failure {
    var isGone = (try? watch.isGone()) ?? false
    switch error {
    case .replaced, .notFound: isGone = true
    default: break
    }
    guard isGone else { return Failure(error, document: path) }
    var isThere = false
    do throws(DiskError) { isThere = try options.disk.status(of: path) != nil } catch { return Failure(error) }
    return Failure(
      .noDocument,
      isThere ? "\(path.string) was replaced by another one" : "\(path.string) was moved or deleted",
      hint: isThere ? "paint watch, once more, watches the new one" : nil)
  }
}

extension Receipt {
  /// The receipt of an event: what the command printed that made it, except for its warnings and what limits dropped.
  fileprivate init(_ event: HistoryEvent) {
    self.init(revision: event.revision, isChanged: true)
    self.event = event.kind
    undoName = event.undoName
    redoName = event.redoName
    if event.kind == .amend {
      remade = event.remade
    } else if event.kind != .step {
      steps = event.undone.count + event.redone.count
    }
  }
}

extension HistoryEvent {
  /// Whether it is a step that chose what is selected.
  fileprivate var isSelection: Bool { kind == .step && revision.command.hasPrefix("select ") }

  /// What a move printed, such as `undid r5 Eraser, now r4`, or the number of steps that were made again; nil for a step.
  fileprivate var text: String? {
    guard kind != .step else { return nil }
    if kind == .amend {
      let what = remade.isEmpty ? "the line" : NumberText.counted(remade.count, "step")
      return "amended \(what), now r\(revision.number)"
    }
    var parts: [String] = []
    if undone.count > 0 {
      parts.append("undid \(Session.names(undone.named.map { ($0.last, $0.first, $0.name) }, count: undone.count))")
    }
    if redone.count > 0 {
      parts.append("redid \(Session.names(redone.named.map { ($0.first, $0.last, $0.name) }, count: redone.count))")
    }
    return (parts + ["now r\(revision.number)"]).joined(separator: ", ")
  }
}

extension OptionSpec {
  static let exec = OptionSpec(
    .exec, "exec", .value("COMMAND"), "run this shell command for each event", forms: "Shell command")
  static let count = OptionSpec(.count, "count", .value("N"), "end after N events", forms: "Steps", number: .steps)
}
