import Glibc
import PaintTestSupport
import SystemPackage

/// A user's shell: a separate folder, an environment, and the built `paint`.
final class Shell: Sendable {
  /// The built program, which is next to the program that runs the tests.
  static let program: FilePath = {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    precondition(count > 0, "the tests do not know where they are")
    return FilePath(platformString: buffer).removingLastComponent().appending("paint")
  }()

  private let temporary: TemporaryFolder
  /// All environment variables of the programs.
  let environment: [String: String]
  /// The folder in which they start.
  var folder: FilePath { temporary.path }

  init(_ variables: [String: String] = [:]) throws {
    temporary = try TemporaryFolder()
    let own = [
      "PATH": "\(Self.program.removingLastComponent().string):/usr/bin:/bin:/usr/sbin:/sbin",
      "TMPDIR": temporary.path.string,
      "LANG": "C.UTF-8",
    ]
    environment = own.merging(variables) { $1 }
  }

  /// Runs `paint` with words that contain no spaces.
  func paint(_ line: String, input: String = "", with variables: [String: String] = [:]) throws -> Outcome {
    try paint(line.split(separator: " ").map(String.init), input: Array(input.utf8), with: variables)
  }

  /// Runs `paint` with these words.
  func paint(
    _ words: [String], input: [UInt8] = [], with variables: [String: String] = [:]
  ) throws -> Outcome {
    try run(Self.program.string, words, input: input, with: variables)
  }

  /// Runs a line of shell, in which `paint` is the built program.
  func sh(_ line: String, with variables: [String: String] = [:]) throws -> Outcome {
    try run("/bin/sh", ["-c", line], input: [], with: variables)
  }

  private func run(
    _ program: String, _ words: [String], input: [UInt8], with variables: [String: String]
  ) throws -> Outcome {
    try Outcome(
      of: program, words, input: input, environment: environment.merging(variables) { $1 }, in: folder)
  }

  /// The path of a file here.
  func path(_ name: String) -> String { folder.appending(name).string }

  /// Writes a file, replacing an existing one.
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws {
    let file = try FileDescriptor.open(
      FilePath(path(name)), .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: .ownerReadWrite)
    defer { try? file.close() }
    _ = try file.writeAll(bytes)
  }

  /// Writes a file of text.
  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  /// The bytes of a file, nil if there is none.
  func contents(_ name: String) -> [UInt8]? {
    guard let file = try? FileDescriptor.open(FilePath(path(name)), .readOnly, options: .closeOnExec) else {
      return nil
    }
    defer { try? file.close() }
    return file.contents()
  }

  /// Every file of a document and its bytes, except SQLite's shared memory, which readers write too.
  func files(of document: String = "art.paint") throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for folder in [document, "\(document)/packs"] {
      for name in try names(in: folder) where !name.hasSuffix("-shm") {
        found["\(folder)/\(name)"] = contents("\(folder)/\(name)") ?? []
      }
    }
    return found
  }

  /// The names in a folder here, sorted, including hidden ones.
  func names(in name: String = ".") throws -> [String] {
    guard let stream = opendir(path(name)) else { throw Errno(rawValue: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
