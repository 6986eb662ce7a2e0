extension PictureFormat {
  /// All formats, in the order in which a content is compared with them.
  public static let all: [PictureFormat] = [.png, .jpeg, .webp, .tiff, .gif, .ppm, .pam, .avif, .heif]

  /// The formats that can be written.
  public static let writable: [PictureFormat] = all.filter(\.isWritable)

  /// Bytes that recognising a format takes at most.
  static let signatureLimit = 64

  /// The format that begins with these bytes, of which 64 are enough; nil if it is none of `all`.
  public static func beginning(with bytes: [UInt8]) -> PictureFormat? {
    let first = Array(bytes.prefix(signatureLimit))
    return all.first { $0.matches(first) }
  }

  /// The format of a source's content; the bytes are not taken.
  ///
  /// - Throws: `.unknownFormat`; `.io` if the source cannot be read.
  public static func detect(_ source: PictureSource) throws(PictureError) -> PictureFormat {
    let first = try source.prefix(signatureLimit)
    if let format = beginning(with: first) { return format }
    throw .unknownFormat(
      message: first.isEmpty
        ? "the file is empty" : "this is not a picture of a known format (\(all.map(\.name).joined(separator: ", ")))")
  }

  /// Reads the header of a source with this format.
  func decoder(for source: PictureSource, _ options: ReadingOptions) throws(PictureError) -> any RowDecoder {
    let decoder = try open(source, options)
    try Self.check(options.page ?? 0, of: decoder.header)
    return decoder
  }

  /// Reads the header of a source with this format, which may state any size.
  func header(of source: PictureSource, _ options: ReadingOptions) throws(PictureError) -> PictureHeader {
    guard let readHeader else { return try decoder(for: source, options).header }
    let header = try readHeader(source)
    try Self.check(options.page ?? 0, of: header)
    return header
  }

  private static func check(_ page: Int, of header: PictureHeader) throws(PictureError) {
    guard (0..<header.pages).contains(page) else { throw .missingPage(page, of: header.pages, header.formatName) }
  }

  /// The format with this name or ending, without regard to case; nil if it is none.
  public static func named(_ name: String) -> PictureFormat? {
    let wanted = name.lowercased()
    return all.first { $0.name.lowercased() == wanted || $0.endings.contains(wanted) }
  }

  /// The ending of a file's name in lower case, without the dot, if it is that of a known format; otherwise nil.
  public static func ending(of file: String) -> String? {
    guard let name = file.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return all.contains { $0.endings.contains(ending) || $0.reads(ending) } ? ending : nil
  }

  /// The format of which a file name's ending selects a kind that can only be read; nil if it is none.
  public static func readOnly(_ file: String) -> PictureFormat? {
    guard let ending = ending(of: file) else { return nil }
    return all.first { $0.reads(ending) || !$0.isWritable && $0.endings.contains(ending) }
  }

  private func reads(_ ending: String) -> Bool { readOnly?.endings.contains(ending) ?? false }

  /// The format that a file name's ending selects for writing; nil if it is none that can be written.
  public static func written(to file: String) -> PictureFormat? {
    guard let ending = ending(of: file) else { return nil }
    return all.first { $0.isWritable && $0.endings.contains(ending) }
  }
}
