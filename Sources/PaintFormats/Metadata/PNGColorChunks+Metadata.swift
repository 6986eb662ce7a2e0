import PaintPNG
import PaintRaster

extension PNGColorChunks {
  /// The packet of XMP; nil if there is none.
  var xmp: [UInt8]? {
    for (kind, payload) in ordered where kind == .iTXt {
      if let packet = XMPText.packet(in: payload) { return packet }
    }
    return nil
  }

  /// The orientation that EXIF states, or else XMP; nil for none.
  var orientation: Orientation? {
    self[.eXIf].flatMap { Orientation(statedBy: $0) } ?? xmp.flatMap { XMPPacket($0).orientation }
  }

  /// These chunks of a PNG with metadata where PNG has a place for them: what "Raw profile type" has as digits becomes a
  /// chunk, unless there is one already, and XMP is not compressed.
  ///
  /// - Parameter isGray: whether the picture may have a profile for grey.
  /// - Returns: the chunks, and why some metadata was dropped, as clauses.
  func resolvingTexts(isGray: Bool) -> (chunks: PNGColorChunks, warnings: [String]) {
    let isPlain = ordered.allSatisfy { kind, payload in
      !kind.isMetadata || kind == .eXIf || !RawProfile.isOne(payload) && PNGText.keyword(of: payload) != XMPText.name
    }
    if isPlain { return (self, []) }
    var metadata: [(kind: Kind, payload: [UInt8])] = []
    var profiles: [RawProfile] = []
    var damaged: [String] = []
    for (kind, payload) in ordered where kind.isMetadata {
      if kind != .eXIf, RawProfile.isOne(payload) {
        if let profile = RawProfile(kind, payload) {
          profiles.append(profile)
        } else {
          damaged.append(
            "the text \"\(PNGText.keyword(of: payload))\" was dropped: it is damaged, or has nothing that is kept")
        }
      } else if kind == .iTXt, PNGText.keyword(of: payload) == XMPText.name {
        guard let packet = XMPText.packet(in: payload) else {
          damaged.append("the XMP was dropped: it is damaged, or too long")
          continue
        }
        metadata.append((.iTXt, XMPText.payload(of: packet)))
      } else {
        metadata.append((kind, payload))
      }
    }
    var colors = self
    func first(_ content: RawProfile.Content) -> [UInt8]? { profiles.first { $0.content == content }?.bytes }
    if self[.eXIf] == nil, let exif = first(.exif) { metadata.append((.eXIf, exif)) }
    if !metadata.contains(where: { PNGText.keyword(of: $0.payload) == XMPText.name }), let xmp = first(.xmp) {
      metadata.append((.iTXt, XMPText.payload(of: xmp)))
    }
    if let iptc = first(.iptc), let chunk = RawProfile.chunk(ofIPTC: iptc) { metadata.append(chunk) }
    if let profile = first(.colorProfile), let chunk = ColorProfile.chunks(of: profile), isGray || !chunk.hasGrayProfile
    {
      colors = addingProfile(of: chunk)
    }
    let replaced = colors.replacingMetadata(metadata)
    return (replaced.chunks, damaged + replaced.warnings)
  }

  /// These chunks with the metadata of a picture that was read, without its thumbnail.
  ///
  /// - Parameters:
  ///   - header: the header of a picture of another format than PNG, whose chunks have no metadata yet; nil for PNG. It
  ///     states the orientation, whether that was applied or not.
  ///   - isUpright: whether the orientation was applied, so that none may be stated any longer. Otherwise EXIF states it,
  ///     also where the file had it in a place of its own, as TIFF, AVIF and HEIF.
  ///   - applied: the orientation that was applied.
  /// - Returns: the chunks, and why some metadata was dropped, as clauses.
  func takingMetadata(
    of header: PictureHeader?, isUpright: Bool, turnedBy applied: Orientation = .upright
  ) -> (chunks: PNGColorChunks, warnings: [String]) {
    var metadata: [(kind: Kind, payload: [UInt8])] = ordered.filter { $0.kind.isMetadata }
    if let exif = header?.exif { metadata.append((.eXIf, exif)) }
    if let xmp = header?.xmp { metadata.append((.iTXt, XMPText.payload(of: xmp))) }
    if let iptc = header?.iptc, let chunk = RawProfile.chunk(ofIPTC: iptc) { metadata.append(chunk) }
    if let comment = header?.comment, let chunk = CommentText.chunk(of: comment) { metadata.append(chunk) }
    var lost = header?.attachments ?? []
    for (place, part) in metadata.enumerated() where part.kind == .iTXt {
      guard let packet = XMPText.packet(in: part.payload) else { continue }
      metadata[place].payload = XMPText.payload(of: Self.corrected(packet, isUpright: isUpright, lost: &lost))
    }
    let losses = Attachment.warning(about: lost).map { [$0] } ?? []
    let stated =
      metadata.first { $0.kind == .eXIf }.flatMap { Orientation(statedBy: $0.payload) }
      ?? metadata.lazy.compactMap { XMPText.packet(in: $0.payload) }.first.flatMap { XMPPacket($0).orientation }
    let ignored = isUpright ? nil : header?.orientation
    if let ignored, ignored != stated ?? .upright, !metadata.contains(where: { $0.kind == .eXIf }) {
      metadata.append((.eXIf, EXIFBlock.stating(ignored)))
    }
    if metadata.isEmpty { return (self, losses) }
    for (place, part) in metadata.enumerated() {
      guard part.kind == .eXIf, var exif = EXIFBlock(part.payload) else { continue }
      exif.removeThumbnail()
      if isUpright { exif.makeUpright(turnedBy: applied) }
      if let ignored, ignored != stated ?? .upright { exif.setOrientation(ignored) }
      metadata[place].payload = exif.bytes
    }
    let replaced = replacingMetadata(metadata)
    return (replaced.chunks, losses + replaced.warnings)
  }

  /// A packet without what no longer holds: the orientation, and what describes parts of the file that are not kept.
  private static func corrected(_ packet: [UInt8], isUpright: Bool, lost: inout Set<Attachment>) -> [UInt8] {
    var packet = XMPPacket(packet)
    if packet.hasAny(of: XMPPacket.Property.gainMap) { lost.insert(.gainMap) }
    if packet.hasAny(of: XMPPacket.Property.motion) { lost.insert(.motion) }
    packet.remove(XMPPacket.Property.gainMap + XMPPacket.Property.motion + XMPPacket.Property.container + [.extended])
    if isUpright { packet.setOrientation(.upright) }
    return packet.bytes
  }

  /// These chunks with the density of a picture that was read, turned with its pixels; EXIF's if there is no other.
  func takingDensity(of header: PictureHeader) -> PNGColorChunks {
    let density = header.density ?? header.exif.flatMap { EXIFBlock($0)?.density }
    guard let payload = self[.pHYs] ?? density?.payload, payload.count == 9 else { return self }
    // Across and down, and then the unit.
    let isTurned = header.orientation.swapsSides
    return replacingDensity(isTurned ? Array(payload[4..<8] + payload[..<4] + payload[8...]) : payload)
  }

  /// These chunks, with EXIF that states the size of the picture that they are written with, if it states any.
  public func fitted(to size: CanvasSize) -> PNGColorChunks {
    guard let payload = self[.eXIf], var exif = EXIFBlock(payload) else { return self }
    exif.setSize(size)
    let metadata = ordered.filter { $0.kind.isMetadata }.map { $0.kind == .eXIf ? ($0.kind, exif.bytes) : $0 }
    return replacingMetadata(metadata).chunks
  }
}
