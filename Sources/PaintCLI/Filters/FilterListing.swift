import PaintFilters

/// The output of `paint filter` and `paint filter NAME --help`, from the table of filters.
enum FilterListing {
  /// `paint filter`: the filters, one per line, or with JSON all their data.
  static func list(_ console: Console) {
    if console.isJSON {
      var json = JSONWriter()
      json.array(FilterCatalog.descriptions) { json, description in write(description, to: &json) }
      json.endLine()
      return console.json.append(json)
    }
    let titles = FilterCatalog.descriptions.map(title)
    let width = titles.map(\.count).max() ?? 0
    for (title, description) in zip(titles, FilterCatalog.descriptions) {
      console.print(title + String(repeating: " ", count: width + 2 - title.count) + description.summary)
    }
  }

  /// `paint filter NAME --help`: the parameters of the named filters.
  static func describe(_ names: [String], _ console: Console) throws(Failure) {
    for (place, name) in names.enumerated() {
      let description = try FilterWords.kind(named: name).description
      if console.isJSON {
        var json = JSONWriter()
        write(description, to: &json)
        json.endLine()
        console.json.append(json)
      } else {
        if place > 0 { console.print("") }
        console.print(page(description))
      }
    }
  }

  private static func title(_ description: FilterDescription) -> String {
    description.aliases.isEmpty
      ? description.name : "\(description.name) (\(description.aliases.joined(separator: ", ")))"
  }

  private static func page(_ description: FilterDescription) -> HelpDocument {
    var page = HelpDocument([.paragraph("paint filter \(title(description)): \(description.summary)")])
    if description.parameters.isEmpty {
      page.blocks.append(.paragraph("It has no parameters."))
    } else {
      page.blocks += [.heading("Parameters"), .definitions(description.parameters.map(definition))]
    }
    if let example = description.example {
      page.blocks.append(.paragraph("For example: `paint filter \(description.name) \(example)`"))
    }
    return page
  }

  /// A filter and its parameters, as a part of a page.
  static func blocks(_ description: FilterDescription) -> [HelpDocument.Block] {
    let parameters = description.parameters.map(definition)
    return [.heading(title(description)), .paragraph(description.summary)]
      + (parameters.isEmpty ? [] : [.definitions(parameters)])
  }

  private static func definition(_ parameter: FilterParameter) -> HelpDocument.Definition {
    var facts = ["default `\(FilterParameter.text(parameter.defaultValue))`"]
    if parameter.range != nil { facts.append(parameter.rangeText) }
    if let identity = parameter.identity { facts.append("`\(FilterParameter.text(identity))` changes nothing") }
    let usage = parameter.placeholder.isEmpty ? "" : " \(parameter.placeholder)"
    let summary = parameter.summary.hasSuffix(".") ? String(parameter.summary.dropLast()) : parameter.summary
    return .init("--\(parameter.name)\(usage)", "\(summary) (\(facts.joined(separator: "; ")))")
  }

  private static func write(_ description: FilterDescription, to json: inout JSONWriter) {
    json.beginObject()
    json.field("name", description.name)
    json.field("aliases", description.aliases)
    json.field("summary", description.summary)
    json.objects("parameters", description.parameters) { json, parameter in
      json.field("name", parameter.name)
      json.field("type", parameter.kindName)
      json.key("default")
      write(parameter.defaultValue, to: &json)
      json.key("identity")
      if let identity = parameter.identity { write(identity, to: &json) } else { json.null() }
      json.key("range")
      if let range = parameter.range {
        json.beginArray()
        json.value(range.lowerBound)
        json.value(range.upperBound)
        json.endArray()
      } else {
        json.null()
      }
      json.field("unit", parameter.unit)
      json.field("summary", parameter.summary)
    }
    json.endObject()
  }

  private static func write(_ value: FilterValue, to json: inout JSONWriter) {
    switch value {
    case .number(let number): json.value(number)
    case .flag(let isOn): json.value(isOn)
    case .color(let color): json.value(HexadecimalColor.text(color))
    case .point: json.value(FilterParameter.text(value))
    case .vector(let numbers):
      json.array(numbers) { json, number in json.value(number) }
    }
  }
}
