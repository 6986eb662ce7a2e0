extension PictureRotation {
  /// True when it moves pixels without changing them: at 0, 90, 180 and 270 degrees.
  public var isQuarterTurn: Bool { quarterTurns != nil }

  /// The number of quarter turns clockwise, 0…3, if it moves pixels without changing them; otherwise nil.
  public var quarterTurns: Int? {
    if case .quarters(let quarters) = turn { return quarters }
    return nil
  }
}
