extension PictureRotation {
  /// True when it moves pixels without changing them: at 0, 90, 180 and 270 degrees.
  public var isQuarterTurn: Bool {
    if case .quarters = turn { return true }
    return false
  }
}
