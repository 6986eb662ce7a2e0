import Glibc
import Synchronization

/// A thread of its own for a call that blocks, which would hold up Swift's few shared threads.
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

  /// What the body returned, once it has; to be asked by one task at a time.
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

/// Apart from the generic type, whose closures cannot become C functions.
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
