import PaintPNG

/// What a TIFF says of its picture: the fields that are EXIF in other formats, and IPTC.
struct TIFFMetadata {
  /// A payload of EXIF; nil if there are no such fields.
  var exif: [UInt8]?
  var iptc: [UInt8]?
  /// Fields were left out, because they have too many bytes.
  var isIncomplete = false

  /// Reads the fields of the directory at a place of a file.
  init(directory place: Int, read: @escaping (_ place: Int, _ count: Int) -> [UInt8]?) {
    guard var reader = TIFFDirectoryReader(limit: PNGColorChunks.metadataLimit, read: read) else { return }
    var found = reader.directory(
      at: place,
      where: { TIFFDirectory.shared.contains($0) || $0 == TIFFDirectory.iptc || $0 == TIFFDirectory.photoshop },
      children: Self.children)
    isIncomplete = reader.isTooLong
    for field in found.fields where iptc == nil {
      if field.tag == TIFFDirectory.iptc { iptc = Self.iptc(field) }
      if field.tag == TIFFDirectory.photoshop { iptc = PhotoshopResources.iptc(in: field.value) }
    }
    found.fields.removeAll { !TIFFDirectory.shared.contains($0.tag) }
    if found.isEmpty { return }
    let head: [UInt8] = reader.isLittle ? Array("II*\0".utf8) + [8, 0, 0, 0] : Array("MM\0*".utf8) + [0, 0, 0, 8]
    exif = head + found.serialized(at: head.count, isLittle: reader.isLittle)
  }

  private static let children = [
    TIFFDirectory.details: [TIFFDirectory.interoperability], TIFFDirectory.position: [],
  ]

  /// The bytes of IPTC, which old programs wrote as numbers of four bytes, perhaps in the other byte order.
  private static func iptc(_ field: TIFFDirectory.Field) -> [UInt8]? {
    let bytes = field.value
    if bytes.first == 0x1c { return bytes }
    guard field.type == 4, bytes.count >= 4, bytes[3] == 0x1c else { return nil }
    return stride(from: 0, to: bytes.count - 3, by: 4).flatMap { bytes[$0..<$0 + 4].reversed() }
  }

  /// What makes these metadata a part of a TIFF that was written without them in the same byte order: the place of a new
  /// directory, and the bytes that follow the file.
  ///
  /// - Parameters:
  ///   - file: the whole file.
  ///   - exif: EXIF in the byte order of the file; nil for none.
  /// - Returns: nil if there is nothing to add, or the file has no room for it.
  static func appendix(
    to count: Int, exif: [UInt8]?, iptc: [UInt8]?, read: @escaping (_ place: Int, _ count: Int) -> [UInt8]?
  ) -> (head: [UInt8], tail: [UInt8])? {
    guard let file = TIFFDirectoryReader(limit: .max, read: read) else { return nil }
    var added = TIFFDirectory()
    if let exif, var reader = TIFFDirectoryReader(exif) {
      added = reader.directory(at: reader.start, where: { TIFFDirectory.shared.contains($0) }, children: children)
    }
    if let iptc {
      // libtiff takes it only as numbers of four bytes.
      let padded = iptc + [UInt8](repeating: 0, count: (4 - iptc.count % 4) % 4)
      added.fields.append(.init(tag: TIFFDirectory.iptc, type: 4, count: padded.count / 4, value: padded))
    }
    if added.isEmpty { return nil }
    var directory = file.placedFields(at: file.start)
    directory.fields += added.fields.filter { field in !directory.fields.contains { $0.tag == field.tag } }
    directory.children = added.children
    let place = count + count % 2
    let bytes = directory.serialized(at: place, isLittle: file.isLittle)
    guard place + bytes.count <= Int(UInt32.max) else { return nil }
    let number = (0..<4).map { UInt8(truncatingIfNeeded: place >> (8 * (file.isLittle ? $0 : 3 - $0))) }
    let head = file.isLittle ? Array("II*\0".utf8) : Array("MM\0*".utf8)
    return (head + number, [UInt8](repeating: 0, count: count % 2) + bytes)
  }
}
