import PaintHistory
import PaintTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: the modes of a terminal are read and changed through pointers.

/// Asks a terminal what it can show.
///
/// Meanwhile the terminal neither shows what is typed nor waits for the end of a line. The signals that would end the
/// process are held back, at most for a twentieth of a second, so that the terminal's modes are restored before it ends.
enum TerminalConversation {
  /// How often a pending signal is looked for, in milliseconds.
  private static let interval = 50

  /// Sends the questions, and reads until the last one is answered, time is up, or a signal comes.
  ///
  /// - Returns: no answers if the terminal cannot be read, or if this process is in its background.
  static func ask(
    _ questions: String, on descriptor: Int32, patience: Duration, clock disk: any Disk
  ) -> TerminalReplies {
    // In the background, changing the modes would stop the process.
    let foreground = tcgetpgrp(descriptor)
    guard fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDWR, foreground < 0 || foreground == getpgrp() else {
      return TerminalReplies()
    }
    var before = termios()
    guard unsafe tcgetattr(descriptor, &before) == 0 else { return TerminalReplies() }
    let signals = HeldSignals()
    defer { signals.release() }
    var modes = before
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe withUnsafeMutableBytes(of: &modes.c_cc) { characters in
      // A read returns what there is. Stopping the process with a key has to wait.
      unsafe characters[Int(VMIN)] = 0
      unsafe characters[Int(VTIME)] = 0
      unsafe characters[Int(VSUSP)] = 0
    }
    guard unsafe tcsetattr(descriptor, TCSANOW, &modes) == 0 else { return TerminalReplies() }
    let replies = exchange(Array(questions.utf8), descriptor, until: disk.monotonicTime() + patience, signals, disk)
    // What comes later is not input for the shell.
    _ = unsafe tcsetattr(descriptor, replies.isComplete ? TCSANOW : TCSAFLUSH, &before)
    return replies
  }

  private static func exchange(
    _ questions: [UInt8], _ descriptor: Int32, until deadline: Duration, _ signals: HeldSignals, _ disk: any Disk
  ) -> TerminalReplies {
    guard Descriptor.waits(descriptor, for: POLLOUT, milliseconds: Int32(interval)),
      Descriptor.write(descriptor, questions, from: 0) == questions.count
    else { return TerminalReplies() }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var replies = TerminalReplies()
    while !replies.isComplete, bytes.count < TerminalReplies.limit, !signals.hasReceived {
      let rest = deadline - disk.monotonicTime()
      guard rest > .zero else { break }
      let wait = min(interval, Int(rest / .milliseconds(1)) + 1)
      guard Descriptor.waits(descriptor, for: POLLIN, milliseconds: Int32(wait)) else { continue }
      let count = Descriptor.read(descriptor, into: &buffer, from: 0)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      if count <= 0 { break }
      bytes += buffer[..<count]
      replies = TerminalReplies(bytes)
    }
    return replies
  }
}
