import PaintRaster

/// A value for each parameter of one filter: the one that was set, otherwise the default.
///
/// Created only by ``FilterCatalog``, which validates each value. Asking for a parameter that the filter does not have,
/// or for a different kind, is a programming error.
public struct FilterValues: Sendable {
  private let description: FilterDescription
  private var values: [FilterValue]

  /// The defaults.
  init(_ description: FilterDescription) {
    self.description = description
    values = description.parameters.map(\.defaultValue)
  }

  /// Sets a parameter; the last setting counts.
  mutating func set(_ name: String, to value: FilterValue) throws(FilterError) {
    guard let index = description.parameters.firstIndex(where: { $0.name == name }) else {
      throw .unknownParameter(filter: description.name, parameter: name)
    }
    try description.parameters[index].check(value, of: description.name)
    values[index] = value
  }

  /// The value of the parameter.
  public subscript(name: String) -> FilterValue {
    guard let index = description.parameters.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("\(description.name) has no parameter \(name)")
    }
    return values[index]
  }

  func number(_ name: String) -> Double {
    guard case .number(let value) = self[name] else { preconditionFailure("\(name) is no number") }
    return value
  }

  func integer(_ name: String) -> Int { Int(number(name)) }

  func flag(_ name: String) -> Bool {
    guard case .flag(let value) = self[name] else { preconditionFailure("\(name) is no flag") }
    return value
  }

  func color(_ name: String) -> Pixel {
    guard case .color(let value) = self[name] else { preconditionFailure("\(name) is no color") }
    return value
  }

  func point(_ name: String) -> FilterPoint {
    guard case .point(let value) = self[name] else { preconditionFailure("\(name) is no point") }
    return value
  }

  func vector(_ name: String) -> [Double] {
    guard case .vector(let value) = self[name] else { preconditionFailure("\(name) is no vector") }
    return value
  }
}
