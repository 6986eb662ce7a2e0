// Answers of scripts, and errors.
extension Answer {
  static var summary: Answer {
    Answer(
      "summary",
      "Summary", "`batch` prints the answer of each line, then this.",
      [
        AnswerField("lines", .number, "how many lines were read, without blank ones and comments"),
        AnswerField("steps", .number, "how many of them changed the canvas or moved in its history"),
        AnswerField("failed", .number, "how many failed"), .dryRun,
        AnswerField("before", .number, "the revision before the script"),
        AnswerField("revision", .number, "the revision after it"),
        AnswerField("revisions", .number, "how many revisions are kept"),
        AnswerField("dropped", .number, "how many old revisions the limits dropped"),
        AnswerField("seconds", .number, "the time that it took"), .fingerprint, .cache,
        AnswerField(
          "warnings", .list(.text),
          "warnings about the pictures that the batch itself reads and writes, and about the drawing, one sentence each; "
            + "those about a line are in its answer"),
        AnswerField(
          "repeated",
          .list(
            .object([
              AnswerField("count", .number, "how many answers of lines have the warning"),
              AnswerField("lines", .list(.number), "the numbers of the first of these lines"),
              AnswerField("warning", .text, "the first of them; the others may have other numbers or names"),
            ])), "the warnings that more than \(RepeatedWarnings.limit) answers of lines have"),
      ])
  }

  static var onePicture: Answer {
    Answer(
      "onePicture",
      "One of many pictures",
      "`batch` over several pictures prints this for each, in the order of the inputs, instead of the answers of lines.",
      AnswerField.path("input", "the picture's path") + AnswerField.path("output", "the path of its output") + [
        AnswerField("result", .text, "`written`; `skipped`, because the output exists; or `failed`"),
        AnswerField("format", .text, orNull: true, "the format of the output, if it was written"),
        AnswerField("width", .number, orNull: true, "its width in pixels"),
        AnswerField("height", .number, orNull: true, "its height in pixels"),
        AnswerField(
          "errors",
          .list(
            .object([
              AnswerField("line", .number, orNull: true, "the number of the script's line; null if it is about none"),
              AnswerField("code", .errorCode, "the kind of error, one of the names of `paint help exit-codes`"),
              AnswerField("message", .text, "the error in a sentence"),
              AnswerField("hint", .text, orNull: true, "what to try instead"),
            ])), "what failed; of a written picture the lines that failed under `--keep-going`"),
        .warnings,
      ])
  }

  static var manyPictures: Answer {
    Answer(
      "manyPictures",
      "Many pictures", "`batch` over several pictures prints this after the last one.",
      [
        AnswerField("pictures", .number, "how many pictures there are"),
        AnswerField("written", .number, "how many outputs were written"),
        AnswerField("skipped", .number, "how many outputs existed before, with `--skip-existing`"),
        AnswerField("failed", .number, "how many pictures failed, so that nothing was written"),
        AnswerField("incomplete", .number, "how many were written although lines failed, with `--keep-going`"),
        AnswerField("seconds", .number, "the time that it took"),
      ])
  }

  static var checkedScript: Answer {
    Answer(
      "checkedScript",
      "Checked script", "`batch --check` prints the errors, then this.",
      [
        AnswerField("lines", .number, "how many lines were read, without blank ones and comments"),
        AnswerField("failed", .number, "how many are wrong"),
      ])
  }

  static var groupLine: Answer {
    Answer(
      "groupLine",
      "Line of a group", "`group begin`, and a `group end` inside another group, print the new depth.",
      [
        AnswerField("line", .number, "the number of the script's line"), .pending,
        AnswerField("depth", .number, "how many groups contain the next line"),
      ])
  }

  static var skippedLine: Answer {
    Answer(
      "skippedLine",
      "Skipped line", "With `--keep-going`, each line in the rest of a discarded group prints this.",
      [
        AnswerField("line", .number, "the number of the script's line"),
        AnswerField("skipped", .truth, "true: it was not run"),
      ])
  }

  static var error: Answer {
    Answer(
      "error",
      "Error", "Every command prints this instead of its answer if it fails.",
      [
        .line,
        AnswerField(
          "error",
          .object([
            AnswerField("code", .errorCode, "the kind of error, one of the names of `paint help exit-codes`"),
            AnswerField("message", .text, "the error in a sentence"),
            AnswerField("hint", .text, orNull: true, "what to try instead"),
            AnswerField("revisions", .list(.number), only: "if it concerns revisions", "these revisions"),
            AnswerField("revision", .number, only: "with `expectation_failed`", "the revision that the canvas is at"),
            AnswerField("fingerprint", .text, only: "with `expectation_failed`", "the canvas' fingerprint"),
          ]), "the failure"),
        AnswerField("exit", .number, "the exit code"),
      ])
  }
}
