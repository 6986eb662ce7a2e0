#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: signal sets are changed through pointers.

/// Signals that would end this process, blocked while it has to clean up first.
///
/// Signals that the process ignores, for example because of nohup, stay ignored. Pending signals take effect with
/// `release()`.
final class HeldSignals {
  /// The blocked signals, including SIGCHLD.
  private var held = sigset_t()
  private var before = sigset_t()
  private var isReleased = false
  /// The signal to end this process that was received while waiting for a program.
  private var received: Int32?

  /// Blocks the signals.
  init() {
    unsafe sigemptyset(&held)
    unsafe sigaddset(&held, SIGCHLD)
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] where !Self.isIgnored(signal) { unsafe sigaddset(&held, signal) }
    // If the system reaped its children, the process would wait forever.
    signal(SIGCHLD, SIG_DFL)
    unsafe pthread_sigmask(SIG_BLOCK, &held, &before)
  }

  deinit { release() }

  /// Unblocks the signals: the process ends here if one was received.
  func release() {
    if isReleased { return }
    isReleased = true
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    if let received { raise(received) }
  }

  /// The signal mask for a new program.
  var maskBefore: sigset_t { before }

  /// Waits for the end of a child and returns its status, as defined by waitpid(2).
  ///
  /// A signal to end is passed on to the child, then this continues to wait; the child receives signals from the
  /// keyboard itself.
  func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while true {
      let ended = unsafe waitpid(child, &status, WNOHANG)
      if ended == child { return status }
      // Nobody else waits for the child, so an error other than an interruption would be a defect.
      precondition(ended == 0 || errno == EINTR, "a child cannot be waited for")
      var signal: Int32 = 0
      guard unsafe sigwait(&held, &signal) == 0, signal != SIGCHLD else { continue }
      received = received ?? signal
      if signal == SIGTERM || signal == SIGHUP { kill(child, signal) }
    }
  }

  /// Whether a signal to end this process was received.
  var hasReceived: Bool {
    if received != nil { return true }
    var pending = sigset_t()
    unsafe sigpending(&pending)
    return [SIGHUP, SIGINT, SIGQUIT, SIGTERM].contains {
      unsafe sigismember(&pending, $0) == 1 && sigismember(&held, $0) == 1
    }
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
