import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: C strings of the environment are copied.

/// What is known of the terminal and of the surroundings of the process.
enum Terminal {
  /// True if the descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// True if text written to the descriptor may be coloured: a terminal that is not dumb, and no `NO_COLOR`.
  static func usesColor(_ descriptor: Int32) -> Bool {
    isTerminal(descriptor) && allowsColor(noColor: variable("NO_COLOR"), term: variable("TERM"))
  }

  /// The decision by the variables alone: any `NO_COLOR` that is not empty says no (no-color.org).
  static func allowsColor(noColor: String?, term: String?) -> Bool {
    (noColor ?? "").isEmpty && term != nil && term != "dumb"
  }

  /// The environment variable of that name, nil if it is not set.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The path that an environment variable holds, byte for byte; nil if it is not set or empty.
  static func path(_ name: String) -> FilePath? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe FilePath(platformString: value)
  }

  /// The folder that paths begin in, from the root; nil where it has none, as when it was removed.
  static var currentFolder: FilePath? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe FilePath(platformString: path)
  }

  /// Opens closed standard streams, so that no file gets their numbers and what is meant for them.
  ///
  /// Reading from such a stream and writing to it fail.
  static func fillStandardDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Makes writing into a closed pipe an error that `OutputSink` sees, where it would have killed the process.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Makes writing beyond the limit on the size of files an error, where it would have killed the process.
  static func ignoreFileSizeLimit() {
    signal(SIGXFSZ, SIG_IGN)
  }
}
