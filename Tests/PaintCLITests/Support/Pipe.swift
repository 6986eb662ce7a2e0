import CSpawner

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe whose ends close with it, and which programs that other tests start do not inherit.
final class Pipe {
  let reading: Int32
  let writing: Int32
  private var isWritingOpen = true

  struct CannotOpen: Error {}

  init() throws {
    var ends: [Int32] = [0, 0]
    guard spawner_pipe(&ends) == 0 else { throw CannotOpen() }
    reading = ends[0]
    writing = ends[1]
  }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    #if canImport(Glibc)
      let count = Glibc.write(writing, bytes, bytes.count)
    #else
      let count = Darwin.write(writing, bytes, bytes.count)
    #endif
    precondition(count == bytes.count)
  }

  /// The content of the pipe, up to 64 KiB; it must not be empty, unless there is no writer.
  func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    #if canImport(Glibc)
      let count = Glibc.read(reading, &bytes, bytes.count)
    #else
      let count = Darwin.read(reading, &bytes, bytes.count)
    #endif
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  func closeWriting() {
    if isWritingOpen { close(writing) }
    isWritingOpen = false
  }

  deinit {
    closeWriting()
    close(reading)
  }
}
