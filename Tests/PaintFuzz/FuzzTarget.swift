/// Something that reads bytes from outside, to be run on any bytes at all.
///
/// A target ends the program where its promise is broken: by a trap, a sanitizer or `broken`.
struct FuzzTarget: Sendable {
  /// Its name on the command line, and that of its seeds' folder in `Fixtures/fuzz`.
  let name: String
  /// What it runs.
  let summary: String
  /// Bytes of its longest input.
  let longest: Int
  /// Whether it writes to standard output and standard error, which are closed then.
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

  /// All of them.
  static let all = [
    png, pixmap, slot, pack, record, script, path, outlines, word, rebuild, drawing,
  ]

  /// The one that this program runs.
  nonisolated(unsafe) static var chosen: FuzzTarget?

  /// Ends the program: what was found is no bug of the fuzzer.
  static func broken(_ what: String) -> Never { fatalError("broken promise: \(what)") }
}
