/// Code that reads external bytes, run on arbitrary bytes.
///
/// A target ends the program if a property does not hold: by a trap, a sanitizer or `broken`.
struct FuzzTarget: Sendable {
  /// Its name on the command line, and the name of its seeds' folder in `Fixtures/fuzz`.
  let name: String
  /// What it runs.
  let summary: String
  /// The maximum bytes of an input.
  let longest: Int
  /// Whether it writes to standard output and standard error, which are then closed.
  let isLoud: Bool
  /// Runs it once.
  let run: @Sendable ([UInt8]) -> Void

  init(
    _ name: String, _ summary: String, longest: Int, isLoud: Bool = false, _ run: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.longest = longest
    self.isLoud = isLoud
    self.run = run
  }

  /// All targets.
  static let all = [
    png, pixmap, slot, pack, record, script, path, outlines, word, rebuild, drawing,
  ]

  /// The target that this program runs.
  nonisolated(unsafe) static var chosen: FuzzTarget?

  /// Ends the program because a property does not hold.
  static func broken(_ what: String) -> Never { fatalError("broken promise: \(what)") }
}
