/// `paint completion bash|zsh|fish`: prints the script of a shell; the scripts ask `paint completion words` or `line`.
enum CompletionCommand {
  static let spec = CommandSpec(
    .completion, purpose: .scripts, operands: "bash|zsh|fish", operandCount: 1...Int.max,
    operandKinds: [.words(CompletionScript.allCases.map(\.rawValue)), .anything],
    summary: "print a script that completes words in bash, zsh or fish",
    examples: {
      [
        Example("echo 'source <(paint completion bash)' >>~/.bashrc", "complete words in each new bash"),
        Example("paint completion bash >paint.bash", "write the script to a file"),
      ]
    },
    answers: { [.completion] },
    details: [
      "In ~/.bashrc: source <(paint completion bash). In ~/.zshrc, after compinit: source <(paint completion",
      "zsh). In ~/.config/fish/config.fish: paint completion fish | source.",
      "Commands, options, values, colours, filters, fonts, revisions, branches and files are completed. At",
      "each TAB the script asks paint, which reads the document then, waits for nothing and changes nothing.",
      "For other shells, paint completion words N -- WORD … prints what can be in place of the N-th word",
      "after paint, from 0: a line with words, or with the files that can be there (files, files ENDING …,",
      "folders or programs); a line with the part of the word that stays; then one word per line, with a",
      "tab and a description. The script of bash asks paint completion line -- HEAD TAIL BREAKS: the line up",
      "to the cursor, the rest, and its COMP_WORDBREAKS. Both print nothing if they cannot answer.",
    ],
    standalone: { (line, console) throws(Failure) in
      let form = line.operandText(0) ?? ""
      if let script = CompletionScript(rawValue: form) {
        guard line.operands.count == 1 else {
          throw Failure(
            .unexpectedWord, "completion: unexpected \(Failure.quoted(line.operandText(1) ?? ""))",
            hint: "usage: paint completion \(form)")
        }
        write(script, to: console)
        return .done
      }
      let words = line.operands.dropFirst().map { Array(line.words.bytes[$0]) }
      switch form {
      case "words": CompletionQuestion.words(words)
      case "line": CompletionQuestion.line(words)
      default:
        throw Failure(
          .badValue, "\(Failure.quoted(form)) is an unsupported shell",
          hint: NearestName.hint(for: form, among: CompletionScript.allCases.map(\.rawValue))
            ?? "paint completion bash, zsh or fish")
      }
      return .done
    })

  private static func write(_ script: CompletionScript, to console: Console) {
    guard console.isJSON else { return console.print(script.text) }
    console.json.beginObject()
    console.json.field("shell", script.rawValue)
    console.json.field("script", script.text)
    console.json.endObject()
    console.json.endLine()
  }
}
