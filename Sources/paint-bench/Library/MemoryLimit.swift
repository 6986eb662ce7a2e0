// Unsafe: memory is filled and copied whole, by the C library's own calls.

import Glibc

/// What this machine's memory can do at most, through the C library's `memset` and `memcpy`.
struct MemoryLimit: ~Copyable {
  private let bytes: Int
  private let target: UnsafeMutableRawPointer
  private let source: UnsafeMutableRawPointer
  private var value: Int32 = 0

  /// Two blocks of that many bytes, written to already, so that the system has given their memory.
  init(bytes: Int) {
    self.bytes = bytes
    // The system's own memory: the compiler knows what an allocation is, and leaves out what nobody reads of it.
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

  /// The seconds of filling the block.
  mutating func fill() -> Double {
    value += 1
    let start = Drawing.now()
    memset(target, value & 0x7F, bytes)
    return Drawing.now() - start
  }

  /// The seconds of copying the block.
  func copy() -> Double {
    let start = Drawing.now()
    memcpy(target, source, bytes)
    return Drawing.now() - start
  }
}
