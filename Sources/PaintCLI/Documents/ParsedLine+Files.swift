import SystemPackage

extension ParsedLine {
  /// The file that the line would write, whatever its picture; nil for none.
  var writtenFile: FilePath? {
    switch command {
    case .export, .timelapse: operandPath(0)
    case .diff: path(.out)
    default: nil
    }
  }

  /// The kind of input that the line would read from standard input; nil for none.
  ///
  /// - Parameter spec: that of the line's command.
  func inputFromStandardInput(_ spec: CommandSpec) -> String? {
    if let points = path(.pointsFrom), InputFile.isStandardInput(points) { return "points" }
    if let font = path(.font), InputFile.isStandardInput(font), font != "-" { return "fonts" }
    guard spec.readsPicture else { return nil }
    return InputFile.isStandardInput(operandPath(0)) ? "pictures" : nil
  }
}
