/// The pixels at which `TileMatcher` searches for matches.
enum MatchEffort {
  /// Only where two pixels or more repeat, for filtered photographs, whose literals are short: without matches of
  /// single pixels they are 1 to 2 % smaller.
  case runs
  /// Also at single pixels and where only the colour repeats, as at the soft edges of drawings, which become 5 to 10 %
  /// smaller.
  case edges
  /// Also at each pixel whose colour occurred before, for dithered pictures and others with few colours.
  case everyPixel
}
