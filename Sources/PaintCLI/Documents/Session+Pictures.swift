import PaintEditing
import PaintFormats
import PaintHistory
import SystemPackage

extension Session {
  /// The picture of a line's first operand: one that the document keeps, or a file, which it copies.
  func picture(_ line: ParsedLine, _ reading: ReadingOptions) throws -> ReceivedPicture {
    let content = try Self.keptContent(line.operandText(0) ?? "")
    return try picture(content, at: line.operandPath(0), reading)
  }

  /// A picture that the document keeps, or the file at a path, which it copies.
  func picture(
    _ content: ContentName?, at path: FilePath, _ reading: ReadingOptions
  ) throws -> ReceivedPicture {
    if let content { return try keptPicture(content) }
    let options = history.options
    let input = try PictureInput(
      InputFile(path), in: options.temporaryFolder, on: options.disk, inMemory: history.isInMemory)
    return try receive(input, reading)
  }

  /// Copies a picture into the document; one of another format than PNG, one that is turned, or a later frame becomes a
  /// PNG with the same pixels.
  ///
  /// So the document can be used where the library of the other format is missing, and in the same way for ever. Nor do
  /// the pixels of a kept picture depend on a rule how to read its orientation.
  func receive(_ input: PictureInput, _ reading: ReadingOptions) throws -> ReceivedPicture {
    defer { withExtendedLifetime(input) {} }
    let reader = try input.reader(reading)
    let isWhole = reader.header.orientation == .upright && (reading.page ?? 0) == 0 && !reading.isLenient
    guard reader.format.name != PictureFormat.png.name || !isWhole else {
      return try receive(from: input.rewound(), named: input.name, reading)
    }
    let copy = try history.spoolFile()
    do throws(PictureError) {
      let writer = try PictureWriter(
        .png, size: reader.size, color: PictureColor(reader.colorChunks.withoutMetadata), isOpaque: reader.isOpaque,
        to: PictureOutput(fileDescriptor: copy.writer.descriptor))
      try reader.copy(to: writer)
    } catch {
      if case .io(let number, _) = error,
        [.noSpace, .diskQuotaExceeded, .fileTooLarge].contains(Errno(rawValue: number))
      {
        let folder = history.options.temporaryFolder
        throw HistoryError(DiskError(.write, folder, errno: Errno(rawValue: number)), inTemporaryFolder: folder)
      }
      throw EditingError.picture(error, file: input.name)
    }
    for warning in reader.warnings { console.warn(warning) }
    return try receive(from: copy.reader.descriptor, named: input.name, ReadingOptions())
  }

  /// Copies a PNG file into the document.
  private func receive(
    from descriptor: CInt, named name: String, _ reading: ReadingOptions
  ) throws -> ReceivedPicture {
    let picture = try document.receivePicture(from: descriptor, named: name, reading: reading)
    if history.access == .dryRun { received[picture.content] = try document.statesOrientation(picture) }
    return picture
  }

  private func keptPicture(_ content: ContentName) throws -> ReceivedPicture {
    let found = try document.keptPicture(content)
    guard let found else { throw lacks(content) }
    return found
  }

  /// The failure for content that the document does not keep.
  func lacks(_ content: ContentName) -> Failure {
    Failure(
      .noInput, "\(path.string) keeps no file of the content \(content.digits)",
      hint: "paint history --script, in the drawing that keeps it, prints its path")
  }

  /// The content that a word of the form `content:HASH` names; nil for every other word.
  static func keptContent(_ word: String) throws(Failure) -> ContentName? {
    let prefix = "content:"
    guard word.hasPrefix(prefix) else { return nil }
    guard let name = ContentName(word.dropFirst(prefix.count)) else {
      throw Failure(
        .badValue, "\(Failure.quoted(word)) does not name a kept file: content: and 64 hexadecimal digits",
        hint: "before a file of that name put ./")
    }
    return name
  }

  /// The options with which a line reads its picture; a kept one has none.
  static func readingOptions(_ line: ParsedLine) throws(Failure) -> ReadingOptions {
    let options = try ReadingOptions(line)
    if try keptContent(line.operandText(0) ?? "") != nil {
      try ReadingOptions.refuse(line, "a kept picture is complete")
    }
    return options
  }
}
