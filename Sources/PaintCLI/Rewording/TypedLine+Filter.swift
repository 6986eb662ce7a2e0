import PaintFilters

// Filters and their parameters as people type them.
extension TypedLine {
  /// Gives a filter and its parameters their names here.
  mutating func rewordFilter() {
    guard let first = operands.first, !operands.contains("+") else { return }
    let typed = Array(operands.dropFirst())
    let (name, preset, isSame) = OtherFilters.meaning(of: first) ?? (first, nil, true)
    isCertain = isCertain && isSame
    guard let description = FilterCatalog.filter(named: name)?.description else { return }
    // Words alone are for the parameters, the most important first.
    var words: [String] = []
    var numbers: [String] = []
    for operand in typed {
      if TypedWord.isBox(operand) { add("--region", operand) } else { numbers.append(operand) }
    }
    var parameters = description.parameters[...]
    if let preset { parameters = parameters.drop { $0.name != preset } }
    for place in options.indices where options[place].name.hasPrefix("--") {
      let bare = String(options[place].name.dropFirst(2))
      if description.parameter(named: bare) != nil
        || Self.known(options[place].name).map({ spec.takes($0.id) }) ?? false
      {
        continue
      }
      if OtherFilters.regions.contains(bare) {
        options[place].name = "--region"
      } else if OtherFilters.amounts.contains(bare), let parameter = parameters.popFirst() {
        options[place].name = "--\(parameter.name)"
        isCertain = isCertain && OtherFilters.isOnlyAmount(parameter, of: description)
      }
    }
    for number in numbers {
      guard let parameter = parameters.popFirst() else { return }
      words += ["--\(parameter.name)", OtherFilters.value(number, of: parameter, isPreset: preset != nil)]
      isCertain = isCertain && OtherFilters.isOnlyAmount(parameter, of: description)
    }
    operands = [name] + words
  }
}

/// Filters of other programs, and what they are called here.
enum OtherFilters {
  /// Options for the box of a filter.
  static let regions: Set<String> = ["box", "area", "rect", "inside"]
  /// Options for how much a filter does.
  static let amounts: Set<String> = [
    "sigma", "radius", "size", "amount", "strength", "level", "value", "factor", "degrees", "by",
  ]

  /// Names, separated by spaces, the filter, the parameter that a number alone is for, and whether the names mean that filter
  /// and nothing else.
  private static let rows: [(names: String, filter: String, parameter: String?, isSame: Bool)] = [
    ("gaussian gauss gaussianblur", "gaussian-blur", nil, true),
    ("soften smooth", "gaussian-blur", nil, false),
    ("unsharp usm unsharpmask", "unsharp-mask", nil, true),
    ("sharp sharpening", "unsharp-mask", nil, false),
    ("negate negative inverse", "color-invert", nil, true),
    ("greyscale grey desaturate", "grayscale", nil, true),
    ("mono black-and-white bw b&w", "grayscale", nil, false),
    ("brightness brighten lighten", "color-controls", "brightness", false),
    ("contrast", "color-controls", "contrast", false),
    ("saturation saturate", "color-controls", "saturation", false),
    ("brightness-contrast", "color-controls", "brightness", false),
    ("edge edge-detect", "edges", nil, true),
    ("sobel outline", "edges", nil, false),
    ("mosaic pixelize", "pixellate", nil, true),
    ("tint colorize colourise", "color-monochrome", nil, false),
    ("denoise despeckle", "median", nil, false),
    ("box mean average", "box-blur", nil, false),
    ("hue-rotate huerotate", "hue-adjust", nil, true),
    ("dropshadow", "drop-shadow", nil, true),
    ("film-grain", "noise", nil, false),
    ("binarize", "color-threshold", nil, false),
  ]

  /// The filter that a name of another program means, the parameter for a number alone, and whether it can mean nothing else;
  /// nil if no row has it.
  static func meaning(of name: String) -> (filter: String, parameter: String?, isSame: Bool)? {
    let name = name.lowercased()
    return rows.first { $0.names.split(separator: " ").contains { $0 == name } }.map {
      ($0.filter, $0.parameter, $0.isSame)
    }
  }

  /// Whether a number alone can only be for that parameter: no other one says how much the filter does.
  fileprivate static func isOnlyAmount(_ parameter: FilterParameter, of filter: FilterDescription) -> Bool {
    !filter.parameters.contains {
      $0.name != parameter.name && $0.name != "seed" && [.number, .integer, .angle].contains($0.kind)
    }
  }

  /// A number in the unit of a parameter: other programs count brightness, contrast and saturation in percent.
  fileprivate static func value(_ typed: String, of parameter: FilterParameter, isPreset: Bool) -> String {
    let bare =
      typed.hasPrefix("+") || typed.hasSuffix("%") ? String(typed.drop { $0 == "+" }.filter { $0 != "%" }) : typed
    guard isPreset, let number = TypedWord.number(bare), abs(number) > 4 || typed != bare else {
      return TypedWord.withoutUnit(typed) ?? typed
    }
    let neutral = if case .number(let value)? = parameter.identity { value } else { 0.0 }
    return NumberText.text(neutral + number / 100)
  }
}
