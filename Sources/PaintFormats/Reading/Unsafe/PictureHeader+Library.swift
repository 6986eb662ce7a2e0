import CLibraries
import PaintPNG

// Unsafe: metadata are in the memory of a C reader, from which they are copied.

extension PictureHeader {
  /// The header of an opened C reader.
  ///
  /// - Returns: the header, and why some metadata was dropped, as clauses.
  static func read(
    from reader: OpaquePointer, _ name: String, _ library: PictureLibrary
  ) -> (header: PictureHeader, warnings: [String]) {
    let raw = unsafe cpl_reader_header(reader).pointee
    var header = unsafe PictureHeader(name, raw)
    var warnings: [String] = []
    switch library {
    case .jpeg:
      let found = unsafe JPEGSegments(segments(of: reader))
      (header.exif, header.xmp, header.iptc, header.comment) = (found.exif, found.xmp, found.iptc, found.comment)
      header.attachments = found.attachments
      warnings = found.warnings
    case .tiff:
      let found = unsafe tiffMetadata(of: reader)
      (header.exif, header.iptc) = (found.exif, found.iptc)
      if found.isIncomplete { warnings = ["a part of the EXIF was dropped: the TIFF has more than 256 KiB of it"] }
    default: break
    }
    // A number of its own, EXIF and XMP, in this order. An AVIF and a HEIF have properties for it instead of EXIF's field,
    // where that is stated.
    let stated = header.exif.flatMap { Orientation(statedBy: $0) }
    let own = unsafe Orientation(rawValue: Int(raw.orientation))
    let packet = header.xmp.flatMap { XMPPacket($0).orientation }
    if unsafe raw.ignores_exif_orientation {
      header.orientation = own.flatMap { $0 == .upright ? nil : $0 } ?? (stated == nil ? packet : nil) ?? .upright
    } else {
      header.orientation = own ?? stated ?? packet ?? .upright
    }
    return (header, warnings)
  }

  private init(_ name: String, _ raw: cpl_header) {
    let models: [Int: ColorModel] = [
      Int(CPL_GREY): .grey, Int(CPL_PALETTE): .palette, Int(CPL_CMYK): .cmyk, Int(CPL_YCBCR): .ycc, Int(CPL_LAB): .lab,
    ]
    unsafe self.init(
      name, width: Int(raw.full_width), height: Int(raw.full_height), bitDepth: Int(raw.depth),
      channels: Int(raw.channels), colorModel: models[Int(raw.color)] ?? .rgb, hasAlpha: raw.has_alpha,
      pages: Int(raw.pages),
      colorProfile: raw.profile.map { unsafe Array(UnsafeBufferPointer(start: $0, count: raw.profile_count)) })
    exif = unsafe raw.exif.map { unsafe Array(UnsafeBufferPointer(start: $0, count: raw.exif_count)) }
    xmp = unsafe raw.xmp.map { unsafe Array(UnsafeBufferPointer(start: $0, count: raw.xmp_count)) }
    density = unsafe PixelDensity(raw.density)
    let kinds: [Int: SampleKind] = [Int(CPL_SIGNED): .signed, Int(CPL_FLOAT): .float]
    sampleKind = unsafe kinds[Int(raw.sample_kind)] ?? .unsigned
    if unsafe raw.has_code_points { codePoints = unsafe CodePoints(stated: Int(raw.primaries), Int(raw.transfer)) }
  }

  private static func segments(of reader: OpaquePointer) -> [JPEGSegments.Segment] {
    var segments: [JPEGSegments.Segment] = []
    var segment = unsafe cpl_segment()
    while unsafe cpl_jpeg_next_segment(reader, &segment) {
      let bytes = unsafe Array(UnsafeBufferPointer(start: segment.bytes, count: segment.count))
      unsafe segments.append(.init(marker: segment.marker, bytes: bytes[...]))
    }
    return segments
  }

  private static func tiffMetadata(of reader: OpaquePointer) -> TIFFMetadata {
    let place = unsafe Int(clamping: cpl_tiff_directory(reader))
    return TIFFMetadata(directory: place) { place, count in
      guard (0...1 << 60).contains(place), count >= 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: count)
      return unsafe cpl_tiff_read_at(reader, UInt64(place), &bytes, count) == count ? bytes : nil
    }
  }
}

extension PixelDensity {
  fileprivate init?(_ raw: cpl_density) {
    let units: [Int: Unit] = [Int(CPL_RATIO): .ratio, Int(CPL_PER_INCH): .inch, Int(CPL_PER_CENTIMETRE): .centimetre]
    guard let unit = units[Int(raw.unit)] else { return nil }
    self.init(unit, x: raw.x, y: raw.y)
  }
}
