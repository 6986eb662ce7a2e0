import PaintRaster
import PaintText

/// The words of a `text` line, as typed and as stored in the history.
extension TextCommand {
  /// The canonical command: the box' corner and the outlines, so that it draws the same without the fonts.
  func canonical(_ label: TextLabel, _ paint: PaintSettings) -> String {
    var paint = paint
    let background = paint.fill
    paint.fill = nil
    var operands: [UInt8] = []
    operands.append(UInt8(ascii: " "))
    NumberText.appendCoordinate(label.corner.x, to: &operands)
    operands.append(UInt8(ascii: ","))
    NumberText.appendCoordinate(label.corner.y, to: &operands)
    for line in lines {
      operands.append(UInt8(ascii: " "))
      ShellQuoting.append(Array(line.utf8), to: &operands)
    }
    var options: [UInt8] = []
    func append(_ name: StaticString, _ body: (inout [UInt8]) -> Void) {
      options.append(contentsOf: " --\(name) ".utf8)
      body(&options)
    }
    append("size") { NumberText.append(style.size, to: &$0) }
    if let font { append("font") { ShellQuoting.append(Array(font.utf8), to: &$0) } }
    if let width = style.maximumWidth { append("max-width") { NumberText.append(width, to: &$0) } }
    if let alignment = style.alignment { append("align") { $0.append(contentsOf: alignment.rawValue.utf8) } }
    paint.append(to: &options)
    if let background {
      append("background") { background.append(to: &$0) }
      append("padding") { NumberText.appendCoordinate(padding, to: &$0) }
    }
    var data: [UInt8] = []
    TextOutlinesArgument.append(label.outlines, key: key, to: &data)
    append("outlines") { ShellQuoting.append(data, to: &$0) }
    // Words that begin like an option must come after `--`.
    if lines.contains(where: { $0.hasPrefix("-") }) {
      options.append(contentsOf: " --".utf8)
      return "text" + String(decoding: options + operands, as: UTF8.self)
    }
    return "text" + String(decoding: operands + options, as: UTF8.self)
  }

  /// A number for the words and the options that shape them: recorded outlines are of this line if they have the same.
  ///
  /// FNV-1a of 64 bits.
  var key: UInt64 {
    let width = style.maximumWidth.map { NumberText.text($0) } ?? ""
    let parts = [NumberText.text(style.size), font ?? "", width, style.alignment?.rawValue ?? ""] + lines
    var key: UInt64 = 0xcbf2_9ce4_8422_2325
    for part in parts {
      // A line has no line feed, so that it ends a part.
      for byte in Array(part.utf8) + [UInt8(ascii: "\n")] { key = (key ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return key
  }

  /// The warning for recorded outlines of other words.
  static let staleOutlines =
    "the words, or options that shape them, are not those of --outlines, so the text is laid out anew"

  /// The lines: one per operand after the point, split at line ends.
  static func lines(_ line: ParsedLine) throws(Failure) -> [String] {
    var lines: [String] = []
    for operand in line.operands.dropFirst() {
      guard let text = String(validating: line.words.bytes[operand], as: UTF8.self) else {
        throw Failure(.badValue, "\(Failure.quoted(line.words.text(operand))) is not UTF-8")
      }
      do throws(TextError) { try TextLayout.check(text) } catch { throw Failure(error) }
      lines += text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }
    return lines
  }

  /// A width in pixels; throws `bad_value` if it is not above 0.
  static func positive(_ width: Length, on canvas: CanvasSize) throws(Failure) -> Double {
    let width = width.resolved(on: canvas.width)
    guard width > 0 else { throw Failure(.badValue, "--max-width: a line has a width over 0") }
    return width
  }

  /// The warnings for properties in a font's name that have no effect.
  static func warnings(_ lack: FontLack) -> [String] {
    let family = Failure.oneLine(lack.family)
    var warnings: [String] = []
    if !lack.wanted.isEmpty {
      let used = lack.used.map { "\(Failure.oneLine($0)) is used" } ?? "its nearest style is used"
      let styles = lack.styles.map { Failure.oneLine($0) }.joined(separator: ", ")
      let wanted = Failure.oneLine(lack.wanted.joined(separator: " or "))
      warnings.append("the font \(family) has no \(wanted): \(used); its styles are \(styles)")
    }
    if !lack.ignored.isEmpty {
      let words = Failure.oneLine(lack.ignored.joined(separator: ", "))
      let isSize = lack.ignored.contains { $0.hasPrefix("size=") || $0.hasPrefix("pixelsize=") }
      warnings.append(
        "\(words) in the name of the font \(family) has no effect on text" + (isSize ? "; --size sets the size" : ""))
    }
    return warnings
  }

  /// The warning for characters that no font has.
  static func warning(_ missing: [Unicode.Scalar]) -> String {
    let shown = missing.prefix(5).map { scalar in
      "\(Failure.quoted(String(scalar))) (\(Failure.code(of: scalar)))"
    }
    let rest = missing.count > 5 ? " and \(missing.count - 5) more" : ""
    return "no font here has an outline for \(shown.joined(separator: ", "))\(rest): they are drawn as boxes"
  }
}

extension TextStyle.Alignment: NamedValue {
  static var noun: String { "an alignment" }
  static var meaning: String { "Where the shorter lines of a text are." }
}
