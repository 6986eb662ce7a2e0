import CSpawner
import Glibc
import SystemPackage

extension Outcome {
  /// Runs a program to its end, with its streams in files.
  init(
    of program: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String], in folder: FilePath
  ) throws {
    let files = try [input, [], []].map { try ScratchFile($0) }
    let running = try RunningProgram(
      program, arguments, environment: environment, in: folder, input: files[0].descriptor,
      output: files[1].descriptor, errors: files[2].descriptor)
    func text(_ index: Int) -> String { String(decoding: files[index].contents(), as: UTF8.self) }
    let code = running.wait { "\(text(1))\nand as errors: \(text(2))" }
    self.init(code: code, bytes: files[1].contents(), errors: text(2))
  }
}

/// An unnamed file that exists as long as this object.
final class ScratchFile {
  let descriptor: Int32

  init(_ bytes: [UInt8]) throws {
    descriptor = spawner_scratch_file()
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    let file = FileDescriptor(rawValue: descriptor)
    _ = try file.writeAll(bytes)
    try file.seek(offset: 0, from: .start)
  }

  func contents() -> [UInt8] { FileDescriptor(rawValue: descriptor).contents() }

  deinit { close(descriptor) }
}

extension FileDescriptor {
  /// All bytes of the file; none of a folder, whose end is the largest offset on some file systems.
  func contents() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try? buffer.withUnsafeMutableBytes { try read(fromAbsoluteOffset: Int64(bytes.count), into: $0) }
      guard let count, count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
