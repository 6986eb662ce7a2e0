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
    if patternFiles(spec).contains(where: InputFile.isStandardInput) { return "patterns" }
    guard spec.readsPicture else { return nil }
    return InputFile.isStandardInput(operandPath(0)) ? "pictures" : nil
  }

  /// The files that the line would read and that may be pipes.
  func inputs(_ spec: CommandSpec) -> [FilePath] {
    var paths = patternFiles(spec)
    if let points = path(.pointsFrom) { paths.append(points) }
    if let path = pictureFile(spec) { paths.append(path) }
    if spec.id == .diff {
      for place in operands.indices where operandText(place).map(PictureWord.isFile) ?? false {
        paths.append(operandPath(place))
      }
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

  /// The files of the patterns that are paints of the line, except those that the document keeps.
  private func patternFiles(_ spec: CommandSpec) -> [FilePath] {
    var paths: [FilePath] = []
    func add(_ word: Span<UInt8>) {
      guard PatternArgument.isPattern(word), let pattern = try? PatternArgument.parse(word), !pattern.isKept else {
        return
      }
      paths.append(pattern.path)
    }
    for option in [OptionID.color, .fill, .background] {
      if case .value(let word) = self[option] { add(words.bytes.span.extracting(word)) }
    }
    if spec.operandKinds.first == .paint, let word = operands.first { add(words.bytes.span.extracting(word)) }
    return paths
  }
}
