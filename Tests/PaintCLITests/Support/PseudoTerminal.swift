import CSpawner
import Glibc
import SystemPackage

/// A terminal of its own, as a terminal window makes it, with a program that runs on it.
final class PseudoTerminal {
  let program: RunningProgram
  private let user: Int32
  /// Its modes before the program ran.
  private let firstModes: [UInt32]

  /// Starts a program on a terminal with this many cells, each with so many pixels if the system shall know them.
  init(
    columns: Int, rows: Int, pixels: (width: Int, height: Int)? = nil, _ path: String, _ arguments: [String],
    environment: [String: String], in folder: FilePath
  ) throws {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * (pixels?.width ?? 0)),
      ws_ypixel: UInt16(rows * (pixels?.height ?? 0)))
    var name = [CChar](repeating: 0, count: 128)
    user = spawner_terminal(&size, &name, name.count)
    guard user >= 0 else { throw Errno(rawValue: errno) }
    // Neither side may wait for the other to read.
    _ = fcntl(user, F_SETFL, fcntl(user, F_GETFL) | O_NONBLOCK)
    firstModes = Self.modes(user)
    do {
      program = try RunningProgram(
        path, arguments, environment: environment, in: folder, terminal: FilePath(platformString: name).string)
    } catch {
      close(user)
      throw error
    }
  }

  /// Types as many of these keys as the terminal takes, and waits for output.
  ///
  /// - Returns: the output, empty if only keys were typed; nil once there is no more, or after the time limit.
  func read(typing keys: inout [UInt8]) -> ArraySlice<UInt8>? {
    let events = program.wait(for: keys.isEmpty ? POLLIN : POLLIN | POLLOUT, on: user)
    if events & POLLOUT != 0, !keys.isEmpty {
      let count = Glibc.write(user, keys, min(keys.count, 100))
      if count > 0 { keys.removeFirst(count) }
    }
    guard events != 0 else { return nil }
    guard events & (POLLIN | POLLHUP) != 0 else { return [] }
    let part = program.read(user)
    return part.isEmpty ? nil : part
  }

  /// Changes the size of the terminal, of which the system tells the program.
  func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    precondition(ioctl(user, UInt(TIOCSWINSZ), &size) == 0, "a terminal has a size")
  }

  /// Whether the terminal's modes are what they were.
  var hasKeptModes: Bool { Self.modes(user) == firstModes }

  private static func modes(_ terminal: Int32) -> [UInt32] {
    var modes = termios()
    guard tcgetattr(terminal, &modes) == 0 else { return [] }
    let characters = withUnsafeBytes(of: &modes.c_cc) { $0.map(UInt32.init) }
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag] + characters
  }

  deinit {
    program.kill()
    close(user)
  }
}
