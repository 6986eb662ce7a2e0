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

  /// Warnings, each with the line that it is about.
  var warnings: [String] = []
  /// Failures of lines, and the one that ended the work.
  var failures: [LineFailure] = []
  /// The size of the written picture; nil if none was written.
  var size: CanvasSize?
}
