import PaintHistory
import SystemPackage

/// A picture as typed for `view`: a revision, or a picture file of any name.
///
/// A word with a `/` or a `.` in it means a file first, and any other word a revision first.
enum ViewWord {
  /// Whether the line needs a document: it names a revision, or a word that may be one.
  static func needDocument(_ line: ParsedLine) -> Bool {
    guard let text = line.operandText(0) else { return true }
    if needsDocument(text, line.operandPath(0), line) { return true }
    guard let other = line.text(.diff), let path = line.path(.diff) else { return false }
    return needsDocument(other, path, line)
  }

  private static func needsDocument(_ text: String, _ path: FilePath, _ line: ParsedLine) -> Bool {
    if text == "-" { return false }
    let isFile = exists(path)
    if isFile, isFileFirst(text) { return false }
    // A word that would be a file in a folder without a drawing is one.
    let hasDocument = (try? DocumentLocator.path(line, on: SystemDisk())) != nil
    return hasDocument || !isFile && !isFileFirst(text)
  }

  /// The picture that a word means; throws the failures of a revision.
  ///
  /// - Parameter session: the open document; nil if there is none, and every word is a file.
  static func picture(_ text: String, _ path: FilePath, in session: Session?) throws -> PictureWord {
    guard let session, text != "-" else { return .file(path) }
    let isFile = exists(path)
    if isFile, isFileFirst(text) { return .file(path) }
    let argument: RevisionArgument
    do throws(Failure) {
      argument = try RevisionArgument.parse(Array(text.utf8).span)
    } catch {
      if isFile || isFileFirst(text) { return .file(path) }
      throw error
    }
    guard try !isKnown(argument, in: session) else { return .revision(argument) }
    // The failure is about the revision, unless the word looks like a file.
    return isFile || isFileFirst(text) ? .file(path) : .revision(argument)
  }

  private static func isFileFirst(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "/")) || text.utf8.contains(UInt8(ascii: "."))
  }

  /// Whether there is a file of that name, which is no folder.
  static func exists(_ path: FilePath) -> Bool {
    guard let status = try? SystemDisk().status(of: path) else { return false }
    return status.kind != .directory
  }

  private static func isKnown(_ argument: RevisionArgument, in session: Session) throws -> Bool {
    do {
      _ = try session.history.revision(session.revision(argument))
      return true
    } catch HistoryError.unknownRevision {
      return false
    } catch let failure as Failure where failure.code == .noRevision {
      return false
    }
  }
}
