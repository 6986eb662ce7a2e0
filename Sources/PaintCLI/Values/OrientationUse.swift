/// What happens with the orientation that a picture file states, as typed after `--orientation`.
enum OrientationUse: String, NamedValue {
  /// The picture is turned to be upright.
  case apply
  /// Its rows stay as they are stored.
  case ignore

  static let noun = "a use of the orientation"
  static let meaning = "Whether a picture is turned to be upright, as its file states, or stays as it is stored."
}
