import PaintFormats
import PaintHistory
import PaintPNG

/// An error of an edit, an import or an export.
public enum EditingError: Error, Sendable {
  /// The document could not be opened, read or changed.
  case history(HistoryError)
  /// A picture could not be read or written; the text names its file.
  case picture(PictureError, file: String)
  /// A file of the user could not be opened or written.
  case file(DiskError)

  /// Converts an error of the history, of a picture file or of the disk.
  ///
  /// - Parameter file: the name of the picture's file.
  init(_ error: any Error, file: String) {
    switch error {
    case let error as EditingError: self = error
    case let error as HistoryError: self = .history(error)
    case let error as PictureError: self = .picture(error, file: file)
    case PictureBandError<HistoryError>.picture(let error): self = .picture(error, file: file)
    case PictureBandError<HistoryError>.body(let error): self = .history(error)
    case let error as PNGError: self = .picture(PictureError(error), file: file)
    case PNGBandError<HistoryError>.png(let error): self = .picture(PictureError(error), file: file)
    case PNGBandError<HistoryError>.body(let error): self = .history(error)
    case let error as DiskError: self = .file(error)
    default: self = .history(.defect("an error without a message: \(error)"))
    }
  }

  /// Runs `body`, converting the errors of other modules.
  ///
  /// Public functions call this once; what they call throws these errors as they are.
  ///
  /// - Parameter file: the name of the picture file that `body` reads or writes.
  static func catching<R>(_ file: String = "", _ body: () throws -> R) throws(EditingError) -> R {
    do { return try body() } catch { throw EditingError(error, file: file) }
  }
}
