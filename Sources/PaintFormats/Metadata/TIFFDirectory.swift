/// A directory of a TIFF or of EXIF: its fields, and the directories that it refers to.
struct TIFFDirectory: Equatable {
  /// A field; its value has the byte order of the file.
  struct Field: Equatable {
    var tag: Int
    var type: Int
    var count: Int
    var value: [UInt8]
    /// The value is the last four bytes of the entry as they are in the file, such as a place in it.
    var isPlaced = false
  }

  var fields: [Field] = []
  /// By the field that refers to them.
  var children: [Int: TIFFDirectory] = [:]

  /// EXIF's own fields, the place on the earth, and what is within EXIF.
  static let details = 0x8769
  static let position = 0x8825
  static let interoperability = 0xa005

  /// The fields of a picture that EXIF and a TIFF have alike; all others of a TIFF are about how its pixels are stored.
  ///
  /// The names of the document and its page; description, maker and model; software, date, artist and computer; rating;
  /// copyright; Windows' title, comment, author, keywords and subject.
  static let shared: Set<Int> = [
    0x010d, 0x010e, 0x010f, 0x0110, 0x011d, 0x0131, 0x0132, 0x013b, 0x013c, 0x4746, 0x4749, 0x8298, 0x9c9b, 0x9c9c,
    0x9c9d,
    0x9c9e, 0x9c9f,
  ]
  static let iptc = 0x83bb
  static let photoshop = 0x8649

  var isEmpty: Bool { fields.isEmpty && children.isEmpty }

  /// Bytes of a value; nil for a type that EXIF does not have.
  static func bytes(ofType type: Int) -> Int? {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12: 8
    default: nil
    }
  }

  /// The directory as it is in a file from a place on, which is even; its values and the other directories follow it.
  func serialized(at place: Int, isLittle: Bool) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (isLittle ? $0 : count - 1 - $0))) }
    }
    let tags = (fields.map(\.tag) + children.keys).sorted()
    var entries = number(tags.count, 2)
    var rest: [UInt8] = []
    let end = place + 2 + 12 * tags.count + 4
    for tag in tags {
      if rest.count % 2 == 1 { rest.append(0) }
      if let child = children[tag] {
        entries += number(tag, 2) + number(4, 2) + number(1, 4) + number(end + rest.count, 4)
        rest += child.serialized(at: end + rest.count, isLittle: isLittle)
      } else if let field = fields.first(where: { $0.tag == tag }) {
        entries += number(tag, 2) + number(field.type, 2) + number(field.count, 4)
        if field.isPlaced || field.value.count <= 4 {
          entries += field.value + [UInt8](repeating: 0, count: max(0, 4 - field.value.count))
        } else {
          entries += number(end + rest.count, 4)
          rest += field.value
        }
      }
    }
    return entries + [0, 0, 0, 0] + rest
  }
}

/// Reads directories of a TIFF, a BigTIFF or EXIF.
struct TIFFDirectoryReader {
  let isLittle: Bool
  private let isBig: Bool
  /// The bytes at a place; nil if they are not all there.
  private let read: (_ place: Int, _ count: Int) -> [UInt8]?
  /// Bytes that values may still have.
  private var left: Int
  /// Fields were left out for that.
  private(set) var isTooLong = false

  /// The first directory.
  let start: Int

  private static let fieldLimit = 4_096

  /// Reads the head of a file; nil if it is none.
  init?(limit: Int, read: @escaping (_ place: Int, _ count: Int) -> [UInt8]?) {
    guard let head = read(0, 8) else { return nil }
    isLittle = head.has("II")
    guard isLittle || head.has("MM") else { return nil }
    self.read = read
    left = limit
    let isLittle = isLittle
    isBig = Self.number(head[2..<4], isLittle) == 43
    guard let place = isBig ? read(8, 8) : Array(head[4...]) else { return nil }
    start = Self.number(place[...], isLittle)
  }

  /// Reads the first directory in some bytes.
  init?(_ bytes: [UInt8]) {
    self.init(limit: bytes.count) { place, count in
      place >= 0 && place <= bytes.count - count ? Array(bytes[place..<place + count]) : nil
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ isLittle: Bool) -> Int {
    let value =
      isLittle
      ? bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } : bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(clamping: value)
  }

  /// The numbers of a field of the types short, long or their counterparts of BigTIFF.
  func numbers(_ field: TIFFDirectory.Field) -> [Int] {
    let size = field.count > 0 ? field.value.count / field.count : 0
    guard size > 0 else { return [] }
    return stride(from: 0, to: field.value.count - size + 1, by: size).map {
      Self.number(field.value[$0..<$0 + size], isLittle)
    }
  }

  /// The fields of a directory that are wanted, and the directories that some of them refer to.
  mutating func directory(
    at place: Int, where isWanted: (_ tag: Int) -> Bool = { _ in true }, children: [Int: [Int]] = [:]
  ) -> TIFFDirectory {
    var directory = TIFFDirectory()
    let (countBytes, entryBytes, placeBytes) = isBig ? (8, 20, 8) : (2, 12, 4)
    guard place >= 0, place < Int.max / 2, let counted = read(place, countBytes) else { return directory }
    let count = min(Self.number(counted[...], isLittle), Self.fieldLimit)
    for index in 0..<count {
      guard let entry = read(place + countBytes + index * entryBytes, entryBytes) else { break }
      let tag = Self.number(entry[..<2], isLittle)
      let type = Self.number(entry[2..<4], isLittle)
      let values = Self.number(entry[4..<entryBytes - placeBytes], isLittle)
      let last = entry[(entryBytes - placeBytes)...]
      if let inner = children[tag] {
        guard directory.children[tag] == nil else { continue }
        let size = TIFFDirectory.bytes(ofType: type) ?? placeBytes
        let child = Self.number(last.prefix(size), isLittle)
        let found = self.directory(
          at: child, children: inner.reduce(into: [:]) { $0[$1] = [] })
        if !found.isEmpty { directory.children[tag] = found }
      } else if isWanted(tag), let size = TIFFDirectory.bytes(ofType: type), values > 0,
        !directory.fields.contains(where: { $0.tag == tag })
      {
        let (length, isOverflow) = size.multipliedReportingOverflow(by: values)
        guard !isOverflow, length <= left else {
          isTooLong = true
          continue
        }
        let value = length <= placeBytes ? Array(last.prefix(length)) : read(Self.number(last, isLittle), length)
        guard let value else { continue }
        left -= length
        directory.fields.append(.init(tag: tag, type: type, count: values, value: value))
      }
    }
    return directory
  }

  /// The fields of a directory of a TIFF, with values that stay where they are.
  func placedFields(at place: Int) -> TIFFDirectory {
    var directory = TIFFDirectory()
    guard let counted = read(place, 2) else { return directory }
    for index in 0..<Self.number(counted[...], isLittle) {
      guard let entry = read(place + 2 + 12 * index, 12) else { break }
      directory.fields.append(
        .init(
          tag: Self.number(entry[..<2], isLittle), type: Self.number(entry[2..<4], isLittle),
          count: Self.number(entry[4..<8], isLittle), value: Array(entry[8...]), isPlaced: true))
    }
    return directory
  }
}
