import PaintHistory
import SystemPackage

extension ParsedLine {
  /// The file of `--out`, `-` for standard output under any name; nil if the option was not given.
  var output: FilePath? { path(.out).map(Self.output) }

  /// The first operand as a file to write, `-` for standard output under any name.
  var outputOperand: FilePath { Self.output(operandPath(0)) }

  /// Throws `bad_value` for a name that ends in a slash, which is that of a folder.
  func checkOutput() throws(Failure) {
    guard let name = text(.out), name.hasSuffix("/") else { return }
    throw Self.namesFolder(name, hint: "--out FOLDER/{name} keeps the names of the pictures").at("--out")
  }

  /// The same for the first operand.
  func checkOutputOperand() throws(Failure) {
    guard let name = operandText(0), name.hasSuffix("/") else { return }
    throw Self.namesFolder(name)
  }

  private static func namesFolder(_ name: String, hint: String? = nil) -> Failure {
    Failure(.badValue, "\(Failure.quoted(name)) is the name of a folder, not of a file", hint: hint)
  }

  /// A path, or `-` if it leads to what standard output writes to, whose words would get among the picture's bytes.
  private static func output(_ path: FilePath) -> FilePath {
    guard path != "-", let named = try? SystemDisk().status(of: path), named.kind != .directory,
      let output = FileStatus(ofDescriptor: 1), named.isSameFile(as: output)
    else { return path }
    return "-"
  }
}
