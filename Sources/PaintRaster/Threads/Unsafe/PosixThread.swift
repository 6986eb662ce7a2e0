#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: the closure of a POSIX thread is passed through a pointer, which the thread takes over.

/// A running POSIX thread.
///
/// Dispatch is not used, because every start of the program would load the library.
@safe public struct PosixThread {
  /// As large as that of the main thread usually is; some C libraries give other threads much less.
  private static let stackBytes = 8 << 20

  private let thread: pthread_t

  /// Starts a thread that runs `body`; nil if it cannot be started.
  public init?(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, Self.stackBytes)
    let passed = unsafe Unmanaged.passRetained(ThreadBody(body))
    let code = unsafe pthread_create(
      &thread, &attributes,
      { pointer in
        let start: UnsafeMutableRawPointer? = unsafe pointer
        if let start = unsafe start { unsafe Unmanaged<ThreadBody>.fromOpaque(start).takeRetainedValue().run() }
        return nil
      }, unsafe passed.toOpaque())
    guard code == 0 else {
      unsafe passed.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits for the end of the thread; must be called once.
  public func join() { pthread_join(thread, nil) }
}

/// The body of a thread: an object, because a C function pointer can have no context.
private final class ThreadBody {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
