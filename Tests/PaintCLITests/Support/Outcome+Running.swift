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
  /// All bytes of the file.
  func contents() -> [UInt8] {
    guard let size = try? seek(offset: 0, from: .end) else { return [] }
    return [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      count = (try? read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
    }
  }
}
