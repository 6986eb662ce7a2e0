import PaintPNG

/// The metadata in a JPEG's application segments and comments.
struct JPEGSegments {
  /// A segment: the last byte of its marker, and what follows its length.
  struct Segment {
    let marker: UInt8
    let bytes: ArraySlice<UInt8>
  }

  private(set) var exif: [UInt8]?
  private(set) var xmp: [UInt8]?
  private(set) var iptc: [UInt8]?
  /// All comments, a line each.
  private(set) var comment: [UInt8]?
  private(set) var attachments: Set<Attachment> = []
  /// Why something was left out, as clauses.
  private(set) var warnings: [String] = []

  private static let exifName = Array("Exif\0".utf8)
  private static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let extensionName = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  private static let photoshopName = Array("Photoshop 3.0\0".utf8)
  private static let gainMapName = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
  private static let picturesName = Array("MPF\0".utf8)
  /// The most bytes of a segment after its length.
  private static let limit = 65_533
  private static let guidBytes = 32
  private static let (first, second, thirteenth, comments): (UInt8, UInt8, UInt8, UInt8) = (0xe1, 0xe2, 0xed, 0xfe)

  // MARK: Reading

  init(_ segments: [Segment]) {
    var resources: [UInt8] = []
    var parts: [ArraySlice<UInt8>] = []
    for segment in segments {
      func rest(after name: [UInt8]) -> ArraySlice<UInt8>? {
        segment.bytes.count > name.count && segment.bytes.starts(with: name) ? segment.bytes.dropFirst(name.count) : nil
      }
      switch segment.marker {
      case Self.first:
        // A byte of padding follows the name of EXIF.
        if exif == nil, let rest = rest(after: Self.exifName), rest.count > 1 { exif = Array(rest.dropFirst()) }
        if xmp == nil, let rest = rest(after: Self.xmpName) { xmp = Array(rest) }
        if let rest = rest(after: Self.extensionName) { parts.append(rest) }
      case Self.second:
        if segment.bytes.starts(with: Self.gainMapName) { attachments.insert(.gainMap) }
        if let rest = rest(after: Self.picturesName), Self.hasPictures(Array(rest)) { attachments.insert(.pictures) }
      case Self.thirteenth:
        if let rest = rest(after: Self.photoshopName) { resources += rest }
      case Self.comments where !segment.bytes.isEmpty:
        // Some programs write the end of a C string, too.
        let text = segment.bytes.prefix { $0 != 0 }
        if !text.isEmpty { comment = comment.map { $0 + [10] + text } ?? Array(text) }
      default: break
      }
    }
    iptc = PhotoshopResources.iptc(in: resources)
    takeExtension(parts)
  }

  /// Puts the parts of a long packet together and into the packet that refers to them.
  private mutating func takeExtension(_ parts: [ArraySlice<UInt8>]) {
    let packet = xmp.map { XMPPacket($0) }
    guard let name = packet?.value(of: .extended) else {
      if !parts.isEmpty { warnings.append("a part of XMP was dropped: no packet refers to it") }
      return
    }
    if let reason = merge(parts, named: name) { warnings.append("the extended XMP was dropped: \(reason)") }
    guard var packet = xmp.map({ XMPPacket($0) }) else { return }
    packet.remove([.extended])
    xmp = packet.bytes
  }

  /// Why the parts cannot be merged into the packet; nil if they were.
  private mutating func merge(_ parts: [ArraySlice<UInt8>], named name: [UInt8]) -> String? {
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    // The digest of all of it, its length, and where the part begins.
    let own = parts.filter { $0.count > Self.guidBytes + 8 && $0.prefix(Self.guidBytes).elementsEqual(name) }
      .map { (place: number($0.dropFirst(Self.guidBytes + 4).prefix(4)), part: $0) }
      .sorted { $0.place < $1.place }
    guard let first = own.first, let packet = xmp else { return "it is missing" }
    let count = number(first.part.dropFirst(Self.guidBytes).prefix(4))
    if count + packet.count > PNGColorChunks.metadataLimit - 1024 {
      return "it has \(count) bytes, and 256 KiB of metadata are kept"
    }
    var whole: [UInt8] = []
    for (place, part) in own where place == whole.count { whole += part.dropFirst(Self.guidBytes + 8) }
    guard whole.count == count else { return "parts of it are missing" }
    guard let merged = XMPPacket(packet).merged(with: whole) else { return "it is damaged" }
    xmp = merged.bytes
    return nil
  }

  /// Whether the index of a file with several pictures has others than this one and smaller copies of it.
  private static func hasPictures(_ index: [UInt8]) -> Bool {
    guard var reader = TIFFDirectoryReader(index) else { return false }
    let entries = reader.directory(at: reader.start).fields.first { $0.tag == 0xb002 }?.value ?? []
    return stride(from: 0, to: entries.count - 15, by: 16).contains { place in
      let bytes = entries[place..<place + 4]
      let kind = (reader.isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) } & 0xff_ffff
      return place > 0 && kind >> 16 != 1
    }
  }

  // MARK: Writing

  /// Whether a packet has room: in one segment, or in several of its own form, which only RDF has.
  static func hasRoom(forXMP packet: [UInt8]) -> Bool {
    packet.count <= limit - xmpName.count || XMPPacket(packet).isRDF
  }

  /// The segments of a written file, each with its marker's last byte and the length of what follows, in two bytes.
  static func bytes(of metadata: WrittenMetadata) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ marker: UInt8, _ content: [UInt8]) {
      guard content.count <= limit else { return }
      bytes += [marker, UInt8(content.count >> 8), UInt8(content.count & 255)] + content
    }
    func addParts(_ marker: UInt8, _ content: [UInt8], _ head: (Int) -> [UInt8]) {
      var place = 0
      while place < content.count {
        let name = head(place)
        let end = min(place + limit - name.count, content.count)
        add(marker, name + content[place..<end])
        place = end
      }
    }
    if let exif = metadata.exif { add(first, exifName + [0] + exif) }
    if let xmp = metadata.xmp, xmp.count <= limit - xmpName.count {
      add(first, xmpName + xmp)
    } else if let xmp = metadata.xmp {
      let digits = Array("0123456789ABCDEF".utf8)
      let name = MD5.digest(of: xmp).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      add(first, xmpName + packet(referringTo: name))
      addParts(first, xmp) { place in
        extensionName + name
          + [xmp.count, place].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
          }
      }
    }
    if let iptc = metadata.iptc {
      addParts(thirteenth, PhotoshopResources.resource(ofIPTC: iptc)) { _ in photoshopName }
    }
    if let comment = metadata.comment { add(comments, comment) }
    return bytes
  }

  /// A packet that only says where the rest is.
  private static func packet(referringTo name: [UInt8]) -> [UInt8] {
    let (rdf, note) = (XMPPacket.Namespace.rdf.name, XMPPacket.Namespace.note.name)
    return Array(
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"\(rdf)\"><rdf:Description rdf:about=\"\" ".utf8)
      + Array("xmlns:xmpNote=\"\(note)\" xmpNote:HasExtendedXMP=\"".utf8) + name
      + Array("\"/></rdf:RDF></x:xmpmeta>".utf8)
  }
}
