import Glibc

extension Shell {
  /// Runs `paint` on a terminal; returns the output of both streams as one text.
  func onTerminal(_ line: String, with variables: [String: String] = [:]) throws -> (code: Int, text: String) {
    let terminal = try PseudoTerminal(
      columns: 80, rows: 24, Self.program.string, line.split(separator: " ").map(String.init),
      environment: environment.merging(["TERM": "xterm"]) { $1 }.merging(variables) { $1 }, in: folder)
    var keys: [UInt8] = []
    while terminal.read(typing: &keys) != nil {}
    return (terminal.program.wait(), String(decoding: terminal.program.printed, as: UTF8.self))
  }
}

/// How a program ended that used an emulated terminal.
struct EmulatedSession {
  var code: Int
  var terminal: TerminalEmulator
  /// Whether the terminal's modes are what they were.
  var keptModes: Bool
}

extension Shell {
  /// Runs `paint` on an emulated terminal, which shows its output and answers its questions.
  ///
  /// - Parameters:
  ///   - pixels: the size of a cell that the system knows; nil for none.
  ///   - signal: sent to the program after its first question.
  func onTerminal(
    _ words: [String], _ emulator: TerminalEmulator, with variables: [String: String] = [:],
    pixels: (width: Int, height: Int)? = nil, signal: Int32? = nil
  ) throws -> EmulatedSession {
    let terminal = try PseudoTerminal(
      columns: emulator.columns, rows: emulator.rows, pixels: pixels, Self.program.string, words,
      environment: environment.merging(["TERM": "xterm-256color"]) { $1 }.merging(variables) { $1 }, in: folder)
    var emulator = emulator
    var signal = signal
    while let part = terminal.read(typing: &emulator.answers) {
      emulator.feed(part)
      if emulator.questions > 0, let number = signal.take() { kill(terminal.program.process, number) }
    }
    return EmulatedSession(code: terminal.program.wait(), terminal: emulator, keptModes: terminal.hasKeptModes)
  }
}
