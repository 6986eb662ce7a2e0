import PaintEditing
import PaintFormats
import PaintHistory
import PaintRaster
import SystemPackage

extension Session {
  /// `paint export 'step-%05d.png' --each [A..B]`: one picture per revision.
  func exportEach(
    _ range: RevisionRange, to name: NumberedName, of target: FilePath, _ box: BoxArgument?,
    as encoding: PictureEncoding
  ) throws {
    let numbers = try revisions(from: range.first, to: range.last)
    let first = try history.revision(numbers.first ?? 0)
    let region = try region(box, on: first.size)
    if isDryRun {
      try checkTarget(target)
      return try report(numbers, name, region)
    }
    let progress = Progress(
      "writing \(target.string)", console: console, clock: history.options.disk, interruption: Progress.filesAreKept)
    let warnings = try document.exportEach(
      numbers, region: region, as: encoding, on: history.options.disk, force: forces, to: name.path
    ) { progress.show($0, of: $1) }
    for warning in warnings { console.warn(warning) }
    try report(numbers, name, region)
  }

  private func report(_ numbers: [Int], _ name: NumberedName, _ region: PixelBox?) throws {
    if console.isJSON {
      if console.isQuiet { return }
      for number in numbers {
        var size = region
        if size == nil { size = try history.revision(number).size.box }
        var json = beginResult()
        json.field("file", name.path(number))
        json.field("revision", number)
        json.field("width", size?.width)
        json.field("height", size?.height)
        finishWritten(&json)
      }
    } else if !isScript || isDryRun, let first = numbers.first, let last = numbers.last {
      let pictures = NumberText.counted(numbers.count, "picture")
      let names = numbers.count == 1 ? [first] : [first, last]
      let files = names.map { Failure.oneLine(name.path($0).string) }.joined(separator: " to ")
      console.report("\(wrote) \(pictures), \(files)")
    }
  }
}
