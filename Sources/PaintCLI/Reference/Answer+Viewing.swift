// The answer of a command that shows a picture.
extension Answer {
  static var view: Answer {
    Answer(
      "view",
      "View", "`view` prints how the picture would be shown, and does not show it.",
      [
        AnswerField("revision", .number, orNull: true, "the revision; null for a file")
      ] + AnswerField.path("file", orNull: true, "the file; null for a revision") + [
        .width, .height,
        AnswerField("box", .box, "the part of the picture that would be shown"),
        AnswerField(
          "protocol", .text, "how it would be shown: `kitty`, `iterm2`, `sixel`, `blocks`, `blocks256` or `ascii`"),
        AnswerField("zoom", .number, "the shown pixels to a pixel of the picture"),
        AnswerField("columns", .number, "the columns of the terminal that the picture would cover"),
        AnswerField("rows", .number, "the rows that it would cover"),
        AnswerField("grid", .number, orNull: true, "the distance of the grid's lines in pixels; null for no grid"),
        .warnings,
      ])
  }
}
