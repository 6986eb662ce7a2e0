import PaintFormats
import PaintHistory
import PaintPNG
import PaintRaster
import SystemPackage

/// A picture file that an edit imports into a document, identified by its content.
///
/// The file's bytes are stored in the document, so that the edit can be repeated. Its rows stay as they are stored,
/// whatever orientation it states; who wants it upright writes an upright PNG first.
public final class ReceivedPicture {
  /// The picture's name, for messages.
  public let file: String
  /// The name of the file's content in the document.
  public let content: ContentName
  let reader: PictureReader
  /// The file, which must stay open while its rows are read.
  fileprivate let source: OpenFile
  /// The document's copy; nil if the document already stores the file.
  private let incoming: IncomingFile?

  /// The picture's size in pixels.
  public var size: CanvasSize { reader.size }

  fileprivate init(
    _ source: OpenFile, named file: String, content: ContentName, incoming: IncomingFile?, _ reading: ReadingOptions
  ) throws(EditingError) {
    self.source = source
    self.file = file
    self.content = content
    self.incoming = incoming
    // The file is what is kept, and a kept picture is never turned: the step was recorded with the pixels as they are in
    // the file.
    var options = ReadingOptions()
    options.appliesOrientation = false
    (options.page, options.offersPages) = (reading.page, reading.offersPages)
    reader = try EditingError.catching(file) {
      try PictureReader(PictureSource(fileDescriptor: source.descriptor), options: options)
    }
  }

  /// Makes the file part of the document: of a revision if pixels change, before it ends, or of the settings.
  ///
  /// - Throws: `.disk` if the file cannot be synced or moved, `.damaged` if another kind of file is in its place.
  public func keep() throws(HistoryError) { try incoming?.keep() }
}

extension Document {
  /// Copies a picture's file into the document, without keeping it yet: the edit's command names the content, which
  /// must be known before the first tile.
  ///
  /// - Parameters:
  ///   - descriptor: a PNG file from its current position; bytes after the picture may be read too.
  ///   - file: the picture's name, for messages.
  ///   - reading: whether its first frame was asked for, and whether others can be.
  /// - Throws: `.picture` if it cannot be read or is not a picture; `.history` if it cannot be copied.
  public func receivePicture(
    from descriptor: CInt, named file: String, reading: ReadingOptions = ReadingOptions()
  ) throws(EditingError) -> ReceivedPicture {
    try EditingError.catching(file) {
      let incoming = try history.incomingFile()
      try PNGExtent.copy(fileDescriptor: descriptor) { (bytes) throws(HistoryError) in try incoming.write(bytes) }
      return try ReceivedPicture(
        try incoming.reader(), named: file, content: incoming.name, incoming: incoming, reading)
    }
  }

  /// A picture that is already stored in the document; nil if it is not.
  ///
  /// - Throws: `.picture` if the file is damaged; `.history(.damaged)` if it is not a regular file, `.file` if it cannot
  ///   be opened.
  public func keptPicture(_ content: ContentName) throws(EditingError) -> ReceivedPicture? {
    try EditingError.catching {
      guard let path = try history.keptFile(content) else { return nil }
      let source = try history.options.disk.open(path, .read)
      var reading = ReadingOptions()
      reading.offersPages = false
      return try ReceivedPicture(source, named: path.string, content: content, incoming: nil, reading)
    }
  }

  /// Whether a stored picture states that it has to be turned to be upright; false if its header cannot be read.
  ///
  /// The edits ignore it, but other readers of the file do not.
  ///
  /// - Throws: `.history` as `keptPicture`.
  public func keptPictureStatesOrientation(_ content: ContentName) throws(EditingError) -> Bool {
    try EditingError.catching {
      guard let path = try history.keptFile(content) else { return false }
      return try statesOrientation(try history.options.disk.open(path, .read))
    }
  }

  /// Whether a picture states that it has to be turned to be upright, as `keptPictureStatesOrientation`.
  ///
  /// - Throws: `.file` if it cannot be opened or read again.
  public func statesOrientation(_ picture: ReceivedPicture) throws(EditingError) -> Bool {
    try EditingError.catching { try statesOrientation(try history.options.disk.reopen(picture.source)) }
  }

  private func statesOrientation(_ file: OpenFile) throws(PictureError) -> Bool {
    defer { withExtendedLifetime(file) {} }
    do {
      return try PictureHeader(of: PictureSource(fileDescriptor: file.descriptor)).orientation != .upright
    } catch {
      if case .io = error { throw error }
      return false
    }
  }

  /// Warnings about content of a picture that could not be imported, after the edit.
  public func warnings(about picture: ReceivedPicture) -> [String] {
    picture.reader.warnings + profileWarning(picture.reader.colorChunks)
  }

  /// A warning if a picture's colour profile is not the document's.
  private func profileWarning(_ chunks: PNGColorChunks) -> [String] {
    guard let profile = chunks[.iCCP] else { return [] }
    let own = try? PNGColorChunks(serialized: history.state.color)
    return own?[.iCCP] == profile ? [] : ["the picture's colour profile differs from the drawing's, which is kept"]
  }
}
