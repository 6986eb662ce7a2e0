import CPNG

extension PNGColorChunks {
  /// Collects the chunks of a file and drops, with a warning, those that an RGBA picture cannot keep.
  struct Collector {
    /// The most bytes that an ICC profile may inflate to; eight times the limit of its compressed size.
    static let profileByteLimit = 8 * PNGColorChunks.byteLimit

    private(set) var chunks: PNGColorChunks
    private(set) var warnings: [String] = []

    /// Whether the picture may have a profile for grey.
    private let takesGrayProfile: Bool

    /// Adds to these chunks.
    init(chunks: PNGColorChunks = PNGColorChunks(), takesGrayProfile: Bool = true) {
      self.chunks = chunks
      self.takesGrayProfile = takesGrayProfile
    }

    /// Adds the chunk, or appends the reason for dropping it to `warnings`.
    ///
    /// - Parameters:
    ///   - afterPalette: The chunk came after the palette, where only pHYs is allowed.
    ///   - afterPixels: The chunk came after the pixels, where only metadata are allowed.
    ///   - wrongChecksum: The payload does not match its checksum.
    mutating func add(
      _ kind: Kind, payload: [UInt8], afterPalette: Bool = false, afterPixels: Bool = false, wrongChecksum: Bool = false
    ) {
      if afterPixels, !kind.isMetadata {
        warnings.append("the \(kind.name) chunk was dropped: it is out of place")
      } else if wrongChecksum {
        warnings.append("the \(kind.name) chunk was dropped: its checksum is wrong")
      } else if let reason = rejectionReason(of: kind, payload: payload, afterPalette: afterPalette) {
        warnings.append("the \(kind.name) chunk was dropped: \(reason)")
      } else {
        chunks.append(kind, payload)
      }
    }

    private func rejectionReason(of kind: Kind, payload: [UInt8], afterPalette: Bool) -> String? {
      if chunks[kind] != nil, !kind.isText { return "it is not the first" }
      if afterPalette, kind != .pHYs, !kind.isMetadata { return "it is out of place" }
      let bytes = chunks.byteCount(ofMetadata: kind.isMetadata) + payload.count
      if kind.isMetadata {
        if bytes > PNGColorChunks.metadataLimit { return "EXIF and texts are larger than 256 KiB" }
      } else if bytes > PNGColorChunks.byteLimit {
        return "it is larger than 1 MiB"
      }
      let malformed = "it is malformed"
      switch kind {
      case .cICP:
        // For RGB samples the matrix is always 0; the range is 0 or 1.
        return payload.count == 4 && payload[2] == 0 && payload[3] <= 1 ? nil : malformed
      case .sRGB:
        return payload.count == 1 && payload[0] <= 3 ? nil : malformed
      case .gAMA:
        return payload.count == 4 && payload[0] < 0x80 && payload.contains { $0 != 0 } ? nil : malformed
      case .cHRM:
        return payload.count == 32 && stride(from: 0, to: 32, by: 4).allSatisfy { payload[$0] < 0x80 }
          ? nil : malformed
      case .pHYs:
        return payload.count == 9 && payload[0] < 0x80 && payload[4] < 0x80 && payload[8] <= 1 ? nil : malformed
      case .eXIf:
        let begins = payload.starts(with: Array("II*\0".utf8)) || payload.starts(with: Array("MM\0*".utf8))
        return begins && payload.count >= 8 ? nil : malformed
      case .tEXt, .zTXt, .iTXt:
        return textRejectionReason(kind, payload)
      case .iCCP:
        return profileRejectionReason(payload)
      }
    }

    /// A text begins with its keyword in Latin-1, and a zero byte.
    private func textRejectionReason(_ kind: Kind, _ payload: [UInt8]) -> String? {
      guard let end = payload.prefix(80).firstIndex(of: 0), end > 0,
        payload[..<end].allSatisfy({ (0x20...0x7e).contains($0) || $0 >= 0xa1 })
      else { return "it is malformed" }
      let rest = payload[(end + 1)...]
      let isSound =
        switch kind {
        // The only method of compression.
        case .zTXt: rest.first == 0
        // Whether it is compressed, the method, and after the language and the translated keyword a zero byte each.
        case .iTXt:
          rest.count >= 4 && rest[end + 1] <= 1 && rest[end + 2] == 0
            && rest[(end + 3)...].count(where: { $0 == 0 }) >= 2
        default: !rest.contains(0)
        }
      return isSound ? nil : "it is malformed"
    }

    private func profileRejectionReason(_ payload: [UInt8]) -> String? {
      switch ColorProfile.colorSpace(of: payload, byteLimit: Self.profileByteLimit) {
      case nil: return "its colour profile is damaged"
      case Array("RGB ".utf8): return nil
      case Array("GRAY".utf8):
        return takesGrayProfile ? nil : "its colour profile is for grey pictures, and this one has colours"
      default: return "its colour profile is not for RGB pictures"
      }
    }
  }
}
