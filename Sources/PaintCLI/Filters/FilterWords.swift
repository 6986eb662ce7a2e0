import PaintFilters
import PaintRaster

/// One filter as typed: its name and parameters.
struct FilterWords {
  /// The filter.
  let kind: any Filter.Type
  /// The typed parameters by name; points are resolved to pixels.
  private(set) var settings: [(parameter: String, value: FilterValue)] = []

  private var description: FilterDescription { kind.description }

  /// Reads the words of `paint filter`: filters with `+` between them.
  ///
  /// - Parameter canvas: the size to which percentages of points refer.
  static func read(_ line: ParsedLine, canvas: CanvasSize) throws(Failure) -> [FilterWords] {
    let words = line.operands.map { Array(line.words.bytes[$0]) }
    var filters: [FilterWords] = []
    for part in words.split(separator: Array("+".utf8), omittingEmptySubsequences: false) {
      guard let name = part.first else {
        throw Failure(
          .missingWord, "filter needs a name\(words.isEmpty ? "" : " before and after each +")",
          hint: "paint filter lists the filters")
      }
      filters.append(try FilterWords(String(decoding: name, as: UTF8.self), part.dropFirst(), canvas: canvas))
    }
    return filters
  }

  private init(_ name: String, _ words: ArraySlice<[UInt8]>, canvas: CanvasSize) throws(Failure) {
    kind = try Self.kind(named: name)
    var rest = words
    while let word = rest.popFirst() {
      guard word.starts(with: "--".utf8) else {
        let text = String(decoding: word, as: UTF8.self)
        throw Failure(
          .unexpectedWord, "\(description.name): unexpected \(Failure.quoted(text))",
          hint: "a parameter is written --NAME VALUE; paint filter \(description.name) --help lists them")
      }
      let equals = word.firstIndex(of: UInt8(ascii: "="))
      let typed = String(decoding: word[2..<(equals ?? word.count)], as: UTF8.self)
      if case .flag = description.parameter(named: typed)?.kind, equals == nil {
        settings.append((typed, .flag(true)))
        continue
      }
      if typed.hasPrefix("no-"), case .flag = description.parameter(named: String(typed.dropFirst(3)))?.kind {
        settings.append((String(typed.dropFirst(3)), .flag(false)))
        continue
      }
      let parameter = try parameter(named: typed)
      guard let value = equals.map({ Array(word[($0 + 1)...]) }) ?? rest.popFirst() else {
        throw Failure(.missingValue, "--\(typed) needs a value: --\(typed) \(parameter.placeholder)")
      }
      do {
        settings.append((typed, try parameter.value(value.span, canvas: canvas)))
      } catch {
        throw error.at("--\(typed)")
      }
    }
  }

  /// The filter of a name or alias; throws `unknown_filter` with the nearest name.
  static func kind(named name: String) throws(Failure) -> any Filter.Type {
    if let kind = FilterCatalog.filter(named: name) { return kind }
    let names = FilterCatalog.descriptions.flatMap { [$0.name] + $0.aliases }
    throw Failure(
      .unknownFilter, "unknown filter \(Failure.quoted(name))",
      hint: NearestName.hint(for: name, among: names) ?? "paint filter lists the filters")
  }

  private func parameter(named name: String) throws(Failure) -> FilterParameter {
    if let parameter = description.parameter(named: name) { return parameter }
    let names = description.parameters.map { "--\($0.name)" }
    let near = NearestName.hint(for: "--\(name)", among: names)
    throw Failure(
      .unknownParameter, "\(description.name) has no parameter \(Failure.quoted("--\(name)"))",
      hint: near ?? (names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"))
  }

  /// The filter with these settings; throws `bad_value` with the range if a value is out of range, and `missing_word` if it
  /// changes nothing without parameters.
  func filter() throws(Failure) -> any Filter {
    if settings.isEmpty, let example = description.example {
      throw Failure(
        .missingWord, "\(description.name) changes nothing without parameters",
        hint: "for example: paint filter \(description.name) \(example)")
    }
    do throws(FilterError) {
      return try FilterCatalog.makeFilter(named: description.name, settings: settings)
    } catch {
      switch error {
      case .outOfRange(_, let parameter, let value):
        var text: [UInt8] = []
        NumberText.append(value, to: &text)
        throw Failure(
          .badValue,
          "--\(parameter.name): \(String(decoding: text, as: UTF8.self)) is out of range, which is \(parameter.rangeText)"
        )
      case .wrongKind(_, let parameter):
        throw Failure(.badValue, "--\(parameter.name) takes \(parameter.placeholder)")
      case .unknownFilter(let name), .unknownParameter(_, let name):
        throw Failure(.defect, "the filter table does not know \(Failure.quoted(name))")
      }
    }
  }

  /// ` gaussian-blur --radius 10` with every parameter, so that it does not depend on defaults.
  var canonical: String {
    var text = " \(description.name)"
    for parameter in description.parameters {
      let value = settings.last { $0.parameter == parameter.name }?.value ?? parameter.defaultValue
      text += " --\(parameter.name)" + parameter.canonical(value)
    }
    return text
  }

  /// The filter's name as words: `gaussian blur`.
  var words: String { description.name.split(separator: "-").joined(separator: " ") }
}
