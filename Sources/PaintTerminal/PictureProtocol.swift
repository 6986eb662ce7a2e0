/// How a picture is shown on a terminal, as typed after `--protocol`.
package enum PictureProtocol: String, CaseIterable, Sendable {
  /// The graphics protocol of kitty.
  case kitty
  /// The inline images of iTerm2.
  case iterm2
  /// Sixels, the graphics of DEC's terminals.
  case sixel
  /// Half blocks in 24-bit colours.
  case blocks
  /// Half blocks in the 256 colours of xterm.
  case blocks256
  /// Characters without colours.
  case ascii

  /// The encoder; a new protocol is one line here and one file.
  package var encoder: any TerminalPicture {
    switch self {
    case .kitty: KittyPicture()
    case .iterm2: ITerm2Picture()
    case .sixel: SixelPicture()
    case .blocks: BlocksPicture(.trueColor)
    case .blocks256: BlocksPicture(.indexed)
    case .ascii: ASCIIPicture()
    }
  }

  /// Whether tmux has to pass it on to the terminal around it, because it does not know it itself.
  package var needsPassing: Bool { self == .kitty || self == .iterm2 }

  /// The best protocol that only uses text, by the environment variables.
  package static func text(isTerminal: Bool, noColor: String?, colorTerm: String?, term: String?) -> PictureProtocol {
    guard (noColor ?? "").isEmpty else { return .ascii }
    // A file or a pipe has no colours of its own.
    guard isTerminal else { return .blocks }
    guard TerminalColors.areAllowed(noColor: noColor, term: term) else { return .ascii }
    return ColorChip.palette(colorTerm: colorTerm, term: term) == .trueColor ? .blocks : .blocks256
  }
}
