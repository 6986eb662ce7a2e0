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
  /// Environment variables that it gets besides those of this process, or instead of them.
  var variables: [(name: String, value: [UInt8])] = []
  /// Where its standard output goes.
  var output: Int32 = 2

  /// Runs it with the standard input of this process.
  func run(holding signals: HeldSignals) -> Ending {
    var actions = unsafe PlatformFileActions.make()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
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

    var arguments = unsafe words.map { unsafe Self.copy($0) }
    defer { for place in words.indices { unsafe free(arguments[place]) } }
    unsafe arguments.append(nil)
    guard let name = unsafe arguments[0] else { return .notStarted(.noMemory) }
    let own = unsafe variables.map { unsafe Self.copy(Array($0.name.utf8) + [UInt8(ascii: "=")] + $0.value) }
    defer { for place in variables.indices { unsafe free(own[place]) } }
    let environment = unsafe inheritedVariables() + own + [nil]
    var child = pid_t()
    let code = unsafe posix_spawnp(&child, name, &actions, &attributes, arguments, environment)
    guard code == 0 else { return .notStarted(Errno(rawValue: code)) }
    let status = signals.wait(for: child)
    let signal = Int(status & 0x7f)
    return signal == 0 ? .exited(Int(status >> 8 & 0xff)) : .killed(signal: signal)
  }

  /// The variables of this process that the program does not get instead.
  private func inheritedVariables() -> [UnsafeMutablePointer<CChar>?] {
    var kept: [UnsafeMutablePointer<CChar>?] = unsafe []
    var next = unsafe environ
    while let variable = unsafe next.pointee {
      let isOwn = variables.contains { unsafe strncmp(variable, "\($0.name)=", $0.name.utf8.count + 1) == 0 }
      if !isOwn { unsafe kept.append(variable) }
      unsafe next += 1
    }
    return unsafe kept
  }

  /// A C string for the system, to be freed.
  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    unsafe (bytes + [0]).withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe $0.baseAddress.flatMap { unsafe strdup($0) } }
    }
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
