import PaintRaster

/// What is needed of a record to copy its pack.
struct CopiedRecord: Hashable {
  /// What the record describes.
  enum Kind: Hashable {
    case revision(Int)
    case note(Int)
  }

  var kind: Kind
  /// The identity of its document.
  var document = ""
  /// Whether the record belongs to an abandoned edit.
  var isAbandoned = false
  /// Whether it contains the colour chunks of the first picture.
  var hasProfile = false
  var slots: [RevisionRecord.Slot] = []
  /// The one-colour tiles, without their colours.
  var colors: [UInt32] = []
  /// The text of the record, with its empty line.
  var text: String

  /// The records in a pack's text; nil if one of them is invalid.
  static func parse(_ text: String) -> [CopiedRecord]? {
    let bytes = Array(text.utf8)
    var records: [CopiedRecord] = []
    var start = 0
    var line = 0
    for end in bytes.indices where bytes[end] == UInt8(ascii: "\n") {
      defer { line = end + 1 }
      guard end == line else { continue }
      guard let record = CopiedRecord(bytes[start...end]) else { return nil }
      records.append(record)
      start = end + 1
    }
    return start == bytes.count ? records : nil
  }

  private init?(_ bytes: ArraySlice<UInt8>) {
    var kind: Kind?
    text = String(decoding: bytes, as: UTF8.self)
    for (position, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard let key = words.first else { return nil }
      let value = words.count > 1 ? words[1] : line[line.endIndex...]
      switch String(decoding: key, as: UTF8.self) {
      case "revision" where position == 0: kind = Self.number(value, radix: 10).map { .revision($0) }
      case "note" where position == 0: kind = Self.number(value, radix: 10).map { .note($0) }
      case "document": document = String(decoding: value, as: UTF8.self)
      case "abandoned": isAbandoned = true
      case "profile": hasProfile = true
      case "slots":
        guard let slots = Self.slots(value) else { return nil }
        self.slots = slots
      case "colors":
        guard let colors = Self.colors(value) else { return nil }
        self.colors = colors
      default: break
      }
    }
    guard let kind else { return nil }
    self.kind = kind
  }

  private typealias Bytes = ArraySlice<UInt8>

  private static func slots(_ text: Bytes) -> [RevisionRecord.Slot]? {
    var slots: [RevisionRecord.Slot] = []
    for word in text.split(separator: UInt8(ascii: " ")) {
      let parts = word.split(separator: UInt8(ascii: ":"))
      guard parts.count == 2, let tile = number(parts[0], radix: 10), let adler = number(parts[1], radix: 16),
        let tile = UInt32(exactly: tile), let adler = UInt32(exactly: adler)
      else { return nil }
      slots.append(RevisionRecord.Slot(tile: tile, adler: adler))
    }
    return slots
  }

  private static func colors(_ text: Bytes) -> [UInt32]? {
    var tiles: [UInt32] = []
    for word in text.split(separator: UInt8(ascii: " ")) {
      let parts = word.split(separator: UInt8(ascii: ":"))
      guard parts.count == 2 else { return nil }
      let run = parts[1].split(separator: UInt8(ascii: "+")).map { number($0, radix: 10) }
      // A run cannot be longer than the tiles of the largest canvas.
      guard let first = run.first ?? nil, let more = run.count > 1 ? run[1] : 0, more < 1 << 22,
        let tile = UInt32(exactly: first), UInt32(exactly: first + more) != nil
      else { return nil }
      for next in 0...more { tiles.append(tile + UInt32(next)) }
    }
    return tiles
  }

  /// A number of up to 15 digits.
  private static func number(_ digits: Bytes, radix: Int) -> Int? {
    guard !digits.isEmpty, digits.count <= 15 else { return nil }
    var value = 0
    for byte in digits {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      guard digit < radix else { return nil }
      value = value * radix + Int(digit)
    }
    return value
  }
}
