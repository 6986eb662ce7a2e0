import PaintCLI

/// Shows a page in the language of man(7), which groff and mandoc read.
struct ManRenderer {
  /// The date of all pages: that of their last change, not of the build, so that builds are equal.
  static let date = "2026-11-23"
  /// The longest line of the source: mandoc warns of longer ones.
  private static let longestLine = 78

  /// The page as text.
  func text(_ page: ManualPage) -> String {
    let title = Self.escaped(page.name.uppercased())
    var text = #".TH \#(title) \#(page.section) \#(Self.date) "paint \#(PaintCommand.version)" "paint manual"\#n"#
    text += ".SH NAME\n" + lines("\(page.name) \\- ", page.summary)
    var isFirst = true
    for block in page.text.blocks {
      text += self.text(block, isFirst: isFirst)
      if case .heading = block {
        isFirst = true
      } else if case .subheading = block {
        isFirst = true
      } else {
        isFirst = false
      }
    }
    return text
  }

  /// A block; `isFirst` after a heading, where no space is needed.
  private func text(_ block: HelpDocument.Block, isFirst: Bool) -> String {
    let space = isFirst ? "" : ".PP\n"
    switch block {
    case .heading(let title): return ".SH \(Self.escaped(title.uppercased()))\n"
    case .subheading(let title): return ".SS \(Self.escaped(title))\n"
    case .paragraph(let sentences), .footer(let sentences): return space + lines("", sentences)
    case .code(let code): return space + ".EX\n" + code.map { Self.line($0) + "\n" }.joined() + ".EE\n"
    case .examples(let examples):
      return examples.map { example in
        ".TP\n\\fB\(Self.escaped(example.line, keepsTogether: true))\\fR\n" + lines("", example.text)
      }.joined()
    case .definitions(let definitions): return definitions.map(entry).joined()
    case .groups(let groups):
      return groups.map { ".SS \(Self.escaped($0.title))\n" + $0.definitions.map(entry).joined() }.joined()
    }
  }

  private func entry(_ definition: HelpDocument.Definition) -> String {
    ".TP\n\\fB\(Self.escaped(definition.term))\\fR\n" + lines("", definition.meaning)
  }

  /// Sentences as lines of the source: a new one for each sentence, and before a line gets too long.
  ///
  /// - Parameter prefix: the beginning of the first line, already escaped.
  private func lines(_ prefix: String, _ sentences: String) -> String {
    var lines: [String] = []
    var line = prefix
    var isCode = false
    var isNew = true
    for word in sentences.split(separator: " ") {
      let piece = Self.marked(String(word), &isCode)
      if !isNew, line.utf8.count + 1 + piece.utf8.count > Self.longestLine {
        lines.append(line)
        (line, isNew) = ("", true)
      }
      line += (isNew ? "" : " ") + piece
      isNew = false
      if word.last == ".", !isCode {
        lines.append(line)
        (line, isNew) = ("", true)
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { Self.protected($0) + "\n" }.joined()
  }

  /// A word with its code in bold: backquotes begin and end it.
  private static func marked(_ word: String, _ isCode: inout Bool) -> String {
    var text = ""
    for (place, part) in word.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      if place > 0 {
        isCode.toggle()
        text += isCode ? "\\fB" : "\\fR"
      }
      text += escaped(String(part))
    }
    return text
  }

  /// A line of code, safe at the beginning of a line.
  private static func line(_ text: String) -> String { protected(escaped(text)) }

  /// A line that does not begin with a character of a request.
  private static func protected(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  /// Text in which every character means itself.
  private static func escaped(_ text: String, keepsTogether: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\"": escaped += "\\(dq"
      case "…": escaped += "..."
      case " " where keepsTogether: escaped += "\\ "
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return escaped
  }
}
