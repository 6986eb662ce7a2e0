/// A packet of XMP, of which properties are found, changed and removed without touching the rest.
///
/// XMP is RDF in XML: a property is an attribute or an element, and its name has a prefix that stands for a namespace.
/// Each prefix is taken to mean the same in all of the packet. What is no XML has no properties.
struct XMPPacket {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A namespace, and the prefix that programs use for it.
  struct Namespace {
    let name: String
    let prefix: String

    static let tiff = Namespace(name: "http://ns.adobe.com/tiff/1.0/", prefix: "tiff")
    static let note = Namespace(name: "http://ns.adobe.com/xmp/note/", prefix: "xmpNote")
    static let rdf = Namespace(name: "http://www.w3.org/1999/02/22-rdf-syntax-ns#", prefix: "rdf")
    static let gainMap = Namespace(name: "http://ns.adobe.com/hdr-gain-map/1.0/", prefix: "hdrgm")
    static let appleGainMap = Namespace(name: "http://ns.apple.com/HDRGainMap/1.0/", prefix: "HDRGainMap")
    static let container = Namespace(name: "http://ns.google.com/photos/1.0/container/", prefix: "Container")
    static let item = Namespace(name: "http://ns.google.com/photos/1.0/container/item/", prefix: "Item")
    static let camera = Namespace(name: "http://ns.google.com/photos/1.0/camera/", prefix: "GCamera")
  }

  /// A property, or all properties of a namespace whose names begin in some way.
  struct Property {
    let namespace: Namespace
    let name: String
    var isBeginning = false

    static let orientation = Property(namespace: .tiff, name: "Orientation")
    static let extended = Property(namespace: .note, name: "HasExtendedXMP")
    fileprivate static let root = Property(namespace: .rdf, name: "RDF")
    /// What describes a map behind the picture, with which a screen shows more light.
    static let gainMap = [
      Property(namespace: .gainMap, name: "", isBeginning: true),
      Property(namespace: .appleGainMap, name: "", isBeginning: true),
    ]
    /// What describes a film behind the picture.
    static let motion = [
      Property(namespace: .camera, name: "MotionPhoto", isBeginning: true),
      Property(namespace: .camera, name: "MicroVideo", isBeginning: true),
    ]
    /// The list of what is behind the picture.
    static let container = [
      Property(namespace: .container, name: "", isBeginning: true),
      Property(namespace: .item, name: "", isBeginning: true),
    ]
  }

  // MARK: Properties

  /// The first value of a property, without blanks around it; nil if there is none.
  func value(of property: Property) -> [UInt8]? { values(of: property).first.map { Array(bytes[$0]) } }

  /// Whether any of some properties is there.
  func hasAny(of properties: [Property]) -> Bool {
    let tags = self.tags
    return properties.contains { !ranges(of: $0, in: tags).isEmpty }
  }

  /// The orientation that the packet states; nil if it states none.
  var orientation: Orientation? {
    for range in values(of: .orientation) where range.count == 1 {
      if let value = Orientation(rawValue: Int(bytes[range.lowerBound]) - 48) { return value }
    }
    return nil
  }

  /// States an orientation wherever it states one; a value that is none stays.
  mutating func setOrientation(_ orientation: Orientation) {
    for range in values(of: .orientation)
    where range.count == 1 && Orientation(rawValue: Int(bytes[range.lowerBound]) - 48) != nil {
      bytes[range.lowerBound] = UInt8(48 + orientation.rawValue)
    }
  }

  /// Removes properties with all that is in them.
  mutating func remove(_ properties: [Property]) {
    for property in properties {
      // What is within another one goes with that.
      var end = 0
      let outer = ranges(of: property, in: tags).filter { range in
        defer { end = max(end, range.upperBound) }
        return range.lowerBound >= end
      }
      for range in outer.reversed() { bytes.removeSubrange(range) }
    }
  }

