internal import CProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Signals that are held back while a picture has the whole screen, so that the screen is restored before they act.
final class ScreenSignals {
  /// What a signal means for the screen.
  enum Meaning: Equatable {
    /// The terminal may have another size.
    case resized
    /// The process is to stop, as with Ctrl-Z.
    case stop(Int32)
    /// The process is to end.
    case end(Int32)
  }

  /// Can be read while there is a signal; -1 if the system cannot tell, and signals act at once.
  let descriptor: Int32

  /// Holds the signals back.
  init() { descriptor = css_hold() }

  deinit { if descriptor >= 0 { css_release(descriptor) } }

  /// The next signal, without waiting for one.
  func next() -> Meaning? {
    guard descriptor >= 0 else { return nil }
    switch css_next(descriptor) {
    case 0: return nil
    case SIGWINCH: return .resized
    case SIGTSTP: return .stop(SIGTSTP)
    case let number: return .end(number)
    }
  }
}
