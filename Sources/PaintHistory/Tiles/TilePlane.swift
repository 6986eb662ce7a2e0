import PaintRaster

/// A plane of tiles: tiles of different planes at the same position have nothing to do with each other.
///
/// Everything that keeps tiles treats all planes alike: packs, the index, gc, forgetting, recovery and repair. Only the
/// plane `picture` counts in a picture's fingerprint.
public struct TilePlane: Hashable, Sendable {
  /// Its number, 0…1,023: the upper ten bits of its tiles' keys.
  public let number: UInt32

  init(number: UInt32) { self.number = number }

  /// The picture.
  public static let picture = TilePlane(number: 0)
  /// What the eraser brings back where that differs from the picture of the base.
  public static let base = TilePlane(number: 1)
  /// The selection's mask.
  public static let selection = TilePlane(number: 2)
  /// What is known about the selection as a whole.
  public static let selectionSummary = TilePlane(number: 3)

  /// The number of planes that are used.
  static let count = 4
  /// The bits of a key that tell the position.
  static let positionBits: UInt32 = 22

  /// The keys of its tiles.
  var keys: ClosedRange<UInt32> {
    let first = number << Self.positionBits
    return first...first | (1 << Self.positionBits - 1)
  }

  /// What its tiles are, for messages; nil for the picture.
  var words: String? {
    switch self {
    case .picture: nil
    case .base: "of the eraser's base"
    case .selection, .selectionSummary: "of the selection"
    default: "of the plane \(number)"
    }
  }
}
