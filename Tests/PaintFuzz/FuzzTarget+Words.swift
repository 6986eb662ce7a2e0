import PaintEditing
import PaintHistory
import PaintRaster
import PaintText
import SystemPackage

@testable import PaintCLI

extension FuzzTarget {
  /// SVG path data.
  static let path = FuzzTarget("path", "PathDataReader", longest: 256) { bytes in
    guard let path = try? PathDataReader.read(bytes) else { return }
    let text = PathDataText.text(path)
    guard let again = try? PathDataReader.read(Array(text.utf8)) else { broken("path data that cannot be read back") }
    // Arcs are written as curves: writing a second time changes nothing.
    if PathDataText.text(again) != text { broken("path data that changes") }
  }

  /// The outlines of a text.
  static let outlines = FuzzTarget("outlines", "TextOutlinesArgument", longest: 512) { bytes in
    guard let (outlines, key) = try? TextOutlinesArgument.parse(bytes.span) else { return }
    var text: [UInt8] = []
    TextOutlinesArgument.append(outlines, key: key ?? 0, to: &text)
    guard let again = try? TextOutlinesArgument.parse(text.span) else { broken("outlines that cannot be read back") }
    var second: [UInt8] = []
    TextOutlinesArgument.append(again.outlines, key: again.key ?? 1, to: &second)
    if second != text { broken("outlines that change") }
  }

  /// A value of an option or operand; the first byte selects its kind.
  static let word = FuzzTarget(
    "word", "numbers, colours, points, boxes, lengths, times and all other words", longest: 64
  ) {
    bytes in
    guard let kind = bytes.first else { return }
    let bytes = Array(bytes.dropFirst())
    let kinds = readers
    kinds[Int(kind) % kinds.count](bytes)
  }

  private static let canvas = CanvasSize(width: 640, height: 480)

  /// Reads the word; the result does not matter.
  private static func reading<Value>(
    _ parse: @escaping @Sendable (Span<UInt8>) throws(Failure) -> Value
  ) -> @Sendable ([UInt8]) -> Void {
    { bytes in _ = try? parse(bytes.span) }
  }

  private static let readers: [@Sendable ([UInt8]) -> Void] = [
    number, color, reading(BoxArgument.parse), reading(PointArgument.parse), reading(PointArgument.parseWithPressure),
    size, reading(DashArgument.parse), reading(SinceArgument.parse), reading(DurationArgument.parse),
    reading(RevisionArgument.parse), reading(RevisionRange.parse), reading(ExpectedState.parse),
    reading(BranchName.parse), reading(TextAnchor.parse), reading(SizeArgument.parse), reading(GroupArgument.parse),
    reading(PlainValues.size), reading(NumberForm.width.value), reading(NumberForm.opacity.value),
    reading(NumberForm.dashOffset.value), reading(NumberForm.cornerRadius.value), reading(NumberForm.fontSize.value),
    reading(NumberForm.padding.value), reading(PlainValues.length), reading(NumberForm.steps.whole),
    reading(NumberForm.tolerance.whole), reading(NumberForm.scale.value), reading(NumberForm.expansion.value),
    reading(PlainValues.degrees), reading(PlainValues.wait), reading(PlainValues.frameRate),
    { bytes in _ = try? ByteCount.parse(String(decoding: bytes, as: UTF8.self), variable: .cache) },
    { bytes in _ = try? NumberedName(FilePath(String(decoding: bytes, as: UTF8.self))) },
  ]

  private static let number: @Sendable ([UInt8]) -> Void = { bytes in
    guard let value = Number.value(bytes.span) else { return }
    if !value.isFinite { broken("a number without an end") }
    let rounded = NumberText.rounded(value)
    guard abs(rounded) <= Number.limit else { return }
    let text = NumberText.coordinate(rounded)
    let again = Number.value(Array(text.utf8).span).map(NumberText.rounded)
    if again != rounded { broken("a number that changes when written: \(text)") }
  }

  private static let color: @Sendable ([UInt8]) -> Void = { bytes in
    // Without the search for a similar name, which would take most of the time.
    let word = String(decoding: bytes, as: UTF8.self)
    guard
      let color = HexadecimalColor.parse(bytes.span) ?? NamedColor.color(named: word) ?? ColorFunction.parse(word)
    else { return }
    let digits = [color.red, color.green, color.blue, color.alpha].map {
      String(Int($0) | 0x100, radix: 16).dropFirst()
    }
    let text = "#" + digits.joined()
    if (try? ColorArgument.parse(Array(text.utf8).span)) != color {
      broken("a colour that changes when written: \(text)")
    }
  }

  private static let size: @Sendable ([UInt8]) -> Void = { bytes in
    guard let size = try? NewSizeArgument.parse(bytes.span), let canvas else { return }
    _ = size.resolved(on: canvas)
  }
}