  /// The places of a property's values, without blanks around them.
  private func values(of property: Property) -> [Range<Int>] {
    let (tags, prefixes) = (self.tags, prefixes(of: property.namespace))
    var values: [Range<Int>] = []
    for (place, tag) in tags.enumerated() where !tag.isEnd {
      for attribute in tag.attributes where matches(attribute.name, property, prefixes) {
        values.append(trimmed(attribute.value))
      }
      if !tag.isEmpty, matches(tag.name, property, prefixes), place + 1 < tags.count {
        values.append(trimmed(tag.range.upperBound..<tags[place + 1].range.lowerBound))
      }
    }
    return values
  }

  /// What removing a property removes, in the order of the packet.
  private func ranges(of property: Property, in tags: [Tag]) -> [Range<Int>] {
    let prefixes = prefixes(of: property.namespace)
    var ranges: [Range<Int>] = []
    // The elements that are open, and where those of the property begin.
    var open: [Int?] = []
    for tag in tags {
      if tag.isEnd {
        if let start = open.popLast() ?? nil { ranges.append(start..<tag.range.upperBound) }
        continue
      }
      let isWanted = matches(tag.name, property, prefixes)
      if !tag.isEmpty {
        open.append(isWanted ? tag.range.lowerBound : nil)
      } else if isWanted {
        ranges.append(tag.range)
      }
      if !isWanted { ranges += tag.attributes.filter { matches($0.name, property, prefixes) }.map(\.range) }
    }
    return ranges.sorted { $0.lowerBound < $1.lowerBound }
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, Self.isBlank(bytes[start]) { start += 1 }
    while start < end, Self.isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  private func matches(_ name: Range<Int>, _ property: Property, _ prefixes: [[UInt8]]) -> Bool {
    guard let colon = bytes[name].firstIndex(of: UInt8(ascii: ":")) else { return false }
    let local = bytes[(colon + 1)..<name.upperBound]
    guard property.isBeginning ? local.starts(with: property.name.utf8) : local.elementsEqual(property.name.utf8)
    else { return false }
    return prefixes.contains { $0.elementsEqual(bytes[name.lowerBound..<colon]) }
  }

  /// The prefixes of a namespace: those that are declared, and the usual one unless it is declared for another.
  private func prefixes(of namespace: Namespace) -> [[UInt8]] {
    var prefixes: [[UInt8]] = []
    var isUsualTaken = false
    for declaration in tags.flatMap({ $0.attributes.filter(isDeclaration) }) {
      let prefix = Array(bytes[(declaration.name.lowerBound + Self.declaration.count)..<declaration.name.upperBound])
      let isWanted = bytes[declaration.value].elementsEqual(namespace.name.utf8)
      if isWanted { prefixes.append(prefix) }
      if prefix.elementsEqual(namespace.prefix.utf8), !isWanted { isUsualTaken = true }
    }
    return isUsualTaken ? prefixes : prefixes + [Array(namespace.prefix.utf8)]
  }

  // MARK: Extended XMP

  /// The packet with the descriptions of another one, which continues it; nil if one of them is no RDF.
  func merged(with other: [UInt8]) -> XMPPacket? {
    let other = XMPPacket(other)
    guard let (_, end, own) = root, let (first, last, declarations) = other.root else { return nil }
    let known = Set(own.map { Array(bytes[$0]) })
    let missing = declarations.map { Array(other.bytes[$0]) }.filter { !known.contains($0) }
    // Each description gets the namespaces of what it was in.
    var inner: [UInt8] = []
    var place = first
    var depth = 0
    for tag in other.tags where tag.range.lowerBound >= first && tag.range.upperBound <= last {
      if depth == 0, !tag.isEnd {
        inner += other.bytes[place..<tag.name.upperBound]
        place = tag.name.upperBound
        let stated = Set(tag.attributes.map { Array(other.bytes[$0.name]) })
        for text in missing
        where !stated.contains(Array(text.drop(while: Self.isBlank).prefix { $0 != 61 && !Self.isBlank($0) })) {
          inner += text
        }
      }
      if tag.isEnd { depth -= 1 } else if !tag.isEmpty { depth += 1 }
    }
    inner += other.bytes[place..<last]
    return XMPPacket(Array(bytes[..<end] + inner + bytes[end...]))
  }

  /// Where the content of the element RDF begins and ends, and the declarations that hold there; nil if there is none.
  private var root: (start: Int, end: Int, declarations: [Range<Int>])? {
    let (tags, prefixes) = (self.tags, prefixes(of: .rdf))
    guard let first = tags.firstIndex(where: { !$0.isEnd && !$0.isEmpty && matches($0.name, .root, prefixes) }),
      let last = tags.last(where: { $0.isEnd && matches($0.name, .root, prefixes) }),
      last.range.lowerBound >= tags[first].range.upperBound
    else { return nil }
    let declarations = tags[...first].filter { !$0.isEnd && !$0.isEmpty }.flatMap {
      $0.attributes.filter(isDeclaration)
    }
    return (tags[first].range.upperBound, last.range.lowerBound, declarations.map(\.range))
  }

  /// Whether it is XML with the element RDF, as all XMP is.
  var isRDF: Bool { root != nil }

  // MARK: XML

  private struct Attribute {
    /// With the blanks before it.
    var range: Range<Int>
    var name: Range<Int>
    /// Within the quotes.
    var value: Range<Int>
  }

  private struct Tag {
    var range: Range<Int>
    var name: Range<Int>
    var isEnd = false
    var isEmpty = false
    var attributes: [Attribute] = []
  }

  private static let declaration = Array("xmlns:".utf8)

  private func isDeclaration(_ attribute: Attribute) -> Bool { bytes[attribute.name].starts(with: Self.declaration) }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  /// The tags of elements, up to where it is no XML.
  private var tags: [Tag] {
    var tags: [Tag] = []
    var place = 0
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      if let end = endOfOther(at: start) {
        place = end
      } else if let tag = tag(at: start) {
        tags.append(tag)
        place = tag.range.upperBound
      } else {
        break
      }
    }
    return tags
  }

