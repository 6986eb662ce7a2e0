#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: signal sets are changed through pointers.

/// Signals that would end this process, held back while it has something to put away first.
///
/// Those that the process was told to ignore, as by nohup, stay ignored. What came meanwhile takes effect with
/// `release()`.
final class HeldSignals {
  /// The signals that are held, the end of a child among them.
  private var held = sigset_t()
  private var before = sigset_t()
  private var isReleased = false
  /// What came while a program was waited for, to end this process.
  private var received: Int32?

  /// Holds them from now on.
  init() {
    unsafe sigemptyset(&held)
    unsafe sigaddset(&held, SIGCHLD)
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] where !Self.isIgnored(signal) { unsafe sigaddset(&held, signal) }
    // A process whose children are reaped by the system would wait in vain.
    signal(SIGCHLD, SIG_DFL)
    unsafe pthread_sigmask(SIG_BLOCK, &held, &before)
  }

  deinit { release() }

  /// Lets them through again: the process ends here if one came.
  func release() {
    if isReleased { return }
    isReleased = true
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    if let received { raise(received) }
  }

  /// The signals that a new program is to see as this process did.
  var maskBefore: sigset_t { before }

  /// Waits for a child's end and returns its status, as waitpid(2) has it.
  ///
  /// A signal to end is handed on to the child, whose end is then waited for still; those of the keyboard it gets
  /// itself.
  func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while true {
      let ended = unsafe waitpid(child, &status, WNOHANG)
      if ended == child { return status }
      // It cannot be gone: nobody else waits for it. An error other than an interruption would be a defect.
      precondition(ended == 0 || errno == EINTR, "a child cannot be waited for")
      var signal: Int32 = 0
      guard unsafe sigwait(&held, &signal) == 0, signal != SIGCHLD else { continue }
      received = received ?? signal
      if signal == SIGTERM || signal == SIGHUP { kill(child, signal) }
    }
  }

  /// True once a signal has come that is to end this process.
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
