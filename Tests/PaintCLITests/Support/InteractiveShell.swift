import Glibc
import SystemPackage
import Testing

/// A shell on a terminal of its own, at whose prompt lines are typed, with paint's completion.
///
/// In it `paint` is a function that shows its arguments, so that a typed line tells how the shell reads what completion
/// has inserted. The completion runs the built program.
final class InteractiveShell {
  /// The shells that have completion.
  enum Kind: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case bash, zsh, fish

    var testDescription: String { rawValue }

    /// Its program; nil if it is not installed.
    var path: String? { ["/usr/bin/", "/bin/"].map { $0 + rawValue }.first { access($0, X_OK) == 0 } }

    /// The shells that are not installed.
    static var missing: [String] { allCases.filter { $0.path == nil }.map(\.rawValue) }
  }

  /// What a typed line did.
  struct Reply {
    /// The arguments of `paint`.
    var words: [String]
    /// What the terminal showed before, without escape sequences.
    var screen: String
  }

  struct Ended: Error, CustomStringConvertible {
    var screen: String
    var description: String { "the shell ended: \(screen)" }
  }

  private let terminal: PseudoTerminal
  private var unread: [UInt8] = []

  /// What the prompt shows, and the character that ends the arguments: neither is typed.
  private static let (prompt, end) = ("@>", "\u{6}")

  /// Starts a shell in the folder of `shell`, and waits for its prompt.
  init(_ kind: Kind, _ shell: Shell) throws {
    var words = ["--rcfile", "setup", "-i"]
    var variables = shell.environment.merging(["TERM": "xterm", "HOME": shell.folder.string]) { $1 }
    switch kind {
    case .bash: try shell.write("setup", Self.bashSetup)
    case .zsh:
      // As a package installs it: compinit finds the file.
      try shell.write("_paint", try shell.paint("completion zsh").output)
      try shell.write(".zshrc", Self.zshSetup)
      variables["ZDOTDIR"] = shell.folder.string
      words = ["-i", "-o", "no_global_rcs"]
    case .fish:
      try shell.write("setup", Self.fishSetup)
      words = ["--no-config", "-i", "-C", "source setup"]
    }
    guard let path = kind.path else { throw Errno.noSuchFileOrDirectory }
    // Wide, so that no line is broken.
    terminal = try PseudoTerminal(columns: 300, rows: 100, path, words, environment: variables, in: shell.folder)
    _ = try read(until: Self.prompt)
  }

  /// Types keys (`\t` completes) and Enter; returns the arguments that `paint` then gets.
  func type(_ keys: String) throws -> Reply {
    let text = try read(typing: "\(keys)\r", until: Self.end)
    _ = try read(until: Self.prompt)
    // Before each argument is a character that cannot be typed here, too.
    var parts = text.split(separator: "\u{5}", omittingEmptySubsequences: false).map(String.init)
    let screen = parts.removeFirst()
    // The terminal puts a carriage return before each newline.
    return Reply(words: parts.map { $0.replacing("\r\n", with: "\n") }, screen: Self.plain(screen))
  }

  /// Types keys, and returns the output up to a text, which is removed with it.
  private func read(typing keys: String = "", until text: String) throws -> String {
    let wanted = Array(text.utf8)
    var keys = Array(keys.utf8)
    while true {
      if keys.isEmpty, let found = unread.firstRange(of: wanted) {
        defer { unread.removeSubrange(..<found.upperBound) }
        return String(decoding: unread[..<found.lowerBound], as: UTF8.self)
      }
      guard let part = terminal.read(typing: &keys) else {
        throw Ended(screen: Self.plain(String(decoding: unread, as: UTF8.self)))
      }
      unread += part
    }
  }

  /// The text without escape sequences.
  private static func plain(_ text: String) -> String {
    text.replacing(#/\u{1b}(?:\[[0-9;?<=>]*[a-zA-Z]|[()].|\][^\u{7}]*\u{7}|[=>78])/#, with: "")
  }

  private static let bashSetup = #"""
    PS1='@>'
    bind 'set show-all-if-ambiguous on' 'set completion-query-items 0' 'set page-completions off'
    bind 'set enable-bracketed-paste off' 'set bell-style none'
    paint() { (($# == 0)) || printf '\5%s' "$@"; printf '\6'; }
    source <(command paint completion bash)
    """#

  private static let zshSetup = #"""
    PROMPT='@>'
    unsetopt prompt_sp prompt_cr beep automenu
    unset zle_bracketed_paste
    LISTMAX=10000
    fpath=($PWD $fpath)
    autoload -Uz compinit && compinit -D -u
    paint() { (( $# == 0 )) || printf '\5%s' "$@"; printf '\6' }
    """#

  private static let fishSetup = #"""
    function fish_prompt; printf '@>'; end
    set -g fish_autosuggestion_enabled 0
    set -g fish_greeting
    command paint completion fish | source
    function paint
      set -q argv[1]; and printf '\5%s' $argv
      printf '\6'
    end
    """#
}
