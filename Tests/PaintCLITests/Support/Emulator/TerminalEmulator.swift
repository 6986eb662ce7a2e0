import PaintRaster

@testable import PaintCLI
@testable import PaintTerminal

/// A plain terminal: what a program writes becomes cells and pictures on a screen, and questions are answered.
struct TerminalEmulator {
  /// What the terminal can do, and how it answers.
  struct Abilities {
    var hasKitty = false
    var hasSixel = false
    /// Its answer to XTVERSION; nil for none.
    var name: String?
    /// The size of its cells in pixels.
    var cell = (width: 10, height: 20)
    /// Whether it answers the question for the size of its cells.
    var tellsCell = true
    /// Whether it answers at all.
    var isMute = false
    /// Bytes that it sends before and between its answers.
    var noise: [UInt8] = []
    /// Whether it is tmux, which passes sequences on to the terminal around it.
    var isTmux = false
  }

  /// A cell of text; nil colours are the terminal's own.
  struct Cell: Equatable {
    var glyph: Unicode.Scalar = " "
    var text: Pixel?
    var ground: Pixel?
  }

  /// A picture on the screen.
  struct Image {
    /// The cell of its top left corner.
    var column: Int
    var row: Int
    /// Its pixels; transparent ones show the terminal.
    var picture: Picture
    /// The cells over which it is stretched; nil for its own size.
    var cells: (columns: Int, rows: Int)?
    /// How it was sent.
    var pictureProtocol: PictureProtocol
    /// The number by which it can be replaced; nil for none.
    var number: String?
  }

  private(set) var columns: Int
  private(set) var rows: Int
  let abilities: Abilities
  private(set) var cells: [[Cell]]
  /// Lines that were scrolled away, and those of the screen.
  private(set) var history: [[Cell]] = []
  private(set) var images: [Image] = []
  private(set) var cursor = (column: 0, row: 0)
  private(set) var questions = 0
  /// How text was coloured last; `ascii` if it never was.
  private(set) var textProtocol = PictureProtocol.ascii
  private(set) var isCursorShown = true
  /// Whether the program is between two pictures of the screen, of which only the second one is to be seen.
  private(set) var isInFrame = false
  /// How often a picture of the screen was complete.
  private(set) var frames = 0
  /// What the screen showed before the program took it as a whole; nil if it did not.
  private var otherScreen: (cells: [[Cell]], history: [[Cell]], images: [Image], cursor: (column: Int, row: Int))?
  /// Sequences that it does not know.
  private(set) var unknown: [String] = []
  /// What it sends to the program.
  var answers: [UInt8] = []

  private var saved = (column: 0, row: 0)
  private var pen = Cell()
  private var pending: [UInt8] = []
  private var kittyPayload: [UInt8] = []
  private var kittyKeys: [String: String] = [:]

  init(columns: Int = 80, rows: Int = 24, _ abilities: Abilities = Abilities()) {
    self.columns = columns
    self.rows = rows
    self.abilities = abilities
    cells = [[Cell]](repeating: [Cell](repeating: Cell(), count: columns), count: rows)
  }

  /// The text of all lines, scrolled or not, without blanks at their ends.
  var lines: [String] {
    (history + cells).map { line in
      var text = String(String.UnicodeScalarView(line.map(\.glyph)))
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// Whether the program has the whole screen.
  var isOnOtherScreen: Bool { otherScreen != nil }

  /// Changes the size of the window; what it showed is lost.
  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = [[Cell]](repeating: [Cell](repeating: Cell(), count: columns), count: rows)
    (history, images, cursor) = ([], [], (0, 0))
  }

  /// Interprets bytes that the program wrote; the rest of an incomplete sequence may come later.
  mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var index = 0
    while index < pending.count, let next = take(at: index) { index = next }
    pending.removeFirst(index)
  }

  /// Whether a sequence is not complete.
  var isInSequence: Bool { !pending.isEmpty }

  // MARK: Text

