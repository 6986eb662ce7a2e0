import SystemPackage

// Unsafe: the program's arguments are C strings, whose bytes are copied.

/// The arguments of this process, byte for byte: a file name need not be UTF-8.
enum ProcessArguments {
  /// All but the program's own name.
  static func words() -> [[UInt8]] {
    var words: [[UInt8]] = []
    // The argument list of the process, valid for its lifetime, ends with a null pointer.
    let count = Int(CommandLine.argc)
    for index in 1..<max(count, 1) {
      guard let word = unsafe CommandLine.unsafeArgv[index] else { break }
      unsafe words.append(Array(UnsafeRawBufferPointer(start: word, count: String.byteCount(word))))
    }
    return words
  }
}

extension String {
  /// The bytes before the NUL.
  fileprivate static func byteCount(_ text: UnsafePointer<CChar>) -> Int {
    var count = 0
    while unsafe text[count] != 0 { count += 1 }
    return count
  }
}

extension FilePath {
  /// Creates a path of exactly these bytes, without NUL.
  init(bytes: some Sequence<UInt8>) {
    unsafe self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
  }

  /// The path's bytes, without the NUL at their end.
  var bytes: [UInt8] {
    unsafe withPlatformString { unsafe UnsafeBufferPointer(start: $0, count: length).map { UInt8(bitPattern: $0) } }
  }
}
