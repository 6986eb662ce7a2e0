import PaintEditing
import PaintFormats
import PaintHistory
import PaintTerminal
import PaintText
import SystemPackage

extension Failure {
  /// Converts an error of the document at `path`.
  init(_ error: HistoryError, document path: FilePath) {
    let name = path.string
    // The document of `batch --from` is a temporary file itself.
    if let folder = ScratchFolder.parent(ofScratchWith: path) {
      switch error {
      case .disk(let error):
        self.init(HistoryError(error, inTemporaryFolder: folder), document: "")
        return
      case .index(let reason):
        self.init(.temporaryFolder(folder, reason), document: "")
        return
      default: break
      }
    }
    switch error {
    case .disk(let error): self = Failure(error)
    case .temporaryFolder(let folder, let reason):
      self.init(
        .writeFailed, "the folder for temporary files, \(folder), cannot be used: \(reason)",
        hint: "set TMPDIR to another folder: export TMPDIR=FOLDER")
    case .index(let reason): self.init(.writeFailed, "the index of \(name) cannot be used: \(reason)")
    case .outcomeUnknown(let reason):
      self.init(
        .writeFailed, "\(reason); whether the last step was kept is not known",
        hint: "paint -d \(ShellQuoting.quoted(path)) status shows what was kept")
    case .busy:
      self.init(
        .busy, "\(name) is busy: another command is writing to it",
        hint: "try again, or wait longer with --wait SECONDS")
    case .replaced:
      self.init(.failed, "\(name) was replaced by another drawing during the command; nothing more was done")
    case .damaged(let what):
      if let copy = try? DocumentCheck(of: path).unfinishedCopy() {
        self.init(.damagedDocument, "\(name): \(copy.message)")
      } else {
        self.init(.damagedDocument, "\(name) is damaged: \(what)", hint: Self.repairHint(path))
      }
    case .defect(let what): self.init(.defect, "\(what); the drawing is unchanged")
    case .otherVersion(let version):
      self.init(
        .otherVersion,
        "\(name) has \(History.words(ofVersion: version)) of the format of drawings, and this paint reads only version "
          + "\(History.formatVersion)",
        hint: "use the paint that made it; nothing was changed")
    case .notFound(let missing):
      // The name of the error is only text.
      let quoted = missing == name ? ShellQuoting.quoted(path) : ShellQuoting.quoted(missing)
      self.init(
        .noDocument, "there is no drawing at \(missing)", hint: "make one: paint new \(quoted) --size 1920x1080")
    case .exists(let path):
      self.init(.cannotCreate, "\(path) exists already", hint: "--replace replaces it by the new drawing")
    case .notReplaceable(let path):
      self.init(
        .cannotCreate, "\(path) is not a drawing, so it is not replaced", hint: "remove it, or choose another name")
    case .cannotCreate(let reason): self.init(.cannotCreate, reason)
    case .unknownRevision(let number):
      self.init(
        .noRevision, number == .max ? "there is no such revision" : "there is no revision r\(number)",
        hint: "paint history lists them")
    case .notAnAncestor(let number, let end):
      self.init(
        .failed, "r\(end) does not descend from r\(number), so it would be lost",
        hint: "paint goto r\(number) first, or name an earlier revision")
    case .wouldLoseBranches(let names, let number):
      let list = names.map { Failure.quoted($0) }.joined(separator: ", ")
      self.init(
        .failed,
        "\(names.count == 1 ? "the branch \(list) does" : "the branches \(list) do") not descend from r\(number) and "
          + "would be lost",
        hint: "paint forget --branch NAME forgets one, paint branch --move NAME r\(number) keeps its name")
    case .unknownBranch(let name):
      self.init(.noRevision, "there is no branch \(Failure.quoted(name))", hint: "paint branch lists the branches")
    case .unknownGroup(let number): self.init(.failed, "r\(number) does not begin a group")
    case .partOfGroup(let group, let number):
      self.init(
        .failed,
        "these steps are only a part of the group r\(group.first)-r\(group.last) \(Failure.quoted(group.name)), which "
          + "continues after r\(number)", hint: "paint goto r\(group.last), then paint ungroup")
    }
  }

