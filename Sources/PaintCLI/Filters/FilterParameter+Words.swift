import PaintFilters
import PaintRaster

extension FilterParameter {
  /// The kind in one word, for JSON.
  var kindName: String {
    switch kind {
    case .number: "number"
    case .integer: "integer"
    case .angle: "angle"
    case .color: "color"
    case .point: "point"
    case .vector: "vector"
    case .flag: "boolean"
    }
  }

  /// The placeholder of a value in help texts.
  var placeholder: String {
    switch kind {
    case .number, .integer: "N"
    case .angle: "DEGREES"
    case .color: "C"
    case .point: "X,Y"
    case .vector(let count):
      count > 4 ? "N,N,… (\(count) numbers)" : Array(repeating: "N", count: count).joined(separator: ",")
    case .flag: ""
    }
  }

  /// `0 to 100 px`; empty without a range.
  var rangeText: String {
    guard let range else { return "" }
    if isShare { return "0 to 1, or 0% to 100%" }
    let unit = unit.map { " \($0)" } ?? ""
    return "\(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))\(unit)"
  }

  /// Whether it is a share, which can be given as a percentage.
  private var isShare: Bool {
    if case .number = kind { return range == 0...1 && unit == nil }
    return false
  }

  /// Reads a value; throws `bad_value` or the failures of the kind of value.
  func value(_ word: Span<UInt8>, canvas: CanvasSize) throws(Failure) -> FilterValue {
    switch kind {
    case .number:
      guard let number = isShare ? Number.share(word) : Number.value(word) else {
        throw .notA(isShare ? "a number or a percentage" : "a number", word)
      }
      return .number(number + 0)
    case .angle:
      guard let number = Number.value(word) else { throw .notA("an angle in degrees", word) }
      return .number(number + 0)
    case .integer:
      guard let number = Number.value(word), number == number.rounded() else { throw .notA("a whole number", word) }
      return .number(number + 0)
    case .color: return .color(try ColorArgument.parse(word))
    case .point:
      let point = try PointArgument.parse(word)
      return .point(
        FilterPoint(x: .pixels(point.x.resolved(on: canvas.width)), y: .pixels(point.y.resolved(on: canvas.height))))
    case .vector(let count):
      var numbers: [Double] = []
      var index = 0
      while let number = Number.scan(word, &index), number.magnitude <= Number.limit {
        numbers.append(number + 0)
        guard index < word.count, word[index] == UInt8(ascii: ",") else { break }
        index += 1
      }
      guard index == word.count, numbers.count == count else {
        throw .notA("\(count) numbers with commas between them", word)
      }
      return .vector(numbers)
    case .flag:
      switch String(copying: word) {
      case "true", "yes", "on", "1": return .flag(true)
      case "false", "no", "off", "0": return .flag(false)
      default: throw .notA("true or false", word)
      }
    }
  }

  /// A value after its parameter's name: ` 10`, ` ff0000ff`, `=true`.
  func canonical(_ value: FilterValue) -> String {
    if case .flag(let isOn) = value { return isOn ? "=true" : "=false" }
    return " " + Self.text(value)
  }

  /// A value as the command line takes it.
  static func text(_ value: FilterValue) -> String {
    switch value {
    case .number(let number): text(number)
    case .flag(let isOn): isOn ? "true" : "false"
    case .color(let color): HexadecimalColor.digits(color)
    case .vector(let numbers): numbers.map { text($0) }.joined(separator: ",")
    case .point(let point): "\(text(point.x)),\(text(point.y))"
    }
  }

  private static func text(_ length: FilterPoint.Length) -> String {
    switch length {
    case .pixels(let pixels): text(pixels)
    case .percent(let percent): text(percent) + "%"
    }
  }

  static func text(_ number: Double) -> String {
    var text: [UInt8] = []
    NumberText.append(number, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
