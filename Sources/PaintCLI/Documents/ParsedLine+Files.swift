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

  /// The files that the line would read and that may be pipes.
  func inputs(_ spec: CommandSpec) -> [FilePath] {
    var paths: [FilePath] = []
    if let points = path(.pointsFrom) { paths.append(points) }
    if let path = pictureFile(spec) { paths.append(path) }
    var paints: [Word] = [OptionID.color, .fill, .background].compactMap { option in
      if case .value(let word) = self[option] { word } else { nil }
    }
    if spec.operandKinds.first == .paint, let word = operands.first { paints.append(word) }
    for word in paints {
      let bytes = words.bytes.span.extracting(word)
      guard PatternArgument.isPattern(bytes), let pattern = try? PatternArgument.parse(bytes), !pattern.isKept else {
        continue
      }
      paths.append(pattern.path)
    }
    return paths
  }

  /// The file of its first operand; nil if that is no file.
  private func pictureFile(_ spec: CommandSpec) -> FilePath? {
    guard spec.readsPicture, let word = operandText(0), !word.hasPrefix("content:") else { return nil }
    if spec.id == .select, SelectionWord(rawValue: word) != nil { return nil }
    if spec.operandKinds.first == .paint, (try? PaintWord.parse(words.bytes.span.extracting(operands[0]))) != nil {
      return nil
    }
    return operandPath(0)
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