  /// Interprets what begins at a place; returns the place after it, or nil if it is not complete.
  private mutating func take(at start: Int) -> Int? {
    switch pending[start] {
    case 0x1b: return takeEscape(at: start)
    case 0x0a:
      lineFeed()
      return start + 1
    case 0x0d:
      cursor.column = 0
      return start + 1
    case 0..<0x20: return start + 1
    case let lead:
      let length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
      guard start + length <= pending.count else { return nil }
      let text = String(decoding: pending[start..<start + length], as: UTF8.self)
      for scalar in text.unicodeScalars { put(scalar) }
      return start + length
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    // A character after the last column begins the next line.
    if cursor.column == columns {
      cursor.column = 0
      lineFeed()
    }
    var cell = pen
    cell.glyph = scalar
    cells[cursor.row][cursor.column] = cell
    cursor.column += 1
  }

  private mutating func lineFeed() {
    guard cursor.row == rows - 1 else { return cursor.row += 1 }
    history.append(cells.removeFirst())
    cells.append([Cell](repeating: Cell(), count: columns))
    for index in images.indices { images[index].row -= 1 }
  }

  // MARK: Sequences

  private mutating func takeEscape(at start: Int) -> Int? {
    guard start + 1 < pending.count else { return nil }
    switch pending[start + 1] {
    case UInt8(ascii: "7"): saved = cursor
    case UInt8(ascii: "8"): cursor = saved
    case UInt8(ascii: "\\"): break
    case UInt8(ascii: "["): return takeControl(at: start + 2)
    case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"): return takeString(at: start + 2)
    default: unknown.append("ESC \(pending[start + 1])")
    }
    return start + 2
  }

  private mutating func takeControl(at start: Int) -> Int? {
    guard let end = pending[start...].firstIndex(where: { (0x40...0x7e).contains($0) }) else { return nil }
    let words = String(decoding: pending[start..<end], as: UTF8.self)
    let numbers = words.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    switch (Unicode.Scalar(pending[end]), words) {
    case ("A", _): cursor.row = max(0, cursor.row - count)
    case ("B", _): cursor.row = min(rows - 1, cursor.row + count)
    case ("C", _): cursor.column = min(columns - 1, cursor.column + count)
    case ("m", _): setPen(numbers)
    case ("K", ""):
      for column in cursor.column..<max(cursor.column, columns) { cells[cursor.row][column] = Cell() }
    case ("H", ""): cursor = (0, 0)
    case ("J", ""):
      for column in cursor.column..<max(cursor.column, columns) { cells[cursor.row][column] = Cell() }
      for row in cursor.row + 1..<max(cursor.row + 1, rows) {
        cells[row] = [Cell](repeating: Cell(), count: columns)
      }
    case ("J", "2"):
      cells = [[Cell]](repeating: [Cell](repeating: Cell(), count: columns), count: rows)
      images = []
    case ("h", "?25"), ("l", "?25"): isCursorShown = pending[end] == UInt8(ascii: "h")
    case ("h", "?2026"): isInFrame = true
    case ("l", "?2026"): (isInFrame, frames) = (false, frames + 1)
    case ("h", "?1049"):
      otherScreen = (cells, history, images, cursor)
      resize(columns: columns, rows: rows)
    case ("l", "?1049"):
      guard let other = otherScreen.take() else { return end + 1 }
      (cells, history, images, cursor) = other
    case ("q", ">"):
      if let name = abilities.name { answer("\u{1b}P>|\(name)\u{1b}\\") }
    case ("t", "16"):
      if abilities.tellsCell { answer("\u{1b}[6;\(abilities.cell.height);\(abilities.cell.width)t") }
    case ("c", ""): answer(abilities.hasSixel ? "\u{1b}[?62;4;22c" : "\u{1b}[?62;22c")
    default: unknown.append("CSI \(words) \(Unicode.Scalar(pending[end]))")
    }
    return end + 1
  }

  private mutating func answer(_ text: String) {
    questions += 1
    if !abilities.isMute { answers += abilities.noise + Array(text.utf8) }
  }

  private mutating func setPen(_ numbers: [Int]) {
    var rest = numbers[...]
    while let code = rest.popFirst() {
      switch code {
      case 0: pen = Cell()
      case 39: pen.text = nil
      case 49: pen.ground = nil
      case 38, 48:
        let color: Pixel
        textProtocol = rest.first == 2 ? .blocks : .blocks256
        if rest.popFirst() == 2 {
          let samples = (0..<3).map { _ in UInt8(rest.popFirst() ?? 0) }
          color = Pixel(red: samples[0], green: samples[1], blue: samples[2])
        } else {
          color = Self.indexed[rest.popFirst() ?? 0]
        }
        if code == 38 { pen.text = color } else { pen.ground = color }
      default: unknown.append("SGR \(code)")
      }
    }
  }

  /// The 256 colours of xterm; the first 16 depend on its settings.
  static let indexed: [Pixel] = {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    var colors = [Pixel](repeating: .black, count: 16)
    for red in levels {
      for green in levels { for blue in levels { colors.append(Pixel(red: red, green: green, blue: blue)) } }
    }
    for step in 0..<24 {
      let grey = UInt8(8 + 10 * step)
      colors.append(Pixel(red: grey, green: grey, blue: grey))
    }
    return colors
  }()

  private mutating func takeString(at start: Int) -> Int? {
    let kind = pending[start - 1]
    var end = start
    while end < pending.count {
      if kind == UInt8(ascii: "]"), pending[end] == 7 { break }
      if pending[end] == 0x1b {
        guard end + 1 < pending.count else { return nil }
        if pending[end + 1] == UInt8(ascii: "\\") { break }
        // In a sequence for the terminal around tmux, escapes are doubled.
        end += 1
      }
      end += 1
    }
    guard end < pending.count else { return nil }
    let content = Array(pending[start..<end])
    let next = pending[end] == 7 ? end + 1 : end + 2
    switch kind {
    case UInt8(ascii: "_"): takeKitty(content)
    case UInt8(ascii: "]"): takeITerm2(content)
    default: takeDevice(content)
    }
    return next
  }

  private mutating func takeDevice(_ content: [UInt8]) {
    let prefix = Array("tmux;".utf8)
    if content.starts(with: prefix) {
      guard abilities.isTmux else { return unknown.append("passed through nothing") }
      // The terminal around it has the same screen here.
      var inner: [UInt8] = []
      var isEscape = false
      for byte in content.dropFirst(prefix.count) {
        isEscape = byte == 0x1b && !isEscape
        if !isEscape { inner.append(byte) }
      }
      var outer = TerminalEmulator(columns: columns, rows: rows, Abilities(hasKitty: true))
      swap(&outer.kittyPayload, &kittyPayload)
      swap(&outer.kittyKeys, &kittyKeys)
      outer.cursor = cursor
      outer.feed(inner)
      if outer.isInSequence || !outer.unknown.isEmpty { unknown.append("a sequence that was cut") }
      swap(&outer.kittyPayload, &kittyPayload)
      swap(&outer.kittyKeys, &kittyKeys)
      images += outer.images
      return
    }
    guard let picture = SixelReader.read(content) else { return unknown.append("a DCS that is no sixel picture") }
    show(picture, cells: nil, .sixel)
  }

  private mutating func show(
    _ picture: Picture, cells: (Int, Int)?, _ pictureProtocol: PictureProtocol, number: String? = nil
  ) {
    images.removeAll {
      // One in the same place covers it, and one with the same number replaces it.
      number != nil && $0.number == number || ($0.column, $0.row) == cursor && number == nil
    }
    images.append(
      Image(
        column: cursor.column, row: cursor.row, picture: picture, cells: cells, pictureProtocol: pictureProtocol,
        number: number))
  }

  // MARK: Pictures

  private mutating func takeKitty(_ content: [UInt8]) {
    guard content.first == UInt8(ascii: "G"), !abilities.isTmux else { return unknown.append("an APC") }
    let parts = content.dropFirst().split(separator: UInt8(ascii: ";"), maxSplits: 1)
    var keys: [String: String] = [:]
    for pair in String(decoding: parts.first ?? [], as: UTF8.self).split(separator: ",") {
      let halves = pair.split(separator: "=").map(String.init)
      if halves.count == 2 { keys[halves[0]] = halves[1] }
    }
    if keys["a"] == "q" {
      if abilities.hasKitty { answer("\u{1b}_Gi=\(keys["i"] ?? "");OK\u{1b}\\") }
      return
    }
    if kittyPayload.isEmpty { kittyKeys = keys }
    let payload = parts.count > 1 ? Array(parts[1]) : []
    if payload.count > 4_096 { unknown.append("a chunk of \(payload.count) bytes") }
    kittyPayload += payload
    guard keys["m"] != "1" else { return }
    defer { kittyPayload = [] }
    guard kittyKeys["a"] == "T", kittyKeys["f"] == "100", kittyKeys["q"] == "2", kittyKeys["C"] == "1",
      let png = PlainBase64.bytes(kittyPayload), let picture = try? Picture(png)
    else { return unknown.append("kitty \(kittyKeys)") }
    let size = (kittyKeys["c"].flatMap(Int.init), kittyKeys["r"].flatMap(Int.init))
    if let columns = size.0, let rows = size.1 {
      show(picture, cells: (columns, rows), .kitty, number: kittyKeys["i"])
    } else {
      show(picture, cells: nil, .kitty, number: kittyKeys["i"])
    }
  }

  private mutating func takeITerm2(_ content: [UInt8]) {
    let text = content.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    let head = String(decoding: text.first ?? [], as: UTF8.self)
    let prefix = "1337;File="
    guard head.hasPrefix(prefix), text.count == 2, !abilities.isTmux, let png = PlainBase64.bytes(Array(text[1])),
      let picture = try? Picture(png)
    else { return unknown.append("OSC \(head)") }
    var keys: [String: String] = [:]
    for pair in head.dropFirst(prefix.count).split(separator: ";") {
      let halves = pair.split(separator: "=").map(String.init)
      if halves.count == 2 { keys[halves[0]] = halves[1] }
    }
    if keys["inline"] != "1" || keys["size"] != String(png.count) { unknown.append("iTerm2 \(keys)") }
    if keys["width"] == "\(picture.width)px", keys["height"] == "\(picture.height)px" {
      show(picture, cells: nil, .iterm2)
    } else if let columns = keys["width"].flatMap(Int.init), let rows = keys["height"].flatMap(Int.init) {
      show(picture, cells: (columns, rows), .iterm2)
    } else {
      unknown.append("iTerm2 \(keys)")
    }
  }
}
