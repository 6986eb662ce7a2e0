import PaintPNG
import PaintRaster

extension PNGColorChunks {
  /// The packet of XMP; nil if there is none that is not compressed.
  var xmp: [UInt8]? {
    for (kind, payload) in ordered where kind == .iTXt {
      if let packet = XMPText.packet(in: payload) { return packet }
    }
    return nil
  }

  /// These chunks with the metadata of a picture that was read, without its thumbnail.
  ///
  /// - Parameters:
  ///   - header: the header of a picture of another format than PNG, whose chunks have no metadata yet; nil for PNG. It
  ///     states the orientation, whether that was applied or not.
  ///   - isUpright: whether the orientation was applied, so that none may be stated any longer. Otherwise EXIF states it,
  ///     also where the file had it in a place of its own, as TIFF, AVIF and HEIF.
  /// - Returns: the chunks, and why some metadata was dropped, as clauses.
  func takingMetadata(
    of header: PictureHeader?, isUpright: Bool
  ) -> (chunks: PNGColorChunks, warnings: [String]) {
    var metadata: [(kind: Kind, payload: [UInt8])] = ordered.filter { $0.kind.isMetadata }
    let ignored = isUpright ? nil : header?.orientation
    if let exif = header?.exif {
      metadata.append((.eXIf, exif))
    } else if let ignored, ignored != .upright {
      metadata.append((.eXIf, EXIFBlock.stating(ignored)))
    }
    if let xmp = header?.xmp { metadata.append((.iTXt, XMPText.payload(of: xmp))) }
    if let comment = header?.comment, let chunk = CommentText.chunk(of: comment) { metadata.append(chunk) }
    if metadata.isEmpty { return (self, []) }
    for (place, part) in metadata.enumerated() {
      if part.kind == .iTXt, isUpright { metadata[place].payload = XMPText.upright(part.payload) }
      guard part.kind == .eXIf, var exif = EXIFBlock(part.payload) else { continue }
      exif.removeThumbnail()
      if isUpright { exif.makeUpright() }
      if let ignored, Orientation(exif: exif.bytes) != ignored { exif.setOrientation(ignored) }
      metadata[place].payload = exif.bytes
    }
    return replacingMetadata(metadata)
  }

  /// These chunks with the density of a picture that was read, turned with its pixels.
  func takingDensity(of header: PictureHeader) -> PNGColorChunks {
    guard let payload = self[.pHYs] ?? header.density?.payload, payload.count == 9 else { return self }
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
