import CPNG
import Glibc

@testable import PaintPNG

/// Gives the same bytes to `TileInflater` and to zlib.
///
/// The bytes are at the end of readable memory: one read too many ends the program. After the inflater's memory there
/// are bytes that must not change.
final class InflaterTrial {
  private static let guardSize = 4_096
  private static let inputSize = 1 << 17
  private static let canary: UInt8 = 0xA5
  private static let canaryCount = 256

  private let input: UnsafeMutableRawPointer
  private let memory: UnsafeMutableRawPointer
  private var inflater: TileInflater
  private let output = UnsafeMutablePointer<UInt8>.allocate(capacity: 4_129)

  init() {
    input = mmap(
      nil, Self.inputSize + Self.guardSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    precondition(input != MAP_FAILED)
    precondition(mprotect(input + Self.inputSize, Self.guardSize, PROT_NONE) == 0)
    let size = TileInflater.byteCount + Self.canaryCount
    memory = .allocate(byteCount: size, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: Self.canary, count: size)
    inflater = TileInflater(in: memory)
  }

  deinit {
    munmap(input, Self.inputSize + Self.guardSize)
    memory.deallocate()
    output.deallocate()
  }

  /// The outcome of `TileInflater`, and the tile's rows.
  func ours(_ bytes: [UInt8]) -> (outcome: TileInflater.Outcome, rows: [UInt8]) {
    let start = input + (Self.inputSize - bytes.count)
    bytes.withUnsafeBytes { if let base = $0.baseAddress { start.copyMemory(from: base, byteCount: $0.count) } }
    let outcome = inflater.inflate(start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    let rows = outcome == .tile ? Array(UnsafeBufferPointer(start: inflater.output, count: 4_128)) : []
    return (outcome, rows)
  }

  /// The outcome of zlib, from the plain call and the state in which it stopped.
  func theirs(_ bytes: [UInt8]) -> (outcome: TileInflater.Outcome, rows: [UInt8]) {
    var stream = z_stream()
    precondition(inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
    defer { inflateEnd(&stream) }
    var input = bytes
    let status = input.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = uInt(source.count)
      stream.next_out = output
      stream.avail_out = 4_129
      return inflate(&stream, Z_SYNC_FLUSH)
    }
    guard status == Z_OK || status == Z_BUF_ERROR else { return (.noStream, []) }
    guard stream.avail_out == 1 else { return (.length(4_129 - Int(stream.avail_out)), []) }
    // 128: between two blocks; the values below 64 are the unused bits of the last byte.
    guard stream.avail_in == 0, stream.data_type & ~7 == 128, stream.data_type & 7 == 0 else { return (.unflushed, []) }
    return (.tile, Array(UnsafeBufferPointer(start: output, count: 4_128)))
  }

  /// Nil if both outcomes are the same, else a description of both.
  ///
  /// If a stream has more than a tile, zlib continues to read after the first byte too many; that part may not be
  /// deflate.
  func difference(_ bytes: [UInt8]) -> String? {
    let ours = ours(bytes)
    let theirs = theirs(bytes)
    let isSame =
      ours.outcome == theirs.outcome || ours.outcome == .length(4_129) && theirs.outcome == .noStream
    guard isSame else { return "\(ours.outcome), zlib: \(theirs.outcome), \(bytes)" }
    guard ours.rows == theirs.rows else { return "other rows than zlib's, \(bytes)" }
    let canaries = memory + TileInflater.byteCount
    for index in 0..<Self.canaryCount where canaries.load(fromByteOffset: index, as: UInt8.self) != Self.canary {
      return "byte \(index) behind the memory was written, \(bytes)"
    }
    return nil
  }
}
