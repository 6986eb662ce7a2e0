import PaintEditing
import PaintFormats
import PaintHistory
import SystemPackage

/// A picture to read, of any known format; the content determines the format, never the name.
///
/// Input from a pipe is copied to a private file first, which may begin in memory. The object must live as long as its readers.
final class PictureInput {
  /// Its name in messages.
  let name: String
  private let file: FileDescriptor
  /// Where the picture begins in the file.
  private let start: Int64
  /// Keeps the file open.
  private let owner: AnyObject

  /// Takes an open file of the user; unnamed files are created on the file system of `folder`, or in memory up to the
  /// limit of `SpoolFile`.
  init(_ input: InputFile, in folder: FilePath, on disk: any Disk, inMemory: Bool = false) throws(Failure) {
    name = input.name
    let source = FileDescriptor(rawValue: input.descriptor)
    if let start = try? source.seek(offset: 0, from: .current) {
      (file, self.start, owner) = (source, start, input)
      return
    }
    let spool = try Self.spool(input, in: folder, on: disk, inMemory: inMemory)
    (file, start, owner) = (FileDescriptor(rawValue: spool.reader.descriptor), 0, spool.reader)
  }

  /// Copies an input that cannot be set back to a private file.
  static func spool(
    _ input: InputFile, in folder: FilePath, on disk: any Disk, inMemory: Bool
  ) throws(Failure) -> SpoolFile {
    do {
      return try copy(
        FileDescriptor(rawValue: input.descriptor), to: SpoolFile(in: folder, on: disk, inMemory: inMemory), in: folder,
        on: disk, named: input.name)
    } catch {
      throw Failure(error, document: folder)
    }
  }

  /// Takes a regular file from its beginning on.
  init(_ file: OpenFile, named name: String) {
    self.name = name
    self.file = FileDescriptor(rawValue: file.descriptor)
    (start, owner) = (0, file)
  }

  /// A new reader of the picture; the one before it cannot be used any longer.
  ///
  /// Throws `.picture`.
  func reader(_ options: ReadingOptions = ReadingOptions()) throws(EditingError) -> PictureReader {
    do throws(PictureError) {
      return try PictureReader(PictureSource(fileDescriptor: rewound()), options: options)
    } catch {
      throw .picture(error, file: name)
    }
  }

  /// The descriptor, at the beginning of the picture.
  func rewound() -> CInt {
    // A device cannot be set back, and needs no reader a second time.
    _ = try? file.seek(offset: start, from: .start)
    return file.rawValue
  }

  /// Copies a pipe to a file; returns another one on disk if it does not fit in memory.
  private static func copy(
    _ source: FileDescriptor, to file: SpoolFile, in folder: FilePath, on disk: any Disk, named name: String
  ) throws -> SpoolFile {
    var file = file
    var size = 0
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
      if count == 0 { return file }
      size += count
      if file.isInMemory, size > SpoolFile.memoryLimit {
        file = try SpoolFile(copyOf: file, in: folder, on: disk)
      }
      do throws(DiskError) {
        try disk.write(file.writer, buffer.span.extracting(0..<count))
      } catch {
        throw HistoryError(error, inTemporaryFolder: folder)
      }
    }
  }
}
