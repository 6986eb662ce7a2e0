import PaintEditing
import PaintFilters
import PaintFormats
import PaintPNG
import PaintRaster
import PaintTerminal
import PaintText

/// A form of values on the command line, for the reference and for completion.
struct ValueForm: Sendable {
  /// Its name.
  let name: String
  /// What it means and how it is written, in sentences.
  let text: String
  /// Valid words.
  let examples: [String]
  /// Invalid words.
  let refused: [String]
  /// The options whose values have this form with at least one command.
  var options: [OptionID] { OptionTable.all.filter { $0.forms.contains(name) }.map(\.id) }
  /// The numbers that are valid, if the value is one number.
  let range: NumberRange?
  /// Whether its examples are all valid words.
  let isListOfNames: Bool
  /// The name of such values in usage lines, where the forms of an option differ between commands; otherwise nil.
  let valueName: String?
  /// What can be completed; by default the examples, if they are all valid words.
  let completion: CompletionKind
  /// Reads a word; throws if it does not have this form.
  let read: @Sendable (Span<UInt8>) throws(Failure) -> Void

  init(
    _ name: String, _ text: String, _ examples: [String], refused: [String] = [],
    range: NumberRange? = nil, isListOfNames: Bool = false, valueName: String? = nil, completion: CompletionKind? = nil,
    _ read: @escaping @Sendable (Span<UInt8>) throws(Failure) -> Void = { _ in }
  ) {
    self.name = name
    self.text = text
    self.examples = examples
    self.refused = refused
    self.range = range
    self.isListOfNames = isListOfNames
    self.valueName = valueName
    self.completion = completion ?? (isListOfNames ? .words(examples) : .anything)
    self.read = read
  }

  /// A value that is one number; what is not given follows from the numbers.
  init(
    _ name: String, _ form: NumberForm, _ examples: [String]? = nil, refused: [String]? = nil, text: String? = nil,
    valueName: String? = nil
  ) {
    let numbers = form.numbers
    let read = { @Sendable (word: Span<UInt8>) throws(Failure) in
      if form.range.isWhole { _ = try form.whole(word) } else { _ = try form.value(word) }
    }
    func words(_ isValid: Bool) -> [String] {
      Self.numerals.filter { word in
        do throws(Failure) {
          try read(word.utf8Span.span)
          return isValid
        } catch {
          return !isValid
        }
      }
    }
    self.init(
      name, text ?? "\(numbers.prefix(1).uppercased())\(numbers.dropFirst()).",
      examples ?? Array(words(true).prefix(3)), refused: refused ?? Array(words(false).prefix(3)), range: form.range,
      valueName: valueName, read)
  }

  /// Words of which some are examples of a number.
  private static let numerals = ["2.5", "12", "50%", "0", "1.5", "100", "1", "-1", "5%", "x"]

  /// A value that is one of a few names.
  private init(_ name: String, _ type: any NamedValue.Type) {
    self.init(name, type.meaning, type.names, refused: ["other"], isListOfNames: true) { (word) throws(Failure) in
      _ = try type.parse(word)
    }
  }

  /// The name of a form for what is called that in messages: `Width` for `a width`.
  static func name(_ noun: String) -> String {
    let words = noun.drop { $0 != " " }.dropFirst()
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// All forms.
  static var all: [ValueForm] {
    var all = geometry + numbers + names + places + texts
    for option in OptionTable.all {
      guard let name = option.forms.first, !all.contains(where: { $0.name == name }) else { continue }
      if let number = option.number { all.append(ValueForm(name, number)) }
      if let names = option.names { all.append(ValueForm(name, names())) }
    }
    return all
  }
}

// Values that are one of a few names.
extension ValueForm {
  private static var names: [ValueForm] {
    [
      ValueForm("Anchor", Anchor.self),
      ValueForm(
        "Anchor of a text", "An anchor, or a point of the first baseline.",
        ["center", "bottom-right", "baseline-left", "baseline-center", "baseline-right"], refused: ["baseline"],
        valueName: "POINT", completion: .words(TextAnchor.names)
      ) { (word) throws(Failure) in _ = try TextAnchor.parse(word) },
      ValueForm(
        "Format", "A format that can be written, or an ending of its files.",
        PictureFormat.writable.flatMap { [$0.name.lowercased()] + $0.endings },
        refused: ["gif", "bmp", ""],
        completion: .words(PictureFormat.writable.map { $0.name.lowercased() })
      ) { (word) throws(Failure) in _ = try PictureEncoding.format(word) },
      ValueForm("Alignment", TextStyle.Alignment.self),
      ValueForm(
        "Alignment of an outline", StrokeAlignment.meaning, StrokeAlignment.names, refused: ["left"],
        isListOfNames: true,
        valueName: "WHERE"
      ) { (word) throws(Failure) in _ = try StrokeAlignment.parse(word) },
    ]
  }
}
