import PaintHistory
import PaintPNG

/// An error of an edit, an import or an export.
public enum EditingError: Error, Sendable {
  /// The document could not be opened, read or changed.
  case history(HistoryError)
  /// A picture could not be read or written; the text names its file.
  case picture(PNGError, file: String)
  /// A file of the user could not be opened or written.
  case file(DiskError)

  /// An error while a picture's rows were imported into a document.
  init(_ error: PNGBandError<HistoryError>, file: String) {
    switch error {
    case .png(let error): self = .picture(error, file: file)
    case .body(let error): self = .history(error)
    }
  }

  /// Runs `body`, converting errors of the history.
  static func catching<R>(_ body: () throws(HistoryError) -> R) throws(EditingError) -> R {
    do { return try body() } catch { throw .history(error) }
  }

  /// Runs `body`, converting errors of a picture.
  static func catching<R>(_ file: String, _ body: () throws(PNGError) -> R) throws(EditingError) -> R {
    do { return try body() } catch { throw .picture(error, file: file) }
  }

  /// Runs `body`, converting errors of a user's file.
  static func catching<R>(_ body: () throws(DiskError) -> R) throws(EditingError) -> R {
    do { return try body() } catch { throw .file(error) }
  }
}
