extension Shell {
  /// Runs `paint` on a terminal, on which something is typed; returns the output of both streams as one text.
  func onTerminal(
    _ line: String, typing: String = "", with variables: [String: String] = [:]
  ) throws -> (code: Int, text: String) {
    let terminal = try PseudoTerminal(
      columns: 80, rows: 24, Self.program.string, line.split(separator: " ").map(String.init),
      environment: environment.merging(["TERM": "xterm"]) { $1 }.merging(variables) { $1 }, in: folder)
    var keys = Array(typing.utf8)
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
    let program = try TerminalProgram(self, words, emulator, with: variables, pixels: pixels)
    if let signal, try program.pump(until: { $0.questions > 0 }) { program.send(signal) }
    try program.pump { _ in false }
    return EmulatedSession(code: program.wait(), terminal: program.terminal, keptModes: program.keptModes)
  }
}
