internal import CTemporaryItems
import PaintHistory

// Unsafe: C takes the bytes of paths.

/// Removes the temporary items of this process when a signal ends it.
///
/// The handlers are installed with the first temporary item, so most commands never install any.
enum EndingSignals {
  /// Lets SIGQUIT end the process: Swift's runtime would print a crash report and continue.
  static func endAtQuit() { cti_end_at_quit() }

  /// The temporary items, for the library's disk.
  static let temporaryItems = TemporaryItems(
    willMake: { (path, syncsFirst) in unsafe path.withPlatformString { unsafe cti_will_make($0, syncsFirst ? 1 : 0) } },
    didForget: { (path) in unsafe path.withPlatformString { unsafe cti_forget($0) } })
}
