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
    static let resolutionUnit = 0x0128
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

  /// A payload that states nothing.
  static var empty: EXIFBlock {
    EXIFBlock(bytes: Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 0, 0, 0, 0, 0], isLittle: false)
  }

  private init(bytes: [UInt8], isLittle: Bool) { (self.bytes, self.isLittle) = (bytes, isLittle) }

  /// The density that it states; nil for none.
  ///
  /// Without a unit it counts by inches.
  var density: PixelDensity? {
    guard let directory = number(at: 4, bytes: 4) else { return nil }
    guard let x = fraction(Tag.xResolution, in: directory), let y = fraction(Tag.yResolution, in: directory) else {
      return nil
    }
    switch value(of: Tag.resolutionUnit, in: directory) {
    case 1: return x == y ? nil : PixelDensity(.ratio, x: x, y: y)
    case 3: return PixelDensity(.centimetre, x: x, y: y)
    default: return PixelDensity(.inch, x: x, y: y)
    }
  }

  /// The positive fraction of a field.
  private func fraction(_ tag: Int, in directory: Int) -> Double? {
    guard let entry = entry(tag, in: directory), number(at: entry + 2, bytes: 2) == 5,
      let place = number(at: entry + 8, bytes: 4), let numerator = number(at: place, bytes: 4),
      let denominator = number(at: place + 4, bytes: 4), numerator > 0, denominator > 0
    else { return nil }
    return Double(numerator) / Double(denominator)
  }

  /// States a density.
  mutating func setDensity(_ density: PixelDensity) {
    let unit =
      switch density.unit {
      case .ratio: 1
      case .inch: 2
      case .centimetre: 3
      }
    for (tag, number) in [(Tag.xResolution, density.x), (Tag.yResolution, density.y)] {
      let isWhole = number == number.rounded()
      guard let entry = field(tag), number * (isWhole ? 1 : 10_000) <= Double(UInt32.max) else { return }
      if bytes.count % 2 == 1 { bytes.append(0) }
      let place = bytes.count
      bytes += [UInt8](repeating: 0, count: 8)
      put(5, at: entry + 2, bytes: 2)
      put(1, at: entry + 4, bytes: 4)
      put(place, at: entry + 8, bytes: 4)
      // An inch has 254 tenths of a millimetre.
      put(Int((number * (isWhole ? 1 : 10_000)).rounded()), at: place, bytes: 4)
      put(isWhole ? 1 : 10_000, at: place + 4, bytes: 4)
    }
    guard let entry = field(Tag.resolutionUnit) else { return }
    put(3, at: entry + 2, bytes: 2)
    put(1, at: entry + 4, bytes: 4)
    put(unit, at: entry + 8, bytes: 2)
    put(0, at: entry + 10, bytes: 2)
  }

  /// The place of a field of the first directory, which gets one if it has none; nil if it is damaged, or full.
  private mutating func field(_ tag: Int) -> Int? {
    guard let directory = number(at: 4, bytes: 4) else { return nil }
    return entry(tag, in: directory) ?? added(tag, to: directory)
  }

  /// States an orientation; its density is not turned.
  mutating func setOrientation(_ orientation: Orientation) {
    guard let entry = field(Tag.orientation) else { return }
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

  /// States that the picture is upright, if it states an orientation; its density turns as the picture was turned.
  mutating func makeUpright(turnedBy orientation: Orientation) {
    guard let directory = number(at: 4, bytes: 4) else { return }
    if orientation.swapsSides { exchange(Tag.xResolution, Tag.yResolution, in: directory) }
    if let entry = entry(Tag.orientation, in: directory) { put(1, at: entry + 8, bytes: 2) }
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
