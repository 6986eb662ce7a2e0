/// `paint schema`: the shapes of all answers, and all commands, options, values and filters, as one JSON document.
enum SchemaCommand {
  static let spec = CommandSpec(
    .schema, purpose: .scripts,
    summary: "print all commands, options and answers as a JSON Schema",
    examples: {
      [
        Example("paint schema >paint-schema.json", "one file with all answers, commands, options, ranges and defaults"),
        Example("paint schema | grep -c unknown_color", "look a name up: the line is there"),
      ]
    },
    details: [
      "One JSON document, for programs that run paint: each line that another command prints with --json",
      "is valid against it. Its definitions are the answers. Next to them it has commands, with operands,",
      "options, defaults, examples and the names of their answers; values, with the words and ranges that are valid; filters; and",
      "exit_codes, with the names of all errors. paint help json describes answers for people.",
    ],
    standalone: { (_, console) throws(Failure) in
      SchemaDocument.write(to: &console.json)
      console.json.endLine()
      return .done
    })
}
