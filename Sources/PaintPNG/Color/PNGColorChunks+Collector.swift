import CPNG

extension PNGColorChunks {
  /// Collects the chunks of a file and drops, with a warning, those that an RGBA picture cannot keep.
  struct Collector {
    /// The most bytes that an ICC profile may inflate to; eight times the limit of its compressed size.
    static let profileByteLimit = 8 * PNGColorChunks.byteLimit

    private(set) var chunks = PNGColorChunks()
    private(set) var warnings: [String] = []

    /// Adds the chunk, or appends the reason for dropping it to `warnings`.
    ///
    /// - Parameters:
    ///   - afterPalette: The chunk came after the palette, where only pHYs is allowed.
    ///   - wrongChecksum: The payload does not match its checksum.
    mutating func add(_ kind: Kind, payload: [UInt8], afterPalette: Bool = false, wrongChecksum: Bool = false) {
      if wrongChecksum {
        warnings.append("the \(kind.name) chunk was dropped: its checksum is wrong")
      } else if let reason = rejectionReason(of: kind, payload: payload, afterPalette: afterPalette) {
        warnings.append("the \(kind.name) chunk was dropped: \(reason)")
      } else {
        chunks[kind] = payload
      }
    }

    private func rejectionReason(of kind: Kind, payload: [UInt8], afterPalette: Bool) -> String? {
      if chunks[kind] != nil { return "it is not the first" }
      if afterPalette && kind != .pHYs { return "it is out of place" }
      if chunks.byteCount + payload.count > PNGColorChunks.byteLimit { return "it is larger than 1 MiB" }
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
      case .iCCP:
        return profileRejectionReason(payload)
      }
    }

    private func profileRejectionReason(_ payload: [UInt8]) -> String? {
      switch ColorProfile.colorSpace(of: payload, byteLimit: Self.profileByteLimit) {
      case nil: return "its colour profile is damaged"
      case Array("RGB ".utf8): return nil
      case Array("GRAY".utf8): return "its colour profile is for grey pictures, and the canvas is RGB"
      default: return "its colour profile is not for RGB pictures"
      }
    }
  }
}
