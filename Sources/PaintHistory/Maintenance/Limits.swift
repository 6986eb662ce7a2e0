/// The limits of a history; 0 means no limit.
public struct Limits: Sendable, Hashable {
  /// The number of undo steps; a group is one step.
  public var steps: Int
  /// The bytes of packs.
  public var bytes: Int
  /// The milliseconds for which an unnamed side branch is kept after its newest revision was made.
  public var sideAge: Int

  /// The minimum number of steps that are kept, whatever the limits.
  public static let minimumSteps = 5

  /// No limit: everything is kept.
  public init() { self.init(steps: 0, bytes: 0, sideAge: 0) }

  /// Creates limits; none may be negative.
  public init(steps: Int, bytes: Int, sideAge: Int) {
    self.steps = steps
    self.bytes = bytes
    self.sideAge = sideAge
  }

  /// Whether the values are in a range in which calculations cannot overflow.
  var isValid: Bool { [steps, bytes, sideAge].allSatisfy { (0..<1 << 60).contains($0) } }
}
