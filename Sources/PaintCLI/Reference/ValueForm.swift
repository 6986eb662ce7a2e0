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
  var options: [OptionID] { OptionTable.all.filter { $0.forms.contains(name[...]) }.map(\.id) }
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

  /// A value that is one number; its text is that of the numbers if it is not given.
  init(_ name: String, _ form: NumberForm, _ examples: [String], refused: [String], text: String? = nil) {
    let numbers = form.numbers
    self.init(
      name, text ?? "\(numbers.prefix(1).uppercased())\(numbers.dropFirst()).", examples, refused: refused,
      range: form.range
    ) { (word) throws(Failure) in
      if form.range.isWhole { _ = try form.whole(word) } else { _ = try form.value(word) }
    }
  }

  /// A value that is one of a few names.
  private static func names<Value: NamedValue>(
    _ name: String, _ text: String, of type: Value.Type
  ) -> ValueForm {
    ValueForm(name, text, Value.allCases.map(\.rawValue), refused: ["other"], isListOfNames: true) {
      (word) throws(Failure) in _ = try Value.parse(word)
    }
  }

  /// All forms.
  static var all: [ValueForm] { geometry + numbers + names + places + texts }
}

// Values that are one of a few names.
extension ValueForm {
  private static var names: [ValueForm] {
    [
      names("Blend mode", "How colours and those below them become one.", of: BlendMode.self),
      names("Cap", "The shape of a line's ends.", of: LineCap.self),
      names("Join", "The shape of a line's corners.", of: LineJoin.self),
      names(
        "Fill rule", "Which areas are inside if an outline crosses itself.", of: FillRule.self),
      names(
        "Compression", "How hard a picture is compressed; no level changes a pixel.",
        of: PNGWritingOptions.Compression.self),
      names(
        "Use of pressure", "What the pressure of a freehand line's points scales.", of: PressureArgument.self),
      names("Arrow", "Which ends of a line have an arrow head.", of: ArrowArgument.self),
      names("Arrow shape", "The shape of arrow heads.", of: ArrowForm.Shape.self),
      names("Anchor", "A point of a picture, a box or the canvas.", of: Anchor.self),
      ValueForm(
        "Anchor of a text", "An anchor, or a point of the first baseline.",
        ["center", "bottom-right", "baseline-left", "baseline-center", "baseline-right"], refused: ["baseline"],
        valueName: "POINT", completion: .words(TextAnchor.names)
      ) { (word) throws(Failure) in _ = try TextAnchor.parse(word) },
      ValueForm(
        "Format", "A format that can be written, or an ending of its files.",
        ["png", "jpeg", "jpg", "webp", "tiff", "ppm", "pam", "avif"],
        refused: ["gif", "bmp", ""],
        completion: .words(PictureFormat.writable.map { $0.name.lowercased() })
      ) { (word) throws(Failure) in _ = try PictureEncoding.format(word) },
      names(
        "Subsampling", "How many pixels share a sample of colour: one, two next to each other, or four.",
        of: WritingOptions.Subsampling.self),
      names(
        "Metric", "How similar two pictures of one size are, as a number.", of: PictureMetric.self),
      names(
        "Orientation", "Whether a picture is turned to be upright, as its file states, or stays as it is stored.",
        of: OrientationUse.self),
      names(
        "Protocol", "How a terminal shows a picture.", of: PictureProtocol.self),
      names("Method", "How the pixels of a new size are calculated.", of: ResamplingMethod.self),
      names(
        "Alignment", "Where the shorter lines of a text are.", of: TextStyle.Alignment.self),
      ValueForm(
        "Alignment of an outline", "Where the outline of a box or an ellipse is: inside, on its border or outside.",
        StrokeAlignment.allCases.map(\.rawValue), refused: ["left"], isListOfNames: true,
        valueName: "WHERE"
      ) { (word) throws(Failure) in _ = try StrokeAlignment.parse(word) },
    ]
  }
}
