/// A way to show a picture on a terminal.
package protocol TerminalPicture: Sendable {
  /// The pixels of the picture that a cell shows; nil for those of the terminal's own cells.
  var cell: CellSize? { get }
  /// Whether pixels can be transparent in part.
  var hasAlpha: Bool { get }
  /// Whether the squares of a checkerboard would only be noise, so that transparent pixels show the terminal.
  var showsGround: Bool { get }

  /// Encodes a picture.
  func encode(_ picture: ShownPicture) throws(TerminalError) -> EncodedPicture
}

extension TerminalPicture {
  package var cell: CellSize? { nil }
  package var hasAlpha: Bool { false }
  package var showsGround: Bool { false }
}

/// A picture as a terminal takes it.
package enum EncodedPicture {
  /// Text, a row of cells each, without line ends.
  case text([[UInt8]])
  /// A sequence that draws the picture with its top left corner at the cursor; afterwards the cursor is anywhere.
  case image([UInt8])
}

/// The pixels of a terminal's cell.
package struct CellSize: Equatable, Sendable {
  package let width: Int
  package let height: Int

  /// The cell of the VT340, for terminals that do not answer.
  package static let usual = CellSize(width: 10, height: 20)

  /// A size that a terminal answered; nil if it is not plausible.
  package init?(answered width: Int, by height: Int) {
    guard (1...256).contains(width), (1...512).contains(height) else { return nil }
    self.init(width: width, height: height)
  }

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
