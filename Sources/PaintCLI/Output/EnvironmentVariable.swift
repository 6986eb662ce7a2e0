/// The environment variables that the program reads; help, man pages and the reference list them.
package enum EnvironmentVariable: String, CaseIterable, Sendable {
  case document = "PAINT_DOCUMENT"
  case author = "PAINT_AUTHOR"
  case cache = "PAINT_CACHE"
  case historyMemory = "PAINT_HISTORY_MEMORY"
  case temporaryFolder = "TMPDIR"
  case columns = "COLUMNS"
  case noColor = "NO_COLOR"
  case term = "TERM"
  case colorTerm = "COLORTERM"
  case terminalProgram = "TERM_PROGRAM"
  case remoteTerminal = "LC_TERMINAL"
  case tmux = "TMUX"
  case sudoUser = "SUDO_UID"
  case visual = "VISUAL"
  case editor = "EDITOR"

  /// What it is for, without a full stop.
  package var meaning: String {
    switch self {
    case .document: "the drawing of commands without `-d`, whoever owns it"
    case .author: "who makes the steps of commands without `--author`"
    case .cache:
      "the memory for pixels of a drawing: a number of bytes, or `512K`, `32M`, `2G`; at least `64K` (default `32M`)"
    case .historyMemory:
      "with `batch --from` and `batch --size`: the memory for the steps of one picture, written as for `PAINT_CACHE`; "
        + "what is more goes to a file in `TMPDIR` (default `512M`)"
    case .temporaryFolder: "the folder for temporary files (default `/tmp`)"
    case .columns: "the width of help texts in columns (default: the width of the terminal, or 80)"
    case .noColor: "if it is not empty, nothing is coloured"
    case .term: "the kind of terminal; without it and for `dumb`, nothing is coloured"
    case .colorTerm: "`truecolor` or `24bit`: the terminal shows every colour exactly"
    case .terminalProgram: "the terminal's program, for one that shows pictures but does not answer `paint view`"
    case .remoteTerminal: "the same, as iTerm2 passes it on over ssh"
    case .sudoUser: "for root, the number of the user whose folders are searched for drawings, too; sudo sets it"
    case .visual: "the editor of `rebase --interactive`"
    case .editor: "the same, without `VISUAL` (default `vi`)"
    case .tmux: "if it is not empty, the terminal is in tmux, which has no pictures of kitty and iTerm2"
    }
  }
}
