/// The environment variables that tell what a terminal can show.
struct TerminalEnvironment: Equatable, Sendable {
  var noColor: String?
  var term: String?
  var colorTerm: String?
  var program: String?
  var remoteProgram: String?
  var tmux: String?

  /// Empty variables.
  init() {}

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

  /// Whether tmux is between the program and the terminal.
  var isInTmux: Bool { !(tmux ?? "").isEmpty || term?.hasPrefix("tmux") == true }

  /// Whether the answers are those of a program between this one and the terminal, which has its own picture of the
  /// screen.
  var isInMultiplexer: Bool { isInTmux || term?.hasPrefix("screen") == true }

  /// Whether the terminal is asked: one that would print the questions is not.
  var allowsQuestions: Bool { term != nil && term != "dumb" && term != "linux" && program != "Apple_Terminal" }

  /// The best protocol for a terminal with these answers.
  func chosen(by replies: TerminalReplies) -> PictureProtocol {
    if !isInMultiplexer {
      if replies.hasKitty { return .kitty }
      if isITerm2(replies.name) { return .iterm2 }
    }
    return replies.hasSixel ? .sixel : text(isTerminal: true)
  }

  /// The best protocol as far as the variables tell, for a terminal that is not asked.
  var guessed: PictureProtocol {
    if !isInMultiplexer {
      if term == "xterm-kitty" || term == "xterm-ghostty" { return .kitty }
      if isITerm2("") { return .iterm2 }
    }
    return text(isTerminal: true)
  }

  /// The best protocol that only uses text.
  func text(isTerminal: Bool) -> PictureProtocol {
    PictureProtocol.text(isTerminal: isTerminal, noColor: noColor, colorTerm: colorTerm, term: term)
  }

  private func isITerm2(_ name: String) -> Bool {
    // An answer is more certain than a variable, which may come from the terminal in which another was started.
    if !name.isEmpty { return name.hasPrefix("iTerm2") || name.hasPrefix("WezTerm") }
    return program == "iTerm.app" || program == "WezTerm" || remoteProgram == "iTerm2"
  }
}
