import PaintEditing
import PaintHistory
import PaintPNG
import SystemPackage

/// A picture to read: a PNG file, or a file in one of Netpbm's formats converted to a PNG file with the same pixels.
///
/// The first bytes determine the format. Input from a pipe is copied to a private file first.
final class PictureInput {
  /// Its name in messages.
  let name: String
  /// Warnings about content that was lost in the conversion, as clauses.
  let warnings: [String]
  private let input: InputFile
  /// An unnamed file.
  private let copy: OpenFile?

  /// The open descriptor of a PNG file, owned by this object.
  var descriptor: CInt { copy?.descriptor ?? input.descriptor }

  /// Reads the format of an open file; unnamed files are created on the file system of `folder`.
  init(_ input: InputFile, in folder: FilePath, on disk: any Disk) throws(Failure) {
    self.input = input
    name = input.name
    let source = FileDescriptor(rawValue: input.descriptor)
    if let start = try? source.seek(offset: 0, from: .current), !Self.isPixmap(source, at: start) {
      (warnings, copy) = ([], nil)
      return
    }
    var warnings: [String] = []
    do {
      let spool = try SpoolFile(in: folder, on: disk)
      try Self.copy(source, to: spool.writer, on: disk, named: input.name)
      var copy = spool.reader
      if Self.isPixmap(FileDescriptor(rawValue: copy.descriptor), at: 0) {
        let picture = try SpoolFile(in: folder, on: disk)
        do throws(PNGError) {
          warnings = try Pixmap.writePNG(from: copy.descriptor, to: picture.writer.descriptor)
        } catch {
          throw EditingError.picture(error, file: input.name)
        }
        copy = picture.reader
      }
      self.copy = copy
    } catch {
      throw Failure(error, document: folder)
    }
    self.warnings = warnings
  }

  /// Whether a file begins like one of Netpbm's; false if it cannot be read, which its reader will report.
  private static func isPixmap(_ file: FileDescriptor, at start: Int64) -> Bool {
    var head: [UInt8] = [0, 0]
    let count = try? file.read(from: start, into: &head)
    return Pixmap.begins(head.prefix(count ?? 0))
  }

  private static func copy(
    _ source: FileDescriptor, to file: OpenFile, on disk: any Disk, named name: String
  ) throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count: Int
      do {
        count = try source.read(into: &buffer)
      } catch {
        let reason = (error as? Errno) ?? .ioError
        throw EditingError.picture(
          .io(errno: reason.rawValue, message: "reading failed: " + SystemError.text(reason.rawValue)), file: name)
      }
      if count == 0 { return }
      try disk.write(file, buffer.span.extracting(0..<count))
    }
  }
}
