/// Where a picture is shown: the terminal of standard output, or a file or pipe.
package struct ViewTerminal: Equatable, Sendable {
  /// How it is shown.
  package let pictureProtocol: PictureProtocol
  /// Whether standard output is a terminal.
  package let isTerminal: Bool
  /// The terminal's columns.
  package var columns: Int
  /// Its rows; nil for as many as needed.
  package var rows: Int?
  /// The size of its cells; nil if it is not known.
  package var cell: CellSize?
  /// Whether tmux is between the program and the terminal.
  package let isInTmux: Bool
  /// Why it will not show the picture; nil if nothing is known against it.
  package var warning: String?

  package init(
    pictureProtocol: PictureProtocol, isTerminal: Bool, columns: Int, rows: Int?, cell: CellSize?, isInTmux: Bool
  ) {
    self.pictureProtocol = pictureProtocol
    self.isTerminal = isTerminal
    self.columns = columns
    self.rows = rows
    self.cell = cell
    self.isInTmux = isInTmux
  }
}
