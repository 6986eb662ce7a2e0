import PaintTerminal

/// Shows a page of help on a terminal: wrapped text, with hanging indents in lists.
struct HelpRenderer {
  /// The columns of a line; only words and code that are longer exceed them.
  let width: Int
  /// The width if nobody states one.
  static let usualWidth = 80
  /// The most columns of a line: longer ones are hard to read.
  static let mostColumns = 100

  /// Creates a renderer for lines of that width, 20 columns or more.
  init(width: Int) { self.width = max(20, width) }

  /// Creates a renderer for a terminal.
  ///
  /// - Parameters:
  ///   - variable: the value of `COLUMNS`, which counts if it is a number above 0.
  ///   - terminal: the columns of the terminal; nil if there is none.
  init(variable: String?, terminal: Int?) {
    let stated = variable.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    self.init(width: min(stated ?? terminal ?? Self.usualWidth, Self.mostColumns))
  }

  /// A renderer for what is written to a descriptor.
  static func forOutput(to descriptor: Int32) -> HelpRenderer {
    HelpRenderer(variable: Terminal.variable(.columns), terminal: Terminal.columns(descriptor))
  }

  /// The page as text; its lines end with a line feed.
  func text(_ page: HelpDocument) -> String {
    var text = ""
    var isUnderHeading = false
    var isAfterHeading = false
    for block in page.blocks {
      // A blank line between blocks, none after a heading.
      if !text.isEmpty, !isAfterHeading { text += "\n" }
      isAfterHeading = false
      let indent = isUnderHeading ? 2 : 0
      switch block {
      case .heading(let title):
        text += wrapped(title)
        (isUnderHeading, isAfterHeading) = (true, true)
      case .subheading(let title):
        text += wrapped(title, indent: indent)
        isAfterHeading = true
      case .paragraph(let sentences): text += wrapped(sentences, indent: indent)
      case .code(let lines): text += lines.map { "\(spaces(indent))\($0)\n" }.joined()
      case .examples(let examples):
        for example in examples { text += "  \(example.line)\n" + wrapped(example.text, indent: 6) }
      case .definitions(let definitions): text += list(definitions, column: column(definitions))
      case .groups(let groups):
        let column = column(groups.flatMap(\.definitions))
        for group in groups { text += wrapped(group.title) + list(group.definitions, column: column) }
      case .footer(let sentences): text += wrapped(sentences)
      }
    }
    return text
  }

  /// The width of the column for terms: that of the longest one, except those that are too long; 0 for no column.
  private func column(_ definitions: [HelpDocument.Definition]) -> Int {
    let most = width < 60 ? 0 : 26
    return definitions.map { TextWidth.columns(Self.plain($0.term)) }.filter { $0 <= most }.max() ?? 0
  }

  /// Terms in one column, meanings in another; a meaning is below a term that is too long for its column.
  private func list(_ definitions: [HelpDocument.Definition], column: Int) -> String {
    let indent = column == 0 ? 6 : column + 4
    var text = ""
    for definition in definitions {
      let term = Self.plain(definition.term)
      let meaning = wrapped(definition.meaning, indent: indent)
      if TextWidth.columns(term) <= column, !meaning.isEmpty {
        text += "  " + TextWidth.padded(term, to: column + 2) + meaning.dropFirst(indent)
      } else {
        text += wrapped(definition.term, indent: 2, hanging: 4) + meaning
      }
    }
    return text
  }

  /// Words in lines of at most `width` columns, each after `indent` spaces, or `hanging` from the second line on.
  private func wrapped(_ sentences: String, indent: Int = 0, hanging: Int? = nil) -> String {
    var lines: [String] = []
    var line = ""
    var columns = 0
    for word in Self.plain(sentences).split(separator: " ") {
      let wide = TextWidth.columns(String(word))
      let start = lines.isEmpty ? indent : hanging ?? indent
      if !line.isEmpty, start + columns + 1 + wide > width {
        lines.append(spaces(start) + line)
        (line, columns) = ("", 0)
      }
      if !line.isEmpty {
        line += " "
        columns += 1
      }
      line += word
      columns += wide
    }
    if !line.isEmpty { lines.append(spaces(lines.isEmpty ? indent : hanging ?? indent) + line) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// The text without the marks of code.
  private static func plain(_ text: String) -> String { text.filter { $0 != "`" } }
}
