/// Why a filter cannot be created from a name and settings.
public enum FilterError: Error, Equatable {
  /// No filter has that name or alias.
  case unknownFilter(String)
  /// The filter has no parameter with that name.
  case unknownParameter(filter: String, parameter: String)
  /// The parameter takes a different kind of value, or a vector of a different length.
  case wrongKind(filter: String, parameter: FilterParameter)
  /// The value is outside the parameter's range.
  case outOfRange(filter: String, parameter: FilterParameter, value: Double)
}
