/// The scripts for shells: they pass the line on, and show the answer by the shell's own means.
///
/// A script contains no names of commands and options, so it need not be new when the program is.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// The script, without a newline at its end.
  var text: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }
}
