import PaintEditing
import PaintFormats
import PaintHistory
import SystemPackage

/// One of the two pictures of `paint diff`, or the picture of `paint view`.
struct DiffSide {
  let rows: PictureRows
  /// Its name in messages.
  let name: String
  private let revision: Int?
  private let path: FilePath?
  /// Open while it is read.
  private let file: PictureInput?

  init(_ word: PictureWord, _ reading: ReadingOptions, in session: Session?, _ options: History.Options) throws {
    switch word {
    case .file(let path):
      let file = try PictureInput(InputFile(path), in: options.temporaryFolder, on: options.disk)
      self.file = file
      self.path = path
      revision = nil
      name = Failure.oneLine(path.string)
      rows = PictureRows(try Self.reader(of: file, reading), named: file.name)
    case .revision(let argument):
      guard let session else { preconditionFailure("a revision is compared in a document") }
      let number = try session.revision(argument)
      let snapshot = try session.history.snapshot(at: number)
      file = nil
      path = nil
      revision = number
      name = "r\(number)"
      rows = PictureRows(snapshot)
    }
  }

  /// A reader of the wanted page; a file that has only one is read as it is.
  private static func reader(of file: PictureInput, _ reading: ReadingOptions) throws(EditingError) -> PictureReader {
    do throws(EditingError) {
      return try file.reader(reading)
    } catch {
      guard case .picture(.missingPage(pages: 1, _), _) = error else { throw error }
      var first = reading
      first.page = nil
      return try file.reader(first)
    }
  }

  /// Writes the revision and the file, one of which is null.
  func writeSource(to json: inout JSONWriter) {
    json.field("revision", revision)
    json.field("file", path)
  }

  func write(to json: inout JSONWriter) {
    json.beginObject()
    writeSource(to: &json)
    json.field("width", rows.size.width)
    json.field("height", rows.size.height)
    json.endObject()
  }
}
