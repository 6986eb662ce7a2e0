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
    if readsPatternFromStandardInput(spec) { return "patterns" }
    guard spec.readsPicture else { return nil }
    return InputFile.isStandardInput(operandPath(0)) ? "pictures" : nil
  }

  /// Whether a paint of the line is a pattern whose picture comes from standard input.
  private func readsPatternFromStandardInput(_ spec: CommandSpec) -> Bool {
    for option in [OptionID.color, .fill, .background] {
      if case .value(let word) = self[option], Self.isPatternFromStandardInput(words.bytes.span.extracting(word)) {
        return true
      }
    }
    guard spec.operandKinds.first == .paint, let word = operands.first else { return false }
    return Self.isPatternFromStandardInput(words.bytes.span.extracting(word))
  }

  private static func isPatternFromStandardInput(_ word: Span<UInt8>) -> Bool {
    // Most words are colours, and every line of a script comes here.
    guard PatternArgument.isPattern(word), let pattern = try? PatternArgument.parse(word) else { return false }
    return InputFile.isStandardInput(pattern.path)
  }
}
