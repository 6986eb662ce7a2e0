import PaintHistory
import SystemPackage

/// A file to read that the user named; `-` is standard input.
final class InputFile {
  /// Its name in messages.
  let name: String
  /// True for standard input, under whatever name.
  let isStandardInput: Bool
  /// What was read of it before it is read as a script.
  var readAhead = LineReader.Beginning()
  private let file: FileDescriptor
  private let isOwn: Bool

  /// Opens the file; throws `no_input` if there is none and `read_failed` if it cannot be read or is a folder.
  ///
  /// - Parameter waiting: whether to wait for the writer of a FIFO.
  init(_ path: FilePath, waiting: Bool = true) throws(Failure) {
    isStandardInput = Self.isStandardInput(path)
    if path == "-" {
      name = "-"
      file = .standardInput
      isOwn = false
      return
    }
    name = path.string
    isOwn = true
    do {
      file = try FileDescriptor.open(path, .readOnly, options: waiting ? [.closeOnExec] : [.closeOnExec, .nonBlocking])
      // A folder can be opened, but not read.
      try file.readNothing()
    } catch {
      let reason = (error as? Errno) ?? .ioError
      let words = SystemError.text(reason.rawValue)
      throw reason == .noSuchFileOrDirectory || reason == .notDirectory
        ? Failure(.noInput, "no such file: \(path.string)")
        : Failure(.readFailed, "cannot read \(path.string): \(words)")
    }
  }

  /// Whether this is a name of standard input or, if that is a pipe or a terminal, a link to it.
  static func isStandardInput(_ path: FilePath) -> Bool {
    if ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(path) { return true }
    guard let input = FileStatus(ofDescriptor: 0), input.kind != .file,
      let named = try? SystemDisk().status(of: path)
    else { return false }
    return named.isSameFile(as: input)
  }

  deinit { if isOwn { try? file.close() } }

  /// The open descriptor, owned by this object.
  var descriptor: CInt { file.rawValue }
}
