import PaintFilters

/// `paint completion bash`: a script for completion in bash, generated from the tables.
///
/// zsh runs it too, after `autoload bashcompinit; bashcompinit`.
enum CompletionCommand {
  static let spec = CommandSpec(
    .completion, "completion", operands: "bash", operandCount: 1...1,
    operandWords: ["bash"],
    summary: "print a script that completes words in bash",
    details: ["In ~/.bashrc: source <(paint completion bash)"],
    standalone: { (line, console) throws(Failure) in
      guard line.operandText(0) == "bash" else {
        throw Failure(
          .badValue, "\(Failure.quoted(line.operandText(0) ?? "")) is an unsupported shell",
          hint: "paint completion bash; zsh runs that too, after bashcompinit")
      }
      console.print(bash())
      return .done
    })

  /// The script.
  static func bash() -> String {
    var script = """
      # Completion of paint for bash; in ~/.bashrc: source <(paint completion bash)
      _paint() {
        local word=${COMP_WORDS[COMP_CWORD]} command= second= names= i
        for ((i = 1; i < COMP_CWORD; i++)); do
          case ${COMP_WORDS[i]} in
            -d | --document) ((i++)) ;;
            -*) ;;
            *)
              if [[ -z $command ]]; then command=${COMP_WORDS[i]}
              else second=${COMP_WORDS[i]}; break; fi ;;
          esac
        done
        case $command in
          '') names='\(commands.joined(separator: " ")) \(options(CommandSpec.commonOptions))' ;;
          stroke)
            case $second in

      """
    let specs = CommandTable.all
    for spec in specs where spec.group == "stroke" { script += row("        ", spec.name, options(of: spec)) }
    let brushes = specs.filter { $0.group == "stroke" }.map(\.name).joined(separator: " ")
    script += """
              *) names='\(brushes)' ;;
            esac ;;
          filter)
            case $second in

      """
    for description in FilterCatalog.descriptions {
      let names = ([description.name] + description.aliases).joined(separator: " | ")
      let parameters = description.parameters.map { "--\($0.name)" }
      script += row(
        "        ", names, (parameters + ["+", options(of: CommandTable.spec(.filter))]).joined(separator: " "))
    }
    let filters = FilterCatalog.descriptions.flatMap { [$0.name] + $0.aliases }.joined(separator: " ")
    script += """
              *) names='\(filters) \(options(of: CommandTable.spec(.filter)))' ;;
            esac ;;

      """
    for spec in specs where spec.group == nil && spec.id != .filter {
      script += row("    ", spec.name, ([options(of: spec)] + spec.operandWords).joined(separator: " "))
    }
    return script + """
        esac
        COMPREPLY=($(compgen -W "$names" -- "$word"))
      }
      complete -o default -F _paint paint
      """
  }

  private static var commands: [String] {
    CommandTable.all.filter { $0.group == nil }.map(\.name) + ["stroke", "help"]
  }

  private static func row(_ indent: String, _ pattern: String, _ names: String) -> String {
    "\(indent)\(pattern)) names='\(names)' ;;\n"
  }

  private static func options(of spec: CommandSpec) -> String {
    options(spec.options + (spec.isEdit ? CommandSpec.editOptions : []) + CommandSpec.commonOptions)
  }

  private static func options(_ ids: [OptionID]) -> String {
    ids.flatMap { id -> [String] in
      let option = OptionSpec.spec(id)
      if case .reversible = option.form { return ["--\(option.name)", "--no-\(option.name)"] }
      return ["--\(option.name)"]
    }.joined(separator: " ")
  }
}
