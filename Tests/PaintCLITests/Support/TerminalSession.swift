import CSpawner
import Glibc
import SystemPackage

extension Shell {
  /// Runs `paint` on a terminal; returns the output of both streams as one text.
  func onTerminal(_ line: String, with variables: [String: String] = [:]) throws -> (code: Int, text: String) {
    var (user, program): (Int32, Int32) = (-1, -1)
    guard spawner_terminal(&user, &program) == 0 else { throw Errno(rawValue: errno) }
    defer { close(user) }
    let running: RunningProgram
    do {
      defer { close(program) }
      running = try RunningProgram(
        Self.program.string, line.split(separator: " ").map(String.init),
        environment: environment.merging(["TERM": "xterm"]) { $1 }.merging(variables) { $1 }, in: folder,
        input: program, output: program, errors: program)
    }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      // Reading a terminal whose program has ended is an error, not the end of the file.
      let count = read(user, &buffer, buffer.count)
      if count <= 0 { break }
      text += buffer[..<count]
    }
    return (running.wait(), String(decoding: text, as: UTF8.self))
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
    var (user, program): (Int32, Int32) = (-1, -1)
    guard spawner_terminal(&user, &program) == 0 else { throw Errno(rawValue: errno) }
    defer { close(user) }
    var window = winsize(
      ws_row: UInt16(emulator.rows), ws_col: UInt16(emulator.columns),
      ws_xpixel: UInt16(emulator.columns * (pixels?.width ?? 0)),
      ws_ypixel: UInt16(emulator.rows * (pixels?.height ?? 0)))
    guard ioctl(user, UInt(TIOCSWINSZ), &window) == 0 else { throw Errno(rawValue: errno) }
    let before = Self.modes(user)
    let running: RunningProgram
    do {
      defer { close(program) }
      running = try RunningProgram(
        Self.program.string, words,
        environment: environment.merging(["TERM": "xterm-256color"]) { $1 }.merging(variables) { $1 }, in: folder,
        input: program, output: program, errors: program)
    }
    // Neither side may wait for the other to read.
    _ = fcntl(user, F_SETFL, fcntl(user, F_GETFL) | O_NONBLOCK)
    var terminal = emulator
    var signal = signal
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      var poller = pollfd(
        fd: user, events: Int16(terminal.answers.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)
      _ = poll(&poller, 1, -1)
      if poller.revents & Int16(POLLOUT) != 0, !terminal.answers.isEmpty {
        let count = Glibc.write(user, terminal.answers, min(terminal.answers.count, 100))
        if count > 0 { terminal.answers.removeFirst(count) }
      }
      let count = read(user, &buffer, buffer.count)
      if count > 0 {
        terminal.feed(buffer[..<count])
        if terminal.questions > 0, let number = signal.take() { kill(running.process, number) }
      } else if count == 0 || errno != EAGAIN && errno != EINTR {
        // The program has ended.
        break
      }
    }
    return EmulatedSession(code: running.wait(), terminal: terminal, keptModes: Self.modes(user) == before)
  }

  private static func modes(_ terminal: Int32) -> [UInt32] {
    var modes = termios()
    guard tcgetattr(terminal, &modes) == 0 else { return [] }
    let characters = withUnsafeBytes(of: &modes.c_cc) { $0.map(UInt32.init) }
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag] + characters
  }
}
