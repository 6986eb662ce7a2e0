import PaintEditing
import PaintFormats
import PaintHistory
import PaintRaster
import SystemPackage

/// A program that changes a picture in place: the words behind `run`.
struct PictureProgram {
  /// The words as typed: the program and what it gets.
  private let typed: [[UInt8]]

  /// The program of a line of `run`.
  init(_ line: ParsedLine) { typed = line.operands.map { Array(line.words.bytes[$0]) } }

  /// The program's name, for messages.
  var title: String { Failure.quoted(String(decoding: typed.first ?? [], as: UTF8.self)) }

  /// All words, as they can be typed.
  var text: String { typed.map { ShellQuoting.quoted(String(decoding: $0, as: UTF8.self)) }.joined(separator: " ") }

  /// Writes the current picture, runs the program on it and opens its result, whose name is already removed.
  ///
  /// A signal to end this process takes effect after the program.
  ///
  /// - Throws: `program_failed` if it fails, or leaves no picture.
  func run(on session: Session) throws -> OpenFile {
    let signals = HeldSignals()
    // Also after an error: the folder is removed by then, and a pending signal ends the process.
    defer { signals.release() }
    return try run(on: session, holding: signals)
  }

  private func run(on session: Session, holding signals: HeldSignals) throws -> OpenFile {
    let history = session.history
    let (disk, temporaryFolder) = (history.options.disk, history.options.temporaryFolder)
    let folder = try ScratchFolder(in: temporaryFolder, on: disk)
    defer { withExtendedLifetime(folder) {} }
    let picture = folder.path.appending("picture.png")
    let file = try disk.open(picture, .createNew)
    let snapshot = try history.snapshot(at: history.current.number)
    do throws(EditingError) {
      try session.document.export(snapshot, region: nil, to: file.descriptor, named: picture.string)
    } catch {
      guard case .picture(.io(let number, _), _) = error else { throw error }
      let failure = DiskError(.write, picture, errno: Errno(rawValue: number))
      throw HistoryError(failure, inTemporaryFolder: temporaryFolder)
    }
    if signals.hasReceived { throw Failure(.programFailed, "interrupted") }
    try check(ChildProgram(words: words(with: picture)).run(holding: signals))
    if signals.hasReceived { throw Failure(.programFailed, "interrupted") }
    if try disk.status(of: picture, followingLinks: false)?.kind == .file { return try disk.open(picture, .read) }
    throw Failure(.programFailed, "\(title) left no picture")
  }

  /// Throws `program_failed` unless the program succeeded.
  private func check(_ ending: ChildProgram.Ending) throws(Failure) {
    switch ending {
    case .exited(0): return
    case .exited(let code): throw Failure(.programFailed, "\(title) ended with exit code \(code)")
    case .killed(let signal): throw Failure(.programFailed, "\(title) was ended by signal \(signal)")
    case .notStarted(let reason):
      throw Failure(.programFailed, "cannot run \(title): \(SystemError.text(reason.rawValue))")
    }
  }

  /// The command's words with the picture's name instead of `{}`, or at the end.
  private func words(with picture: FilePath) -> [[UInt8]] {
    let name = picture.bytes
    var words: [[UInt8]] = []
    var hasPlace = false
    for operand in typed {
      var word: [UInt8] = []
      for byte in operand {
        word.append(byte)
        guard !words.isEmpty, word.suffix(2).elementsEqual("{}".utf8) else { continue }
        hasPlace = true
        word.removeLast(2)
        word += name
      }
      words.append(word)
    }
    return hasPlace ? words : words + [name]
  }

  /// Copies what the program left into the drawing of a session.
  func receive(_ result: OpenFile, in session: Session) throws -> ReceivedPicture {
    var reading = ReadingOptions()
    reading.offersPages = false
    do {
      return try session.receive(PictureInput(result, named: "the picture that \(title) left"), reading)
    } catch {
      // The hints are options of commands that read the user's files.
      var failure = Failure(error, document: session.path)
      if failure.code == .damagedInput || failure.code == .tooLarge { failure.hint = nil }
      throw failure
    }
  }
}
