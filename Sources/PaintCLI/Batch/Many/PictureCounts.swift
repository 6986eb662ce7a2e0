/// The summary of many pictures.
struct PictureCounts: Sendable {
  private(set) var written = 0
  private(set) var skipped = 0
  private(set) var failed = 0
  /// The pictures among the written ones of which lines failed, under `--keep-going`.
  private(set) var incomplete = 0

  /// All pictures.
  var all: Int { written + skipped + failed }

  /// The exit code.
  var exitCode: ExitCode { failed + incomplete == 0 ? .done : .failed }

  /// Counts a picture.
  mutating func add(_ report: PictureReport) {
    switch report.result {
    case .written:
      written += 1
      if !report.messages.failures.isEmpty { incomplete += 1 }
    case .skipped: skipped += 1
    case .failed: failed += 1
    }
  }

  /// `3 pictures: 1 written, 1 skipped, 1 failed, 0.2 s`.
  func text(seconds: Double) -> String {
    var text = "\(NumberText.counted(all, "picture")): \(written) written"
    if incomplete > 0 { text += " (\(incomplete) of them incomplete)" }
    return text + ", \(skipped) skipped, \(failed) failed, \(NumberText.text(seconds)) s"
  }

  /// The summary as an object.
  func json(seconds: Double) -> JSONWriter {
    var json = JSONWriter()
    json.beginObject()
    json.field("pictures", all)
    json.field("written", written)
    json.field("skipped", skipped)
    json.field("failed", failed)
    json.field("incomplete", incomplete)
    json.field("seconds", seconds)
    json.endObject()
    json.endLine()
    return json
  }
}
