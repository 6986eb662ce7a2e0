import PaintEditing
import PaintFormats
import PaintHistory
import SystemPackage

extension Session {
  /// The picture of a line's first operand: one that the document keeps, or a file, which it copies.
  func picture(_ line: ParsedLine, _ reading: ReadingOptions) throws -> ReceivedPicture {
    if let content = try Self.keptContent(line.operandText(0) ?? "") { return try keptPicture(content) }
    let options = history.options
    let input = try PictureInput(InputFile(line.operandPath(0)), in: options.temporaryFolder, on: options.disk)
    return try receive(input, reading)
  }

  /// Copies a picture into the document; one of another format than PNG becomes a PNG with the same pixels.
  ///
  /// So the document can be used where the library of the other format is missing, and in the same way for ever.
  func receive(_ input: PictureInput, _ reading: ReadingOptions = ReadingOptions()) throws -> ReceivedPicture {
    defer { withExtendedLifetime(input) {} }
    let reader = try input.reader(reading)
    guard reader.format.name != PictureFormat.png.name || reading.isLenient else {
      return try document.receivePicture(from: input.rewound(), named: input.name)
    }
    let options = history.options
    let copy = try SpoolFile(in: options.temporaryFolder, on: options.disk)
    do throws(PictureError) {
      let writer = try PictureWriter(
        .png, size: reader.size, color: PictureColor(reader.colorChunks), isOpaque: reader.isOpaque,
        to: PictureOutput(fileDescriptor: copy.writer.descriptor))
      try reader.copy(to: writer)
    } catch {
      throw EditingError.picture(error, file: input.name)
    }
    for warning in reader.warnings { console.warn(warning) }
    return try document.receivePicture(from: copy.reader.descriptor, named: input.name)
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
        hint: "a file of that name is ./\(Failure.oneLine(word))")
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
