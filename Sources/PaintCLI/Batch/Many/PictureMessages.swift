import PaintRaster

/// What one picture of many has to say.
struct PictureMessages: Sendable {
  /// A failure, and the line of the script where it happened.
  struct LineFailure: Sendable {
    var failure: Failure
    /// The number of the line; nil if the failure is not about a line.
    var line: Int?
    /// The line as `SCRIPT:LINE`; empty if the failure is not about a line.
    var place: String

    /// The message, with its line.
    var message: String { place.isEmpty ? failure.message : "\(place): \(failure.message)" }
  }

  /// A warning, and the line of the script that it is about; nil for none.
  struct Warning: Sendable {
    var text: String
    var place: ScriptPlace?

    /// The message, with its line.
    var message: String { place.map { "\($0.text): \(text)" } ?? text }
  }

  /// Warnings.
  var warnings: [Warning] = []
  /// Failures of lines, and the one that ended the work.
  var failures: [LineFailure] = []
  /// The size of the written picture; nil if none was written.
  var size: CanvasSize?
}
