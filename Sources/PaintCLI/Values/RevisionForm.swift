/// The forms in which a revision is typed, for help, messages and the reference.
enum RevisionForm {
  /// The words of a form, and what they mean.
  static let all: [(words: [String], meaning: String)] = [
    (["12", "r12"], "the revision of that number"),
    (["start"], "the oldest kept revision"),
    (["current"], "that of the canvas"),
    (["latest"], "the end of redo"),
    (["-1", "+2"], "where undo 1 and redo 2 lead; they count a group as one step"),
    (["r12~3", "current~1"], "so many revisions before another one"),
    (["10m", "2h"], "where the drawing stood so long ago, in s, m, h, d or w"),
    (
      ["@{14:00}", "@{yesterday 14:00}", "@{2026-11-20 14:00}", "@{2 hours ago}"],
      "where it stood then, in local time; without a time, as the day began"
    ),
    (["draft"], "the branch of that name, otherwise the newest step or group of that name on the way to latest"),
  ]

  /// All of them in a few words.
  static let brief =
    "a number such as 12 or r12, start, current, latest, -1, r12~3, 10m, '@{yesterday 14:00}' or the name of a branch or "
    + "step"

  /// All of them in sentences, with the words as code.
  static var text: String {
    all.map { form in "\(form.words.map { "`\($0)`" }.joined(separator: ", ")): \(form.meaning)" }
      .joined(separator: ". ") + "."
  }
}
