import PaintHistory

/// Where a picture is shown: the terminal of standard output, or a file or pipe.
struct ViewTerminal: Equatable, Sendable {
  /// How it is shown.
  let pictureProtocol: PictureProtocol
  /// Whether standard output is a terminal.
  let isTerminal: Bool
  /// The terminal's columns; without one 80.
  var columns: Int
  /// Its rows; nil for as many as needed.
  var rows: Int?
  /// The size of its cells; nil if it is not known.
  var cell: CellSize?
  /// Whether tmux is between the program and the terminal.
  let isInTmux: Bool
  /// Why it will not show the picture; nil if nothing is known against it.
  var warning: String?

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
