import CPNG

/// Finds where a PNG file ends among bytes that arrive piece by piece, by the lengths of its chunks alone.
///
/// So that a picture can be copied from a pipe without what follows it. What is no PNG, or no longer one, ends at
/// once: that is for the reader of the copy to tell.
public struct PNGExtent: Sendable {
  /// True when nothing further belongs to the file.
  public private(set) var isEnded = false
  /// The signature, or the length and type of the chunk that comes, as far as they are there.
  private var head: [UInt8] = []
  private var hasSignature = false
  /// Bytes of the chunk and its checksum that are still to come.
  private var remaining = 0
  private var isLast = false

  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  private static let end: [UInt8] = Array("IEND".utf8)

  /// Nothing has arrived yet.
  public init() {}

  /// How many of the next bytes, from the first on, belong to the file.
  public mutating func take(_ bytes: UnsafeRawBufferPointer) -> Int {
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

  /// Copies the PNG file that `fileDescriptor` delivers from where it stands, as it is, to `body`, 64 KiB at a time.
  ///
  /// What follows the file may be read and is left out. Whether the file is sound is not looked at.
  ///
  /// - Throws: `.png` with `.io` where the file cannot be read, `.body` with what `body` threw.
  public static func copy<E: Error>(
    fileDescriptor: CInt, to body: (UnsafeRawBufferPointer) throws(E) -> Void
  ) throws(PNGBandError<E>) {
    var extent = PNGExtent()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !extent.isEnded {
      let count = buffer.withUnsafeMutableBufferPointer {
        paint_png_read_some(fileDescriptor, $0.baseAddress, $0.count)
      }
      guard count >= 0 else {
        let errno = CInt(clamping: -count)
        throw .png(.io(errno: errno, message: "reading failed: " + PNGError.reason(errno)))
      }
      if count == 0 { return }
      let result = buffer.withUnsafeBytes { bytes in
        let taken = extent.take(UnsafeRawBufferPointer(rebasing: bytes[..<Int(count)]))
        return Result { () throws(E) in try body(UnsafeRawBufferPointer(rebasing: bytes[..<taken])) }
      }
      do { try result.get() } catch { throw .body(error) }
    }
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
