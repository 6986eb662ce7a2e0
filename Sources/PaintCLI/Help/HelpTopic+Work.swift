// The pages of scripts, the history and JSON.
extension HelpTopic {
  static var scriptBlocks: [HelpDocument.Block] {
    [
      .paragraph(
        "A script is a text file with one command in each line: the same words as in the shell, without paint. It runs "
          + "much faster than single commands, because the drawing is opened once."),
      .code(["# marks.txt", "stroke rect 20,20,80x60 --color red --width 3", "text 24,90 'Look here' --size 16"]),
      .heading("Examples"),
      .examples([
        Example("paint batch marks.txt", "run it on the drawing in this folder"),
        Example("echo 'stroke line 0,0 100%,100%' | paint batch -", "lines from a pipe"),
        Example(
          "paint batch marks.txt --single --name 'All marks'", "one step for the whole script, or none if it fails"),
        Example("paint batch frame.txt --from photo.png --out framed.png", "no drawing: a picture in, a picture out"),
        Example("paint history --script >steps.txt", "a script that repeats the history of a drawing"),
      ]),
      .heading("Lines"),
      .paragraph(
        "Quotes and backslashes work as in the shell; nothing is expanded. A line that begins with `#` is a "
          + "comment. Blank lines are allowed, and lines may end as on Windows."),
      .paragraph(
        "`set` is for the rest of the script. The words `group begin NAME` and `group end` make the lines between them "
          + "one step, or none if one of them fails."),
      .heading("What a script does"),
      .paragraph(
        "Each edit that changes a pixel is one step. A wrong line ends the script with `paint: SCRIPT:LINE: message`; the "
          + "steps before it stay. `--keep-going` continues with the next line. `--check` runs none and shows "
          + "what is wrong with any line. `--dry-run` runs them and keeps nothing; on an edit's line "
          + "it is for that line."),
      .paragraph(
        "Ctrl-C ends the script between two lines, keeps the steps before them and says how to continue. A second Ctrl-C, "
          + "or the signals TERM and KILL, end it at once: then the last steps can be missing, because steps are written "
          + "in groups. Those that the drawing has are complete, and in their order."),
      .heading("Commands"),
      .paragraph("In a script: \(ScriptCommands.allowed.titles)."),
      .paragraph("Not in a script: \(ScriptCommands.refused.titles)."),
      .paragraph(
        "In a group all commands of a script except \(ScriptCommands.neverInGroups.titles); "
          + "\(ScriptCommands.questionsInGroups.titles) only without an operand."),
      .footer(
        "paint help batch shows all options. A program can write lines to paint batch - --json and read answers."),
    ]
  }

  static var historyBlocks: [HelpDocument.Block] {
    [
      .paragraph(
        "A drawing keeps every step. A step is a revision with a number: r0 is the start, r1 the first edit. undo and "
          + "redo move between them, also in a later process."),
      .heading("Examples"),
      .examples([
        Example("paint history", "the steps, the newest last; * marks the current one"),
        Example("paint undo 2", "two steps back"),
        Example("paint goto r1", "any revision; nothing is lost"),
        Example("paint show r3~1", "the revision before r3"),
        Example("paint history --region 0,0,200x150", "the steps that changed this part of the picture"),
        Example("paint branch first-idea", "a name for the current revision"),
        Example("paint restore 0,0,200x150 --at r2", "bring back a part of an old picture, as a new step"),
        Example("paint revert r1", "leave one old step out and keep the later ones"),
        Example("paint history --all", "all side branches, as a tree"),
      ]),
      .heading("After undo"),
      .paragraph(
        "An edit after undo continues from the older picture. redo has nothing to do then, but what was undone is still "
          + "there, on a side branch: paint history --all shows it, and paint goto goes there."),
      .heading("Revisions"),
      .paragraph("Every command that takes a REV takes all of these words; a record of an edit has the number."),
      .definitions(
        RevisionForm.all.map { form in
          .init(form.words.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: ", "), form.meaning)
        }),
      .paragraph(
        "A time means the newest revision on the way from the start to the current one that was made until then: a drawing "
          + "does not record when undo and goto moved it. FIRST..LAST takes these words on both sides."),
      .heading("What is kept"),
      .paragraph(
        "Everything, unless you say otherwise: paint limit sets how much is kept, and paint forget deletes older "
          + "revisions. What you cover is still in the drawing, even after forget, because the eraser brings it back: "
          + "export the picture to give it away."),
      .paragraph(
        "The eraser follows the canvas: after crop, canvas, resize, rotate, flip and trim it brings back what the drawing "
          + "began with, moved the same way. With --no-follow such a step makes its own picture the beginning."),
      .code(["usage: \(CommandTable.spec(.history).usage) [options]"]),
      .footer("paint history --help shows the options of paint history."),
    ]
  }

  static var jsonBlocks: [HelpDocument.Block] {
    [
      .paragraph(
        "With --json a command prints one value per line on standard output: an object, or for some commands a list. The "
          + "keys have a fixed order, and absent values are null. Every line is valid JSON, whatever names are in it."),
      .heading("Examples"),
      .examples([
        Example("paint stroke line 20,20 380,20 --json", "the receipt of an edit"),
        Example("paint status --json", "where the drawing stands"),
        Example("paint history --json --limit 0", "all revisions, as a list"),
        Example("echo 'undo' | paint batch - --json", "one answer for each line of a script, then a summary"),
        Example("paint goto r99 --json", "an error is an object, too (exit 66)", exitCode: .noInput),
      ]),
      .heading("Receipt"), .paragraph(Answer.receipt.occasion), .definitions(fields(of: .receipt)),
      .heading("Error"), .paragraph(Answer.error.occasion), .definitions(fields(of: .error)),
      .heading("Other answers"),
      .definitions(
        Answer.all.filter { $0 != .receipt && $0 != .error }.map { answer in
          .init(answer.title, "\(answer.occasion) \(keys(of: answer))")
        }),
    ]
  }

  private static func fields(of answer: Answer) -> [HelpDocument.Definition] {
    answer.kind.fields.flatMap { field in
      [definition(field, in: "")] + field.kind.fields.map { definition($0, in: field.key + ".") }
    }
  }

  private static func definition(_ field: AnswerField, in place: String) -> HelpDocument.Definition {
    let condition = field.condition.map { "; only \($0)" } ?? ""
    return .init(
      place + field.key, "\(field.meaning) (\(field.kind.words)\(field.isNullable ? " or null" : "")\(condition))")
  }

  private static func keys(of answer: Answer) -> String {
    "Keys: \(answer.kind.fields.map { "`\($0.key)`" }.joined(separator: ", "))."
  }
}

extension [CommandSpec] {
  /// The words that name them: `stroke pencil, undo`.
  fileprivate var titles: String { map { "`\($0.title)`" }.joined(separator: ", ") }
}
