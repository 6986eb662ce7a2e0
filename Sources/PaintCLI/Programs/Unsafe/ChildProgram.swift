import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: a program is started with C strings and signal sets.

/// Another program, run to its end.
struct ChildProgram {
  /// How it ended.
  enum Ending: Equatable {
    case exited(Int)
    case killed(signal: Int)
    /// It could not be started.
    case notStarted(Errno)
  }

  /// Its name, searched in PATH, and its arguments, byte for byte.
  let words: [[UInt8]]

  /// Runs it with the standard input of this process; its output goes to standard error.
  func run(holding signals: HeldSignals) -> Ending {
    var actions = unsafe PlatformFileActions.make()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, 2, 1)
    var attributes = PlatformFileActions.makeAttributes()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var mask = signals.maskBefore
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    // This process ignores broken pipes and the limit on the size of files; most programs do not expect that.
    unsafe sigaddset(&defaults, SIGPIPE)
    unsafe sigaddset(&defaults, SIGXFSZ)
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { word in
      unsafe (word + [0]).withUnsafeBufferPointer { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe $0.baseAddress.flatMap { unsafe strdup($0) } }
      }
    }
    defer { for place in words.indices { unsafe free(arguments[place]) } }
    unsafe arguments.append(nil)
    guard let name = unsafe arguments[0] else { return .notStarted(.noMemory) }
    var child = pid_t()
    let code = unsafe posix_spawnp(&child, name, &actions, &attributes, arguments, environ)
    guard code == 0 else { return .notStarted(Errno(rawValue: code)) }
    let status = signals.wait(for: child)
    let signal = Int(status & 0x7f)
    return signal == 0 ? .exited(Int(status >> 8 & 0xff)) : .killed(signal: signal)
  }
}

/// The two types of posix_spawn(3), which are structures on Linux and pointers elsewhere.
private enum PlatformFileActions {
  #if canImport(Darwin)
    static func make() -> posix_spawn_file_actions_t? { nil }
    static func makeAttributes() -> posix_spawnattr_t? { nil }
  #else
    static func make() -> posix_spawn_file_actions_t { unsafe posix_spawn_file_actions_t() }
    static func makeAttributes() -> posix_spawnattr_t { posix_spawnattr_t() }
  #endif
}
