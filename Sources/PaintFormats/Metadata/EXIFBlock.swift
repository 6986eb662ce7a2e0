import PaintRaster

/// A payload of EXIF, from its byte order mark on, whose fields that no longer fit the picture can be corrected.
///
/// EXIF is a TIFF without pixels: directories of entries of twelve bytes (tag, type, count, and the value or its place).
/// Corrections are made in place, and what is added goes to the end, so that nothing moves that another field refers to.
struct EXIFBlock {
  private(set) var bytes: [UInt8]
  private let isLittle: Bool

  private enum Tag {
    static let width = 0x0100
    static let height = 0x0101
    static let orientation = 0x0112
    static let xResolution = 0x011a
    static let yResolution = 0x011b
    static let thumbnail = 0x0201
    static let thumbnailLength = 0x0202
    static let details = 0x8769
    static let pixelWidth = 0xa002
    static let pixelHeight = 0xa003
  }

  /// Takes a payload; nil if it does not begin as one does.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: Array("II*\0".utf8)) {
      isLittle = true
    } else if bytes.starts(with: Array("MM\0*".utf8)) {
      isLittle = false
    } else {
      return nil
    }
    self.bytes = bytes
  }

  /// A payload that states an orientation and nothing else.
  static func stating(_ orientation: Orientation) -> [UInt8] {
    // The directory begins at 8, and has one entry of a short number.
    Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue)]
      + [UInt8](repeating: 0, count: 6)
  }

  /// States an orientation; its density is not turned.
  mutating func setOrientation(_ orientation: Orientation) {
    guard let directory = number(at: 4, bytes: 4) else { return }
    guard let entry = entry(Tag.orientation, in: directory) ?? added(Tag.orientation, to: directory) else { return }
    put(3, at: entry + 2, bytes: 2)
    put(1, at: entry + 4, bytes: 4)
    put(orientation.rawValue, at: entry + 8, bytes: 2)
  }

  /// Adds an entry without type and value to the first directory, in the order of tags; returns its place.
  ///
  /// A copy of the directory that has it goes to the end. Nil if the directory is damaged, or full.
  private mutating func added(_ tag: Int, to directory: Int) -> Int? {
    guard let count = number(at: directory, bytes: 2), count < 0xffff else { return nil }
    let (first, end) = (directory + 2, directory + 2 + 12 * count)
    // The place of the next directory follows the entries.
    guard end + 4 <= bytes.count else { return nil }
    let before = (0..<count).prefix { number(at: first + 12 * $0, bytes: 2) ?? 0 < tag }.count
    if bytes.count % 2 == 1 { bytes.append(0) }
    let copy = bytes.count
    bytes += [0, 0] + bytes[first..<first + 12 * before]
    let place = bytes.count
    bytes += [UInt8](repeating: 0, count: 12) + bytes[first + 12 * before..<end + 4]
    put(count + 1, at: copy, bytes: 2)
    put(tag, at: place, bytes: 2)
    put(copy, at: 4, bytes: 4)
    return place
  }

  /// States that the picture is upright, if it states an orientation; its density turns with it.
  mutating func makeUpright() {
    guard let directory = number(at: 4, bytes: 4), let entry = entry(Tag.orientation, in: directory) else { return }
    if let old = number(at: entry + 8, bytes: 2).flatMap(Orientation.init), old.swapsSides {
      exchange(Tag.xResolution, Tag.yResolution, in: directory)
    }
    put(1, at: entry + 8, bytes: 2)
  }

  /// Exchanges the types, counts and values of two fields, if the directory has both.
  private mutating func exchange(_ first: Int, _ second: Int, in directory: Int) {
    guard let first = entry(first, in: directory), let second = entry(second, in: directory) else { return }
    for place in 2..<12 { bytes.swapAt(first + place, second + place) }
  }

  /// Removes the thumbnail and the directory that describes it, with which programs show an older picture.
  mutating func removeThumbnail() {
    guard let first = number(at: 4, bytes: 4), let count = number(at: first, bytes: 2) else { return }
    let link = first + 2 + 12 * count
    guard let second = number(at: link, bytes: 4), second != 0 else { return }
    put(0, at: link, bytes: 4)
    guard let start = value(of: Tag.thumbnail, in: second), let length = value(of: Tag.thumbnailLength, in: second),
      // A JPEG, behind both directories.
      number(at: start, bytes: 1) == 0xff, number(at: start + 1, bytes: 1) == 0xd8, start >= link + 4,
      length <= bytes.count - start
    else { return }
    // Usually it comes last, perhaps with a byte of padding.
    if second < start, start + length + 1 >= bytes.count {
      bytes.removeSubrange(start...)
    } else {
      for place in start..<start + length { bytes[place] = 0 }
    }
  }

  /// States the size of the picture where it states one.
  mutating func setSize(_ size: CanvasSize) {
    guard let directory = number(at: 4, bytes: 4) else { return }
    set(Tag.width, to: size.width, in: directory)
    set(Tag.height, to: size.height, in: directory)
    guard let details = value(of: Tag.details, in: directory) else { return }
    set(Tag.pixelWidth, to: size.width, in: details)
    set(Tag.pixelHeight, to: size.height, in: details)
  }

  /// Sets a field that the directory has to a single long number.
  private mutating func set(_ tag: Int, to value: Int, in directory: Int) {
    guard let entry = entry(tag, in: directory) else { return }
    put(4, at: entry + 2, bytes: 2)
    put(1, at: entry + 4, bytes: 4)
    put(value, at: entry + 8, bytes: 4)
  }

  /// The single number of a field; nil if the directory does not have it.
  private func value(of tag: Int, in directory: Int) -> Int? {
    guard let entry = entry(tag, in: directory), number(at: entry + 4, bytes: 4) == 1 else { return nil }
    // A short number takes the first half of the value.
    return switch number(at: entry + 2, bytes: 2) {
    case 3: number(at: entry + 8, bytes: 2)
    case 4: number(at: entry + 8, bytes: 4)
    default: nil
    }
  }

  /// The place of the whole entry of a field.
  private func entry(_ tag: Int, in directory: Int) -> Int? {
    guard let count = number(at: directory, bytes: 2) else { return nil }
    for index in 0..<count {
      let place = directory + 2 + 12 * index
      guard place + 12 <= bytes.count else { return nil }
      if number(at: place, bytes: 2) == tag { return place }
    }
    return nil
  }

  private func number(at place: Int, bytes count: Int) -> Int? {
    guard place >= 0, place + count <= bytes.count else { return nil }
    let part = bytes[place..<place + count]
    return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func put(_ value: Int, at place: Int, bytes count: Int) {
    guard place >= 0, place + count <= bytes.count else { return }
    for index in 0..<count {
      bytes[place + index] = UInt8(truncatingIfNeeded: value >> (8 * (isLittle ? index : count - 1 - index)))
    }
  }
}
