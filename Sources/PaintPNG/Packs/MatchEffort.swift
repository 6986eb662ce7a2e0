/// Where `TileMatcher` looks for matches.
enum MatchEffort {
  /// Only where two pixels or more repeat, for filtered photographs, whose literals are short: without lone matches they
  /// are 1 to 2 % smaller.
  case runs
  /// Also at lone pixels and where the colour alone repeats, as at the soft edges of drawings: it saves them 5 to 10 %.
  case edges
  /// Also at each pixel whose colour was somewhere before, for dithered pictures and others of few colours.
  case everyPixel
}
