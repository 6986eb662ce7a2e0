import Glibc
import Synchronization

/// A separate thread for a blocking call, which would otherwise block one of Swift's few shared threads.
public final class BlockingThread<Result: Sendable>: Sendable {
  private struct State {
    var result: Result?
    var waiter: CheckedContinuation<Result, Never>?
  }

  private let state = Mutex(State())

  /// Starts the thread.
  public init(_ body: @escaping @Sendable () -> Result) {
    startThread { [self] in finish(body()) }
  }

  private func finish(_ result: Result) {
    let waiter = state.withLock { state in
      state.result = result
      return state.waiter.take()
    }
    waiter?.resume(returning: result)
  }

  /// The body's result, once it has returned; only one task at a time may await it.
  public var result: Result {
    get async {
      await withCheckedContinuation { continuation in
        let result = state.withLock { state in
          if state.result == nil { state.waiter = continuation }
          return state.result
        }
        if let result { continuation.resume(returning: result) }
      }
    }
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Outside the generic type, since closures in generic types cannot become C functions.
private func startThread(_ body: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { context in
      guard let context else { return nil }
      Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
      return nil
    }, Unmanaged.passRetained(Work(body)).toOpaque())
  precondition(code == 0, "no more threads")
  pthread_detach(thread)
}
