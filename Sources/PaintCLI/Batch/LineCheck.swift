import PaintHistory
import PaintRaster

/// Checks the lines of a script one after the other: reads each as a run would, and runs none.
struct LineCheck {
  private let input: InputFile
  /// The sizes that the canvas may have; a line is wrong if it has the same error on all of them.
  private let canvases: [CanvasSize]
  private var settings: StrokeSettings
  private var nesting: GroupNesting

  /// Creates a check of lines of a script, which begins with these settings.
  init(
    of input: InputFile, _ command: ParsedLine, canvases: [CanvasSize], settings: StrokeSettings = StrokeSettings()
  ) {
    self.input = input
    self.canvases = canvases
    self.settings = settings
    nesting = GroupNesting(isSingle: command.has(.single))
  }

  /// Sizes with which an error that depends on the canvas shows that it does.
  static let anyCanvas = [1, 1_000, CanvasSize.maximumSide].compactMap { CanvasSize(width: $0, height: $0) }

  /// Checks the next line.
  ///
  /// Throws every error of its words that does not depend on the picture, and `bad_script` for groups that do not fit.
  mutating func check(_ line: ParsedLine, number: Int) throws(Failure) {
    try ScriptRun.check(line, of: input)
    _ = try line.value(.expect, ExpectedState.parse)
    guard let command = line.command else { return }
    switch try line.groupArgument() {
    case .begin: _ = nesting.begin(line: number)
    case .end: _ = try nesting.end()
    default: try nesting.check(line)
    }
    guard let kind = CommandTable.spec(command).command, !readsPipe(line) else { return }
    if let set = try read(line, as: kind) as? SetCommand { settings = set.settings(after: settings, line) }
  }

  /// Throws `bad_script` if the script ended in a group.
  func checkEnd() throws(Failure) { try nesting.checkEnd() }

  private func read(_ line: ParsedLine, as kind: any Command.Type) throws(Failure) -> (any Command)? {
    var first: Failure?
    for canvas in canvases {
      do throws(Failure) {
        return try kind.init(line, in: LineContext(settings: settings, canvas: canvas, isScript: true))
      } catch {
        guard first == nil || first == error else { return nil }
        first = error
      }
    }
    if let first { throw first }
    return nil
  }

  /// Whether the line has its points from a pipe, which can be read only once.
  private func readsPipe(_ line: ParsedLine) -> Bool {
    guard let points = line.path(.pointsFrom), let status = try? SystemDisk().status(of: points) else { return false }
    return status.kind == .other
  }
}
