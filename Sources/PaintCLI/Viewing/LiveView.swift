import PaintHistory
import PaintRaster
import PaintTerminal
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The picture of a drawing on the whole screen of the terminal, with a line below, for `paint watch --view`.
///
/// It uses the terminal's other screen, so that the text from before is there again afterwards. A new picture is drawn
/// over the one before, between the escapes of synchronized output, so that it does not flicker.
final class LiveView {
  /// What the user wants to see after a signal.
  enum Reaction: Equatable {
    case nothing
    /// The picture is to be drawn again.
    case redraw
    /// The process is to end; `end()` does it.
    case end
  }

  private static let enter = Array("\u{1b}[?1049h\u{1b}[?25l".utf8)
  private static let leave = Array("\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l".utf8)
  private static let beginFrame = "\u{1b}[?2026h\u{1b}[H"
  private static let endFrame = "\u{1b}[K\u{1b}[J\u{1b}[?2026l"
  private static let erase = "\u{1b}[2J"

  private let line: ParsedLine
  private let console: Console
  private let path: FilePath
  private let viewing: ViewOptions
  private let options: History.Options
  private var terminal: ViewTerminal
  private var signals: ScreenSignals?
  /// The signal that ends the process.
  private var received: Int32?
  private var isOnScreen = false
  /// What the last picture covered; nil if the screen has to be erased first.
  private var covered: Covered?

  private struct Covered: Equatable {
    var columns: Int
    var rows: Int
    var grid: PictureGrid?
  }

  /// Finds out what the terminal of standard output can show.
  ///
  /// Throws `bad_value` if standard output is no terminal.
  init(_ line: ParsedLine, _ viewing: ViewOptions, of path: FilePath, console: Console) throws(Failure) {
    guard Terminal.isTerminal(1) else {
      throw Failure(
        .badValue, "watch --view draws on a terminal, and the output is none",
        hint: "paint watch prints a line for each step; paint view prints one picture")
    }
    self.line = line
    self.console = console
    self.path = path
    self.viewing = viewing
    options = try Session.options(line)
    terminal = ViewTerminal.find(viewing.wanted, clock: options.disk)
    if let warning = terminal.warning { console.warnImmediately(warning) }
  }

  /// Can be read when `react()` has something to do; -1 for never.
  var descriptor: Int32 { signals?.descriptor ?? -1 }

  /// Draws a revision, with a line below.
  ///
  /// What cannot be shown is said in that line, except for the first picture, whose failure is thrown.
  ///
  /// - Parameter number: the revision; the current one if it is nil or no longer there.
  func draw(_ number: Int?, _ text: String) throws(Failure) {
    do throws(Failure) {
      try drawPicture(number, text)
    } catch {
      guard isOnScreen, error.code != .writeFailed else { throw error }
      covered = nil
      try write(Self.erase, [], error.message)
    }
  }

  private func drawPicture(_ number: Int?, _ text: String) throws(Failure) {
    let session = try Session(line, for: .reading, console: console, at: path)
    let (view, bytes) = try session.catching {
      var word = RevisionArgument.current
      if let number, (try? session.history.revision(number)) != nil { word = .number(number) }
      let rows = try DiffSide(.revision(word), viewing.reading, in: session, options).rows
      let box = try viewing.region?.part(of: rows.size) ?? rows.size.box
      let view = try PictureView(of: box, zoom: viewing.zoom, gridEvery: viewing.grid, on: terminal)
      let pixels = try rows.scaled(view.layout.box, to: view.layout.size)
      // The same number each time, so that the terminal replaces the picture; another watch has another one.
      return (view, try view.bytes(pixels, background: viewing.background, imageID: Int(getpid())))
    }
    let covers = Covered(columns: view.columns, rows: view.rows, grid: view.grid)
    // Through transparent pixels the picture before would be seen.
    let isErased = covers != covered || viewing.background?.alpha == 0
    covered = covers
    try write(isErased ? Self.erase : "", bytes, text)
  }

  private func write(_ erase: String, _ picture: [UInt8], _ text: String) throws(Failure) {
    enterScreen()
    let shown = console.isQuiet ? "" : TextWidth.cut(text, to: max(1, terminal.columns - 1))
    try TerminalOutput.write(
      Array((Self.beginFrame + erase).utf8) + picture + Array((shown + Self.endFrame).utf8))
  }

  /// Does what the signals since the last call ask for.
  func react() throws(Failure) -> Reaction {
    var reaction = Reaction.nothing
    while let meaning = signals?.next() {
      switch meaning {
      case .end(let number):
        received = number
        return .end
      case .stop(let number):
        leaveScreen()
        raise(number)
        // Only now the process continues.
        enterScreen()
        reaction = .redraw
      case .resized: reaction = .redraw
      }
    }
    if reaction == .redraw {
      terminal = terminal.resized()
      covered = nil
    }
    return reaction
  }

  /// Restores the screen; ends the process if a signal asked for that.
  ///
  /// - Parameter text: a line for the screen from before.
  func end(_ text: String? = nil) {
    guard isOnScreen else { return }
    leaveScreen()
    if let received {
      raise(received)
    } else if let text, !console.isQuiet {
      console.print(text)
    }
  }

  private func enterScreen() {
    guard !isOnScreen else { return }
    signals = ScreenSignals()
    isOnScreen = true
    covered = nil
    try? TerminalOutput.write(Self.enter)
  }

  private func leaveScreen() {
    guard isOnScreen else { return }
    isOnScreen = false
    // Not held up by signals that wait.
    _ = Descriptor.write(1, Self.leave, from: 0)
    signals = nil
  }
}
