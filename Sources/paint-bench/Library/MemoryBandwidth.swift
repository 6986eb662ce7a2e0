// Unsafe: whole blocks of memory are filled and copied by the C library.

import Glibc

/// The memory bandwidth of this machine, measured with the C library's `memset` and `memcpy`.
struct MemoryBandwidth: ~Copyable {
  private let bytes: Int
  private let target: UnsafeMutableRawPointer
  private let source: UnsafeMutableRawPointer
  private var value: Int32 = 0

  /// Two blocks of `bytes` bytes, written once so that the system has allocated their pages.
  init(bytes: Int) {
    self.bytes = bytes
    // Mapped memory: the compiler recognises heap allocations and removes writes to them that are never read.
    let memory = (0..<2).map { _ in mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) }
    guard let target = memory[0], let source = memory[1], target != MAP_FAILED, source != MAP_FAILED else {
      fail("no memory for two blocks of \(bytes) bytes")
    }
    self.target = target
    self.source = source
    memset(target, 1, bytes)
    memset(source, 1, bytes)
  }

  deinit {
    munmap(target, bytes)
    munmap(source, bytes)
  }

  /// The seconds that filling the block takes.
  mutating func fill() -> Double {
    value += 1
    let start = Drawing.now()
    memset(target, value & 0x7F, bytes)
    return Drawing.now() - start
  }

  /// The seconds that copying the block takes.
  func copy() -> Double {
    let start = Drawing.now()
    memcpy(target, source, bytes)
    return Drawing.now() - start
  }
}
