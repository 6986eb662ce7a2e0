import PaintFilters

// The pages of values and filters.
extension ReferencePage {
  static func valuePage() -> String {
    var text = heading(
      "Values", "The forms of values: numbers, points, boxes, colours, revisions and others.",
      "A value has the same form everywhere. An invalid word is exit 64, and the message quotes it.")
    for form in ValueForm.all {
      text += "\n## \(form.name)\n\n\(form.text)\n\n"
      text += "For example \(form.examples.map { code($0) }.joined(separator: ", "))"
      let refused = form.refused.filter { !$0.isEmpty }
      text += refused.isEmpty ? ".\n" : "; not \(refused.map { code($0) }.joined(separator: ", ")).\n"
      if !form.options.isEmpty {
        text += "\nOptions: \(form.options.map { code("--\(OptionSpec.spec($0).name)") }.joined(separator: ", ")).\n"
      }
    }
    return text
  }

  static func filterPage() -> String {
    var text = heading(
      "Filters", "The filters of `paint filter`, with their parameters.",
      "The formulas are in PaintFilters' documentation. A filter's parameters are written as options: "
        + "`paint filter gaussian-blur --radius 4`. Filters with `+` between them are applied in sequence, as one step."
    )
    for filter in FilterCatalog.descriptions {
      text += "\n## \(filter.name)\n\n\(sentence(filter.summary))"
      if !filter.aliases.isEmpty { text += " Also \(filter.aliases.map { code($0) }.joined(separator: ", "))." }
      text += "\n"
      if !filter.parameters.isEmpty { text += "\n" }
      for parameter in filter.parameters {
        let usage = parameter.placeholder.isEmpty ? "" : " \(parameter.placeholder)"
        var facts = ["default \(code(FilterParameter.text(parameter.defaultValue)))"]
        if parameter.range != nil { facts.append(parameter.rangeText) }
        if let identity = parameter.identity { facts.append("\(code(FilterParameter.text(identity))) changes nothing") }
        let summary = parameter.summary.hasSuffix(".") ? String(parameter.summary.dropLast()) : parameter.summary
        text += entry(code("--\(parameter.name)\(usage)"), "\(summary) (\(facts.joined(separator: "; ")))")
      }
    }
    return text
  }
}
