/// How much of a history is kept; 0 is no limit.
public struct Limits: Sendable, Hashable {
  /// How many undo steps, a group being one.
  public var steps: Int
  /// How many bytes of packs.
  public var bytes: Int
  /// For how many milliseconds a side branch without a name is kept after its last revision was made.
  public var sideAge: Int

  /// The fewest steps that are ever kept, whatever the limits.
  public static let fewestSteps = 5

  /// No limit: everything is kept.
  public init() { self.init(steps: 0, bytes: 0, sideAge: 0) }

  /// These limits; none may be negative.
  public init(steps: Int, bytes: Int, sideAge: Int) {
    self.steps = steps
    self.bytes = bytes
    self.sideAge = sideAge
  }

  /// Whether nothing is reckoned with that could overflow.
  var isSound: Bool { [steps, bytes, sideAge].allSatisfy { (0..<1 << 60).contains($0) } }
}
