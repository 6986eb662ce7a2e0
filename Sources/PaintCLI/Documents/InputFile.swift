import PaintHistory
import SystemPackage

/// A file to read that the user named; `-` is standard input.
final class InputFile: Sendable {
  /// Its path.
  let path: FilePath
  /// Its name in messages.
  var name: String { path.string }
  /// True for standard input, under whatever name.
  let isStandardInput: Bool
  /// Whether it is a script of which all is in memory.
  let isInMemory: Bool
  /// Whether it is a script that is read for each of several pictures.
  let isShared: Bool
  /// What was read of it before.
  private let beginning: LineReader.Beginning
  private let file: FileDescriptor
  private let isOwn: Bool
  /// The file that owns the descriptor, if this one does not.
  private let owner: InputFile?

  /// Opens the file; throws `no_input` if there is none and `read_failed` if it cannot be read or is a folder.
  ///
  /// - Parameter waiting: whether to wait for the writer of a FIFO.
  init(_ path: FilePath, waiting: Bool = true) throws(Failure) {
    isStandardInput = Self.isStandardInput(path)
    isInMemory = false
    isShared = false
    beginning = LineReader.Beginning()
    self.path = path
    if let spool = EarlyInputs.spool(path) {
      // Kept open to the end of the process.
      file = FileDescriptor(rawValue: spool.reader.descriptor)
      owner = nil
      isOwn = false
      _ = try? file.seek(offset: 0, from: .start)
      return
    }
    owner = nil
    if path == "-" {
      file = .standardInput
      isOwn = false
      return
    }
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

  /// The lines of a script that was read before; there is nothing else to read.
  ///
  /// - Parameter isShared: whether they are read for each of several pictures.
  init(_ script: ScriptText, isShared: Bool = true) {
    self.isShared = isShared
    path = FilePath(script.name)
    isStandardInput = script.isStandardInput
    isInMemory = true
    beginning = LineReader.Beginning(bytes: script.bytes, isWhole: true)
    owner = nil
    file = FileDescriptor(rawValue: -1)
    isOwn = false
  }

  /// Reads the rest of the file; throws `read_failed`, and `too_large` if it is longer than `limit` bytes.
  func allBytes(upTo limit: Int) throws(Failure) -> [UInt8] {
    if isInMemory { return beginning.bytes }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count: Int
      do {
        count = try file.read(into: &buffer)
      } catch {
        let reason = (error as? Errno) ?? .ioError
        throw Failure(.readFailed, "cannot read \(name): \(SystemError.text(reason.rawValue))")
      }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else {
        throw Failure(.tooLarge, "\(name) is longer than \(limit >> 20) MiB")
      }
      bytes += buffer[..<count]
    }
  }

  /// The same file, of which this was read before.
  init(_ input: InputFile, after beginning: LineReader.Beginning) {
    (path, isStandardInput, isInMemory, file) = (input.path, input.isStandardInput, input.isInMemory, input.file)
    isShared = input.isShared
    self.beginning = beginning
    isOwn = false
    owner = input
  }

  /// A reader of its lines, from the first on; of a file there can be one.
  ///
  /// - Parameter keepsBytes: whether `LineReader.kept` is what was read so far.
  func lineReader(keepsBytes: Bool = false) -> LineReader {
    LineReader(descriptor: descriptor, after: beginning, keepsBytes: keepsBytes)
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

  /// Its length; nil if it is no file, or was partly read before.
  var byteCount: Int? {
    if isInMemory { return beginning.bytes.count }
    guard !isStandardInput, let status = FileStatus(ofDescriptor: descriptor), status.kind == .file else { return nil }
    return Int(status.size)
  }

  /// The open descriptor, owned by this object.
  var descriptor: CInt { file.rawValue }
}
