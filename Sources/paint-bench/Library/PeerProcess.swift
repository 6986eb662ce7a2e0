import Glibc

/// Another library in a separate Python process, which draws on request.
final class PeerProcess {
  /// The library's name in the report.
  let name: String
  private let child: pid_t
  private let input: UnsafeMutablePointer<FILE>
  private let output: UnsafeMutablePointer<FILE>

  /// Starts the process; nil if python3 or the library's package is not installed.
  init?(_ name: String) {
    var (inward, outward): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&inward) == 0, pipe(&outward) == 0 else { return nil }
    // A peer that inherited another's pipe would keep it open.
    for end in inward + outward { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inward[0], 0)
    posix_spawn_file_actions_adddup2(&actions, outward[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let words = ["python3", "-c", peerProgram, name]
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child = pid_t()
    let hasStarted = posix_spawnp(&child, "python3", &actions, nil, &arguments, environ) == 0
    close(inward[0])
    close(outward[1])
    guard hasStarted, let input = fdopen(inward[1], "w"), let output = fdopen(outward[0], "r") else { return nil }
    self.name = name
    self.child = child
    self.input = input
    self.output = output
    guard answer() == "ready" else { return nil }
  }

  deinit {
    fclose(input)
    fclose(output)
    while waitpid(child, nil, 0) < 0, errno == EINTR {}
  }

  /// Reads a workload's file; false if the library cannot draw it.
  func load(_ path: String) -> Bool { ask("load \(path)") == "ready" }

  /// Draws the last loaded workload and returns the seconds of drawing alone; nil if that failed.
  func draw() -> Double? { ask("draw").flatMap { Double($0) } }

  private func ask(_ line: String) -> String? {
    fputs(line + "\n", input)
    fflush(input)
    return answer()
  }

  /// The next line of the process's output; nil if it has ended.
  private func answer() -> String? {
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), output) != nil else { return nil }
    return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
