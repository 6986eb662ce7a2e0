import PaintRaster

/// The name, kind of value and meaning of a filter's parameter.
public struct FilterParameter: Equatable, Sendable {
  /// The kind of value that a parameter takes.
  public enum Kind: Equatable, Sendable {
    /// Any number in the range.
    case number
    /// An integer in the range.
    case integer
    /// Degrees.
    case angle
    /// A colour.
    case color
    /// A point on the canvas.
    case point
    /// `count` numbers, each in the range.
    case vector(count: Int)
    /// Yes or no.
    case flag
  }

  /// Core Image's name without `input`, in lowercase letters and hyphens.
  public let name: String
  /// The kind of value that it takes.
  public let kind: Kind
  /// The value when the parameter is not set.
  public let defaultValue: FilterValue
  /// The value at which the parameter has no effect; nil if there is none.
  public let identity: FilterValue?
  /// The allowed range of a number, of each coordinate of a point and of each number of a vector; nil for colours and
  /// flags.
  public let range: ClosedRange<Double>?
  /// The unit, such as `px`; nil for plain numbers.
  public let unit: String?
  /// One sentence.
  public let summary: String

  private init(
    _ name: String, _ kind: Kind, default defaultValue: FilterValue, identity: FilterValue? = nil,
    range: ClosedRange<Double>? = nil, unit: String? = nil, _ summary: String
  ) {
    self.name = name
    self.kind = kind
    self.defaultValue = defaultValue
    self.identity = identity
    self.range = range
    self.unit = unit
    self.summary = summary
  }

  static func number(
    _ name: String, default value: Double, identity: Double? = nil, in range: ClosedRange<Double>,
    unit: String? = nil, _ summary: String
  ) -> FilterParameter {
    FilterParameter(
      name, .number, default: .number(value), identity: identity.map(FilterValue.number), range: range, unit: unit,
      summary)
  }

  static func integer(
    _ name: String, default value: Int, identity: Int? = nil, in range: ClosedRange<Int>, unit: String? = nil,
    _ summary: String
  ) -> FilterParameter {
    FilterParameter(
      name, .integer, default: .number(Double(value)), identity: identity.map { .number(Double($0)) },
      range: Double(range.lowerBound)...Double(range.upperBound), unit: unit, summary)
  }

  static func angle(
    _ name: String, default value: Double, identity: Double? = nil, in range: ClosedRange<Double>, _ summary: String
  ) -> FilterParameter {
    FilterParameter(
      name, .angle, default: .number(value), identity: identity.map(FilterValue.number), range: range, unit: "degrees",
      summary)
  }

  static func color(_ name: String, default value: Pixel, _ summary: String) -> FilterParameter {
    FilterParameter(name, .color, default: .color(value), summary)
  }

  static func point(
    _ name: String, default value: FilterPoint, in range: ClosedRange<Double>, _ summary: String
  ) -> FilterParameter {
    FilterParameter(name, .point, default: .point(value), range: range, unit: "px", summary)
  }

  static func vector(
    _ name: String, default value: [Double], identity: [Double]? = nil, in range: ClosedRange<Double>,
    unit: String? = nil, _ summary: String
  ) -> FilterParameter {
    FilterParameter(
      name, .vector(count: value.count), default: .vector(value), identity: identity.map(FilterValue.vector),
      range: range, unit: unit, summary)
  }

  static func flag(_ name: String, default value: Bool, _ summary: String) -> FilterParameter {
    FilterParameter(name, .flag, default: .flag(value), summary)
  }

  /// Throws unless `value` has this parameter's kind and is in its range.
  func check(_ value: FilterValue, of filter: String) throws(FilterError) {
    switch (kind, value) {
    case (.number, .number(let number)), (.angle, .number(let number)):
      try check(number, of: filter)
    case (.integer, .number(let number)):
      try check(number, of: filter)
      guard number == number.rounded(.down) else { throw .wrongKind(filter: filter, parameter: self) }
    case (.point, .point(let point)):
      try check(point.x.amount, of: filter)
      try check(point.y.amount, of: filter)
    case (.vector(let count), .vector(let numbers)):
      guard numbers.count == count else { throw .wrongKind(filter: filter, parameter: self) }
      for number in numbers { try check(number, of: filter) }
    case (.color, .color), (.flag, .flag): break
    default: throw .wrongKind(filter: filter, parameter: self)
    }
  }

  private func check(_ number: Double, of filter: String) throws(FilterError) {
    // A NaN is in no range.
    guard let range, range.contains(number) else {
      throw .outOfRange(filter: filter, parameter: self, value: number)
    }
  }
}
