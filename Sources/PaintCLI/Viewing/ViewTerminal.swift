import PaintHistory
import PaintTerminal

extension ViewTerminal {
  /// How long a terminal has to answer.
  private static let patience = Duration.seconds(1)
  /// The size of a terminal that does not tell its own.
  private static let usual = (columns: 80, rows: 24)

  /// Finds out where and how standard output shows pictures.
  ///
  /// The terminal may be asked, which takes up to a second if it does not answer. With NO_COLOR, and no protocol that
  /// the user wants, it is not asked.
  ///
  /// - Parameters:
  ///   - wanted: the protocol that the user wants; nil for the best.
  ///   - asks: whether the terminal may be asked; otherwise only the environment variables count.
  ///   - disk: has the clock.
  static func find(_ wanted: PictureProtocol?, asks: Bool = true, clock disk: any Disk) -> ViewTerminal {
    let environment = TerminalEnvironment.ofProcess()
    guard Terminal.isTerminal(1) else {
      let chosen = wanted ?? environment.text(isTerminal: false)
      return ViewTerminal(
        pictureProtocol: chosen, isTerminal: false, columns: usual.columns,
        // A picture of text may be as long as it is; an image belongs on one screen.
        rows: chosen.encoder.cell == nil ? usual.rows : nil, cell: nil, isInTmux: environment.isInTmux)
    }
    let window = TerminalWindow(ofDescriptor: 1)
    var replies = TerminalReplies()
    let hasNoColor = !(environment.noColor ?? "").isEmpty
    let isText = wanted.map { $0.encoder.cell != nil } ?? hasNoColor
    if asks, !isText, environment.allowsQuestions {
      let questions = TerminalReplies.questions(isInMultiplexer: environment.isInMultiplexer)
      replies = TerminalConversation.ask(questions, on: 1, patience: patience, clock: disk)
    }
    let best =
      hasNoColor ? environment.text(isTerminal: true) : asks ? environment.chosen(by: replies) : environment.guessed
    var terminal = ViewTerminal(
      pictureProtocol: wanted ?? best, isTerminal: true,
      columns: window.columns ?? usual.columns, rows: window.rows ?? usual.rows, cell: replies.cell ?? window.cell,
      isInTmux: environment.isInTmux)
    if let wanted, wanted.needsPassing, environment.isInTmux, !TmuxPassthrough.isAllowed {
      terminal.warning =
        "tmux does not pass this picture on to the terminal; to allow it: tmux set -p allow-passthrough on"
    }
    return terminal
  }

  /// The same terminal with the size that its window has now.
  func resized() -> ViewTerminal {
    let window = TerminalWindow(ofDescriptor: 1)
    var copy = self
    copy.columns = window.columns ?? columns
    copy.rows = window.rows ?? rows
    // The size of the font may have changed too.
    copy.cell = window.cell ?? cell
    return copy
  }
}

extension TerminalEnvironment {
  /// The variables of this process.
  static func ofProcess() -> TerminalEnvironment {
    var environment = TerminalEnvironment()
    environment.noColor = Terminal.variable(.noColor)
    environment.term = Terminal.variable(.term)
    environment.colorTerm = Terminal.variable(.colorTerm)
    environment.program = Terminal.variable(.terminalProgram)
    environment.remoteProgram = Terminal.variable(.remoteTerminal)
    environment.tmux = Terminal.variable(.tmux)
    return environment
  }
}

extension PictureProtocol: NamedValue {
  static let noun = "a protocol"
  static let meaning = "How a terminal shows a picture."
}

extension ColorChip {
  /// A chip for the terminal of a descriptor; nil if it is not a terminal or has no colours.
  init?(onDescriptor descriptor: Int32) {
    guard Terminal.usesColor(descriptor) else { return nil }
    self.init(Self.palette(colorTerm: Terminal.variable(.colorTerm), term: Terminal.variable(.term)))
  }
}

extension Failure {
  /// What a picture on a terminal that cannot be shown means for the user.
  init(_ error: TerminalError) {
    switch error {
    case .tooManyPixels(let width, let height):
      self.init(
        .badValue, "--zoom: \(width)x\(height) pixels are too many to be shown",
        hint: "--region shows a part of the picture")
    case .encoding(let message): self.init(.writeFailed, "cannot encode the picture: \(message)")
    }
  }
}
