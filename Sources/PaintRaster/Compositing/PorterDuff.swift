/// An operator of Porter and Duff ("Compositing Digital Images", 1984): what is left of the paint and of the picture.
struct PorterDuff: Sendable {
  /// How much of one is left, by the alpha of the other, 0…255.
  struct Share: Sendable {
    /// What is left where the other has alpha 0.
    let constant: Double
    /// What each step of the other's alpha adds.
    let factor: Double

    static let full = Share(constant: 255, factor: 0)
    static let none = Share(constant: 0, factor: 0)
    /// Where the other is.
    static let inside = Share(constant: 0, factor: 1)
    /// Where the other is not.
    static let outside = Share(constant: 255, factor: -1)
  }

  let paint: Share
  let picture: Share

  /// Whether nothing of the picture is left where a paint without alpha covers it.
  var clears: Bool { picture.constant == 0 }
}
