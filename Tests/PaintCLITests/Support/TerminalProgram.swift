import Glibc

/// A running `paint` on an emulated terminal.
final class TerminalProgram {
  /// What the terminal shows.
  private(set) var terminal: TerminalEmulator
  private let pseudo: PseudoTerminal

  /// Starts the program.
  ///
  /// - Parameter pixels: the size of a cell that the system knows; nil for none.
  init(
    _ shell: Shell, _ words: [String], _ emulator: TerminalEmulator, with variables: [String: String] = [:],
    pixels: (width: Int, height: Int)? = nil
  ) throws {
    terminal = emulator
    pseudo = try PseudoTerminal(
      columns: emulator.columns, rows: emulator.rows, pixels: pixels, Shell.program.string, words,
      environment: shell.environment.merging(["TERM": "xterm-256color"]) { $1 }.merging(variables) { $1 },
      in: shell.folder)
  }

  /// Whether the terminal's modes are what they were.
  var keptModes: Bool { pseudo.hasKeptModes }

  /// Shows what the program writes and answers its questions, until the screen is as wanted or the program has ended.
  ///
  /// - Returns: whether the screen is as wanted.
  @discardableResult
  func pump(until isWanted: (TerminalEmulator) throws -> Bool) throws -> Bool {
    while try !isWanted(terminal) {
      guard let part = pseudo.read(typing: &terminal.answers) else { return false }
      terminal.feed(part)
    }
    return true
  }

  /// Sends the program a signal.
  func send(_ signal: Int32) { kill(pseudo.program.process, signal) }

  /// Changes the size of the window, of which the system tells the program.
  func resize(columns: Int, rows: Int) {
    terminal.resize(columns: columns, rows: rows)
    pseudo.resize(columns: columns, rows: rows)
  }

  /// Waits for its end; 128 and the signal's number if a signal ended it.
  func wait() -> Int { pseudo.program.wait() }
}
