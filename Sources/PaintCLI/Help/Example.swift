/// A command line that a user can run, with a short explanation.
///
/// Those of one text run in its order, in a folder with the files that they name; a test runs all of them.
package struct Example: Equatable, Sendable {
  /// The line for the shell.
  package let line: String
  /// What it does: not a sentence, without a full stop.
  package let text: String
  /// How it ends.
  package let exitCode: ExitCode

  /// Creates an example that ends with success, or as its text says.
  package init(_ line: String, _ text: String, exitCode: ExitCode = .done) {
    self.line = line
    self.text = text
    self.exitCode = exitCode
  }
}
