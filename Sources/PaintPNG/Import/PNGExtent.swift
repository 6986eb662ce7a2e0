/// Finds the end of a PNG file in bytes that arrive piece by piece, only by the lengths of its chunks.
///
/// With it a picture can be copied from a pipe without the bytes after it. Bytes that are not a PNG, or no longer one,
/// end immediately; the reader of the copy reports that.
public struct PNGExtent: Sendable {
  /// True when nothing further belongs to the file.
  public private(set) var isEnded = false
  /// The signature, or the length and type of the next chunk, as far as they have arrived.
  private var head: [UInt8] = []
  private var hasSignature = false
  /// Bytes of the chunk and its checksum that have not arrived yet.
  private var remaining = 0
  private var isLast = false

  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  private static let end: [UInt8] = Array("IEND".utf8)

  /// An extent before the first byte.
  public init() {}

  /// Returns how many of the next bytes, from the first on, belong to the file.
  public mutating func take(_ bytes: Span<UInt8>) -> Int {
    var index = 0
    while index < bytes.count, !isEnded {
      if remaining > 0 {
        let part = min(remaining, bytes.count - index)
        index += part
        remaining -= part
        isEnded = isLast && remaining == 0
        continue
      }
      head.append(bytes[index])
      index += 1
      if head.count == 8 { takeHead() }
    }
    return index
  }

  private mutating func takeHead() {
    if !hasSignature {
      hasSignature = true
      isEnded = head != Self.signature
    } else {
      let isType = head[4...].allSatisfy { (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) }
      let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
      isEnded = !isType || length > Int(Int32.max)
      isLast = head[4...].elementsEqual(Self.end)
      remaining = length + 4
    }
    head.removeAll(keepingCapacity: true)
  }
}