  /// Where a comment, an instruction or a section of characters that begins here ends; nil for a tag.
  private func endOfOther(at start: Int) -> Int? {
    for (first, last) in [("<?", "?>"), ("<!--", "-->"), ("<![CDATA[", "]]>"), ("<!", ">")]
    where bytes[start...].starts(with: first.utf8) {
      var place = start + first.utf8.count
      while place < bytes.count, !bytes[place...].starts(with: last.utf8) { place += 1 }
      return min(place + last.utf8.count, bytes.count)
    }
    return nil
  }

  private func tag(at start: Int) -> Tag? {
    var place = start + 1
    func skipBlanks() { while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 } }
    func name() -> Range<Int> {
      let first = place
      while place < bytes.count, !Self.isBlank(bytes[place]), !"/>=\"'<".utf8.contains(bytes[place]) { place += 1 }
      return first..<place
    }
    func take(_ letter: Unicode.Scalar) -> Bool {
      guard place < bytes.count, bytes[place] == UInt8(ascii: letter) else { return false }
      place += 1
      return true
    }
    var tag = Tag(range: start..<start, name: start..<start)
    tag.isEnd = take("/")
    tag.name = name()
    if tag.name.isEmpty { return nil }
    while true {
      let before = place
      skipBlanks()
      tag.isEmpty = take("/")
      if take(">") {
        tag.range = start..<place
        return tag
      }
      let attribute = name()
      skipBlanks()
      guard !attribute.isEmpty, take("=") else { return nil }
      skipBlanks()
      guard place < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[place]) else { return nil }
      let first = place + 1
      guard let last = bytes[first...].firstIndex(of: bytes[place]) else { return nil }
      place = last + 1
      tag.attributes.append(Attribute(range: before..<place, name: attribute, value: first..<last))
    }
  }
}
