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