  /// What repairs a damaged document: usually a command, but a folder that is elsewhere must be put back.
  private static func repairHint(_ document: FilePath) -> String {
    guard let folder = MisplacedFolder(in: document) else { return "paint check --repair" }
    guard folder.isBehindLink else { return "put the folder of packs back in its place, for example from a backup" }
    let link = ShellQuoting.quoted(folder.path)
    let copy = ShellQuoting.quoted(document.appending("copied-\(folder.name)"))
    // The dot lets a copy that was interrupted be completed.
    return "put the folder in place of the link: mkdir -p -- \(copy) && cp -rL -- \(link)/. \(copy) && rm -- \(link) "
      + "&& mv -- \(copy) \(link)"
  }

  /// Converts an error of an edit, an import or an export.
  init(_ error: EditingError, document path: FilePath) {
    switch error {
    case .history(let error): self.init(error, document: path)
    case .file(let error): self.init(error)
    case .picture(let error, let file):
      self.init(error, of: file == "-" ? "standard input" : file)
    }
  }

  /// Converts an error of the picture file with that name.
  init(_ error: PictureError, of name: String) {
    let message = "\(name): \(error.message)"
    switch error {
    case .io(let number, _): self.init(number == EPIPE ? .writeFailed : .readFailed, message)
    case .format, .damaged, .truncated, .unknownFormat:
      self.init(.damagedInput, message, hint: error.isAcceptable ? "--lenient accepts what can be read" : nil)
    case .limit: self.init(.tooLarge, message)
    case .pixelLimit: self.init(.tooLarge, message, hint: "--max-pixels N allows more")
    case .parameter: self.init(.failed, message)
    case .missingPage: self.init(.noInput, message)
    case .missingLibrary(_, let package, _):
      self.init(.failed, message, hint: "on Debian: apt-get install \(package)")
    }
  }

  /// Converts an error of a file.
  init(_ error: DiskError) {
    let hasNoFolder = error.errno == .noSuchFileOrDirectory || error.errno == .notDirectory
    switch error.operation {
    case .replace where error.errno == .permissionDenied:
      self.init(
        .cannotCreate, "\(error.path) is read-only, so it is not replaced", hint: "--force replaces it anyway")
      remedy = .force
    case .create where hasNoFolder, .createFolder where hasNoFolder: self.init(.cannotCreate, error.message)
    case .open, .read, .list, .readStatus: self.init(.readFailed, error.message)
    default: self.init(.writeFailed, error.message)
    }
  }

  /// Converts the error that ended a command on the document at `path`; a failure stays as it is.
  init(_ error: any Error, document path: FilePath) {
    switch error {
    case let failure as Failure: self = failure
    case let error as HistoryError: self.init(error, document: path)
    case let error as EditingError: self.init(error, document: path)
    case let error as TerminalError: self.init(error)
    case let error as TextError: self.init(error)
    case let error as DiskError: self.init(error)
    default: self.init(.defect, "an error without a message: \(error)")
    }
  }

  /// Why a step cannot be made again; nil for an error of the drawing itself, which is not the step's.
  init?(ofStep error: any Error, document path: FilePath) {
    switch error {
    case is HistoryError, is DiskError, EditingError.history: return nil
    default: self.init(error, document: path)
    }
  }

  /// Runs `body`, a command or a part of one, converting the libraries' errors to failures.
  ///
  /// Commands throw these errors as they are; only the code that runs a command, and needs the failure, calls this.
  static func catching<R>(_ path: FilePath, _ body: () throws -> R) throws(Failure) -> R {
    do { return try body() } catch { throw Failure(error, document: path) }
  }
}

/// The reader of a pipe has closed it.
private let EPIPE = Errno.brokenPipe.rawValue
