/// A page of help in a few kinds of blocks, which a terminal and a manual page show in their own ways.
///
/// Text between backquotes is code.
package struct HelpDocument: Equatable, Sendable {
  /// A part of a page.
  package enum Block: Equatable, Sendable {
    /// The title of what follows, up to the next heading.
    case heading(String)
    /// A title below that of a heading.
    case subheading(String)
    /// Sentences.
    case paragraph(String)
    /// Lines that stay as they are: usage lines, contents of files.
    case code([String])
    /// Command lines with explanations.
    case examples([Example])
    /// Terms, each with its meaning.
    case definitions([Definition])
    /// Lists of terms with titles, close together.
    case groups([Group])
    /// Sentences about the whole page at its end.
    case footer(String)
  }

  /// A term and its meaning.
  package struct Definition: Equatable, Sendable {
    /// The term, as it is typed.
    package var term: String
    /// Its meaning.
    package var meaning: String

    /// Creates a term with its meaning.
    package init(_ term: String, _ meaning: String) {
      self.term = term
      self.meaning = meaning
    }
  }

  /// A list of terms with a title.
  package struct Group: Equatable, Sendable {
    /// The title.
    package var title: String
    /// The terms.
    package var definitions: [Definition]

    /// Creates a list with a title.
    package init(_ title: String, _ definitions: [Definition]) {
      self.title = title
      self.definitions = definitions
    }
  }

  /// The parts, in order.
  package var blocks: [Block]

  /// Creates a page.
  package init(_ blocks: [Block] = []) { self.blocks = blocks }

  /// All examples, in order.
  package var examples: [Example] {
    blocks.flatMap { block -> [Example] in
      if case .examples(let examples) = block { return examples }
      return []
    }
  }
}
