import PaintTerminal
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: C strings of the environment are copied.

/// The terminal and the environment of the process.
enum Terminal {
  /// Whether the descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether text written to the descriptor can be coloured: a terminal that is not dumb, and no `NO_COLOR`.
  static func usesColor(_ descriptor: Int32) -> Bool {
    isTerminal(descriptor) && TerminalColors.areAllowed(noColor: variable(.noColor), term: variable(.term))
  }

  /// The value of an environment variable, nil if it is not set.
  static func variable(_ variable: EnvironmentVariable) -> String? {
    guard let value = unsafe getenv(variable.rawValue) else { return nil }
    return unsafe String(cString: value)
  }

  /// The path in an environment variable, byte for byte; nil if it is not set or empty.
  static func path(_ variable: EnvironmentVariable) -> FilePath? {
    guard let value = unsafe getenv(variable.rawValue), unsafe value.pointee != 0 else { return nil }
    return unsafe FilePath(platformString: value)
  }

  /// The width of the terminal of a descriptor in columns; nil if it is not a terminal or does not know its width.
  static func columns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard isTerminal(descriptor), unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// The absolute path of the current folder; nil if it has none, for example because it was removed.
  static var currentFolder: FilePath? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe FilePath(platformString: path)
  }

  /// Opens closed standard streams, so that no file gets their numbers and their data.
  ///
  /// Reading from such a stream and writing to it fail.
  static func fillStandardDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Makes writing into a closed pipe an error, which `OutputSink` handles, instead of killing the process.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Makes writing beyond the limit on file sizes an error, instead of killing the process.
  static func ignoreFileSizeLimit() {
    signal(SIGXFSZ, SIG_IGN)
  }
}
