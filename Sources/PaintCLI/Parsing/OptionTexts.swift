/// Texts for some options, written like a dictionary.
///
/// Not a dictionary: there is a handful of them, and almost every start makes those of its command.
struct OptionTexts: ExpressibleByDictionaryLiteral, Sendable {
  private var texts: [(option: OptionID, text: String)]

  init(dictionaryLiteral texts: (OptionID, String)...) {
    self.texts = texts.map { (option: $0, text: $1) }
  }

  /// These texts and those of `others`, which are for other options.
  func and(_ others: OptionTexts) -> OptionTexts {
    var both = self
    both.texts += others.texts
    return both
  }

  /// The text for the option; linear time, for a handful of texts.
  subscript(option: OptionID) -> String? {
    for known in texts where known.option == option { return known.text }
    return nil
  }
}
