/// The table of all filters; names, help, completion and checks come from it.
public enum FilterCatalog {
  /// All filters, in the order of their names.
  public static let filters: [any Filter.Type] = [
    BoxBlur.self, ColorControls.self, ColorInvert.self, ColorMatrix.self, ColorMonochrome.self, ColorPosterize.self,
    ColorThreshold.self, DropShadow.self, Edges.self, ExposureAdjust.self, GammaAdjust.self, GaussianBlur.self,
    Grayscale.self, HueAdjust.self, Levels.self, Median.self, Noise.self, Pixellate.self, SepiaTone.self,
    UnsharpMask.self, Vignette.self,
  ]

  /// The descriptions of all filters, in the order of their names.
  public static var descriptions: [FilterDescription] { filters.map { $0.description } }

  /// The filter with that name or alias.
  public static func filter(named name: String) -> (any Filter.Type)? {
    filters.first { $0.description.name == name || $0.description.aliases.contains(name) }
  }

  /// The filter of that name or alias with these settings, the defaults for all others; of two settings of one parameter the
  /// last counts.
  ///
  /// - Throws: `FilterError`, for the first thing that is wrong.
  public static func makeFilter(
    named name: String, settings: [(parameter: String, value: FilterValue)] = []
  ) throws(FilterError) -> any Filter {
    guard let type = filter(named: name) else { throw .unknownFilter(name) }
    var values = FilterValues(type.description)
    for (parameter, value) in settings { try values.set(parameter, to: value) }
    return type.init(values)
  }
}
