import PaintHistory

/// Where a picture is shown: the terminal of standard output, or a file or pipe.
struct ViewTerminal: Equatable, Sendable {
  /// How it is shown.
  let pictureProtocol: PictureProtocol
  /// Whether standard output is a terminal.
  let isTerminal: Bool
  /// The terminal's columns; without one 80.
  let columns: Int
  /// Its rows; nil for as many as needed.
  let rows: Int?
  /// The size of its cells; nil if it is not known.
  let cell: CellSize?
  /// Whether tmux is between the program and the terminal.
  let isInTmux: Bool

  /// How long a terminal has to answer.
  private static let patience = Duration.seconds(1)
  /// The size of a terminal that does not tell its own.
  private static let usual = (columns: 80, rows: 24)

  /// Finds out where and how standard output shows pictures; may ask the terminal, which takes up to a second if it does
  /// not answer.
  ///
  /// - Parameters:
  ///   - wanted: the protocol that the user wants; nil for the best.
  ///   - disk: has the clock.
  static func find(_ wanted: PictureProtocol?, clock disk: any Disk) -> ViewTerminal {
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
    let isText = wanted.map { $0.encoder.cell != nil } ?? false
    if !isText, environment.allowsQuestions {
      let questions = TerminalReplies.questions(isInMultiplexer: environment.isInMultiplexer)
      replies = TerminalConversation.ask(questions, on: 1, patience: patience, clock: disk)
    }
    return ViewTerminal(
      pictureProtocol: wanted ?? environment.chosen(by: replies), isTerminal: true,
      columns: window.columns ?? usual.columns, rows: window.rows ?? usual.rows, cell: replies.cell ?? window.cell,
      isInTmux: environment.isInTmux)
  }
}
