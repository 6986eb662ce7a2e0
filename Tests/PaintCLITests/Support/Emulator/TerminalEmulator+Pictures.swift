import PaintRaster

extension TerminalEmulator {
  /// The picture that half blocks show, from a cell on; nil where the terminal shows itself.
  ///
  /// - Parameters:
  ///   - column: the first column.
  ///   - row: the first line, counted from the first one that was written.
  func halfBlocks(column: Int = 0, row: Int = 0, width: Int, height: Int) -> [[Pixel?]] {
    let all = history + cells
    return (0..<height).map { y in
      (0..<width).map { x in
        let cell = all[row + y / 2][column + x]
        switch cell.glyph {
        case "▀": return y % 2 == 0 ? cell.text : cell.ground
        case "▄": return y % 2 == 0 ? cell.ground : cell.text
        default: return cell.ground
        }
      }
    }
  }

  /// The same as a picture, in which the terminal itself is transparent.
  func halfBlockPicture(column: Int = 0, row: Int = 0, width: Int, height: Int) -> Picture {
    let rows = halfBlocks(column: column, row: row, width: width, height: height)
    return Picture(width: width, height: height, pixels: rows.joined().map { $0?.bits ?? 0 })
  }

  /// The screen of a terminal that shows a file.
  static func showing(_ output: [UInt8], columns: Int = 80, rows: Int = 24) -> TerminalEmulator {
    var terminal = TerminalEmulator(columns: columns, rows: rows)
    // The terminal's driver moves to the beginning of the next line.
    for line in output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
      terminal.feed(line)
      terminal.feed([13, 10])
    }
    return terminal
  }
}
