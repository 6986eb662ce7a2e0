/// Steps of an index whose packs are missing or incomplete, so that they were cut off.
public struct LostSteps: Sendable, Hashable {
  /// The newest revision that is left.
  public var whole: Int
  /// The first number that was cut off.
  public var first: Int
  /// The last number that was cut off.
  public var last: Int

  /// What happened; one sentence, without a full stop.
  public var message: String {
    let steps = first == last ? "r\(first) was" : "r\(first) to r\(last) were"
    return "\(steps) not whole, because of a power cut or because this is a copy that was taken while a command was "
      + "writing; r\(whole) is the newest whole revision, and the drawing continues there"
  }
}
