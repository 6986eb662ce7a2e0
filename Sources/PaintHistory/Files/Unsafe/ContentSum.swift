// Unsafe: bytes are read in place, block by block.

/// The incremental SHA-256 (FIPS 180-4) by which kept files are named.
///
/// This is our own implementation, because the system has none without another library, and loading Foundation would
/// slow down every start of the program.
struct ContentSum {
  private var state: SIMD8<UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// Bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0
  private static let blockBytes = 64

  /// Adds the next bytes.
  mutating func add(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe add(UnsafeRawBufferPointer($0)) }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count += UInt64(bytes.count)
    var bytes = unsafe bytes
    if !rest.isEmpty {
      let missing = min(Self.blockBytes - rest.count, bytes.count)
      unsafe rest.append(contentsOf: bytes[..<missing])
      unsafe bytes = unsafe UnsafeRawBufferPointer(rebasing: bytes[missing...])
      guard rest.count == Self.blockBytes else { return }
      unsafe rest.withUnsafeBytes { unsafe addBlocks(of: $0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count / Self.blockBytes * Self.blockBytes
    unsafe addBlocks(of: UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
    unsafe rest.append(contentsOf: bytes[whole...])
  }

  /// The name for all bytes added so far; more may be added afterwards.
  var name: ContentName {
    var last = self
    let bits = count &* 8
    var padding: [UInt8] = [0x80]
    padding += [UInt8](repeating: 0, count: (119 - rest.count) % Self.blockBytes)
    padding += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    unsafe padding.withUnsafeBytes { unsafe last.add($0) }
    var text = ""
    for index in last.state.indices {
      let digits = String(last.state[index], radix: 16)
      text += String(repeating: "0", count: 8 - digits.count) + digits
    }
    return ContentName(digits: text)
  }

  private mutating func addBlocks(of bytes: UnsafeRawBufferPointer) {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      for start in stride(from: 0, to: bytes.count, by: Self.blockBytes) {
        for index in 0..<16 {
          let word = unsafe bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
          unsafe words[index] = UInt32(bigEndian: word)
        }
        unsafe addBlock(words)
      }
    }
  }

  /// Adds the block in the first 16 words; the other 48 are scratch space.
  private mutating func addBlock(_ w: UnsafeMutableBufferPointer<UInt32>) {
    for i in 16..<64 {
      let s0 = unsafe Self.rotated(w[i - 15], 7) ^ Self.rotated(w[i - 15], 18) ^ w[i - 15] &>> 3
      let s1 = unsafe Self.rotated(w[i - 2], 17) ^ Self.rotated(w[i - 2], 19) ^ w[i - 2] &>> 10
      unsafe w[i] = unsafe w[i - 16] &+ s0 &+ w[i - 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    unsafe Self.constants.withUnsafeBufferPointer { k in
      for i in 0..<64 {
        let s1 = Self.rotated(e, 6) ^ Self.rotated(e, 11) ^ Self.rotated(e, 25)
        let first = unsafe h &+ s1 &+ ((e & f) ^ (~e & g)) &+ k[i] &+ w[i]
        let s0 = Self.rotated(a, 2) ^ Self.rotated(a, 13) ^ Self.rotated(a, 22)
        let second = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
      }
    }
    state &+= [a, b, c, d, e, f, g, h]
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ by: UInt32) -> UInt32 { word &>> by | word &<< (32 &- by) }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
