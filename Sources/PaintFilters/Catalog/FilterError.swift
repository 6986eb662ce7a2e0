/// Why a filter cannot be made of a name and settings.
public enum FilterError: Error, Equatable {
  /// No filter has that name or alias.
  case unknownFilter(String)
  /// The filter has no parameter of that name.
  case unknownParameter(filter: String, parameter: String)
  /// The parameter takes another kind of value, or a vector of another length.
  case wrongKind(filter: String, parameter: FilterParameter)
  /// The value lies outside the parameter's range.
  case outOfRange(filter: String, parameter: FilterParameter, value: Double)
}
