// Answers about the program itself.
extension Answer {
  static var version: Answer {
    Answer(
      "version",
      "Version", "`--version` prints this.",
      [
        AnswerField("version", .text, "the version of the program"),
        AnswerField("document_format", .number, "the version of the documents that it writes; it reads earlier ones"),
      ])
  }

  static var commandHelp: Answer {
    Answer(
      "commandHelp",
      "Help of a command", "`--help` of a command prints this; without a command there is one line for each.",
      [
        AnswerField("name", .text, "the words that name it"),
        AnswerField("purpose", .text, "its heading in the overview"),
        AnswerField("summary", .text, "what it does"), AnswerField("usage", .text, "the usage line"),
        AnswerField(
          "operands",
          .object([
            AnswerField("usage", .text, "the operands as the usage line shows them"),
            AnswerField("least", .number, "the smallest number of operands"),
            AnswerField("most", .number, orNull: true, "the largest number of operands; null for any number"),
          ]), "its operands"), AnswerField("details", .list(.text), "paragraphs about it"),
        AnswerField(
          "examples",
          .list(
            .object([
              AnswerField("line", .text, "a line for the shell"), AnswerField("text", .text, "what it does"),
              AnswerField("exit", .number, "its exit code"),
            ])), "examples"),
        AnswerField("options", .list(.object(optionFields)), "all options that it takes"),
        AnswerField("edit", .truth, "whether it makes a step and prints a receipt"),
        AnswerField("script", .truth, "whether scripts may contain it"),
        AnswerField(
          "answers", .list(.text),
          "the names of the answers that it prints with `--json`, as `paint schema` defines them"),
      ])
  }

  static var completion: Answer {
    Answer(
      "completion",
      "Completion", "`completion` prints this.",
      [
        AnswerField("shell", .text, "`bash`, `zsh` or `fish`"),
        AnswerField("script", .text, "the script for the shell"),
      ])
  }

  static var topicHelp: Answer {
    Answer(
      "topicHelp",
      "Help of a topic", "`help TOPIC` prints this.",
      [
        AnswerField("topic", .text, "the topic"), AnswerField("summary", .text, "what it is about"),
        AnswerField("text", .text, "its text"),
      ])
  }

  private static let optionFields: [AnswerField] = [
    AnswerField("name", .text, "the name, with its dashes"),
    AnswerField("short", .text, orNull: true, "the short form, with its dash"),
    AnswerField("opposite", .text, orNull: true, "the option that switches it off"),
    AnswerField("value", .text, orNull: true, "the name of its value; null if it has none"),
    AnswerField("value_optional", .truth, "whether the value may be left out"),
    AnswerField("once", .truth, "whether it may be given only once"),
    AnswerField("default", .text, orNull: true, "the value if it is not given, as typed; null if that depends"),
    AnswerField("scope", .text, "`command`, `edit` or `every`: which commands take it"),
    AnswerField("help", .text, "what it is for"),
  ]
}
