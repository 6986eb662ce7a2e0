/// The environment variables that tell what a terminal can show.
package struct TerminalEnvironment: Equatable, Sendable {
  package var noColor: String?
  package var term: String?
  package var colorTerm: String?
  package var program: String?
  package var remoteProgram: String?
  package var tmux: String?

  /// Empty variables.
  package init() {}

  /// Whether tmux is between the program and the terminal.
  package var isInTmux: Bool { !(tmux ?? "").isEmpty || term?.hasPrefix("tmux") == true }

  /// Whether the answers are those of a program between this one and the terminal, which has its own picture of the
  /// screen.
  package var isInMultiplexer: Bool { isInTmux || term?.hasPrefix("screen") == true }

  /// Whether the terminal is asked: one that would print the questions is not.
  package var allowsQuestions: Bool { term != nil && term != "dumb" && term != "linux" && program != "Apple_Terminal" }

  /// The best protocol for a terminal with these answers.
  package func chosen(by replies: TerminalReplies) -> PictureProtocol {
    if !isInMultiplexer {
      if replies.hasKitty { return .kitty }
      if isITerm2(replies.name) { return .iterm2 }
    }
    return replies.hasSixel ? .sixel : text(isTerminal: true)
  }

  /// The best protocol as far as the variables tell, for a terminal that is not asked.
  package var guessed: PictureProtocol {
    if !isInMultiplexer {
      if term == "xterm-kitty" || term == "xterm-ghostty" { return .kitty }
      if isITerm2("") { return .iterm2 }
    }
    return text(isTerminal: true)
  }

  /// The best protocol that only uses text.
  package func text(isTerminal: Bool) -> PictureProtocol {
    PictureProtocol.text(isTerminal: isTerminal, noColor: noColor, colorTerm: colorTerm, term: term)
  }

  private func isITerm2(_ name: String) -> Bool {
    // An answer is more certain than a variable, which may come from the terminal in which another was started.
    if !name.isEmpty { return name.hasPrefix("iTerm2") || name.hasPrefix("WezTerm") }
    return program == "iTerm.app" || program == "WezTerm" || remoteProgram == "iTerm2"
  }
}

/// Whether text on a terminal may be coloured.
package enum TerminalColors {
  /// The decision by the variables alone: any non-empty `NO_COLOR` turns colours off (no-color.org).
  package static func areAllowed(noColor: String?, term: String?) -> Bool {
    (noColor ?? "").isEmpty && term != nil && term != "dumb"
  }
}
