import Glibc

/// One run of another program, from start to exit.
struct Child {
  /// The seconds from just before the start until the exit is noticed.
  let seconds: Double

  /// The CPU seconds that it used, in its own code and in the system's.
  let busySeconds: Double

  /// The program's peak memory, in bytes.
  ///
  /// Linux also counts the memory of the starting program until exec has replaced it, so this program stays small: work
  /// that needs memory is done in a separate process.
  let peakBytes: Int

  /// The exit code, or 128 plus the signal.
  let exitCode: Int32

  /// Runs a program, searched on the PATH if its name has no slash, and waits for it; its output is discarded by
  /// default.
  ///
  /// - Parameter output: The file for its standard output and errors, which is overwritten.
  /// - Returns: nil if it could not be started.
  static func run(_ words: [String], output: String = "/dev/null") -> Child? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }

    var child = pid_t()
    let start = seconds()
    guard posix_spawnp(&child, words[0], &actions, nil, &arguments, environ) == 0 else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 { if errno != EINTR { return nil } }
    let end = seconds()
    let signal = status & 0x7F
    return Child(
      seconds: end - start, busySeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
      peakBytes: usage.ru_maxrss * 1024,
      exitCode: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
  }

  /// The time of a monotonic clock.
  private static func seconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
