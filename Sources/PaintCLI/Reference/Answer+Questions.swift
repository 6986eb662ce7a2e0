// Answers of commands that only read, and of commands that write files.
extension Answer {
  private static func step(_ before: [AnswerField], _ picture: [AnswerField]) -> [AnswerField] {
    before + [
      AnswerField("name", .text, "its name"), .author, .command, .typed, .time,
    ] + picture + [
      AnswerField("pixels", .number, "how many pixels it changed"),
      AnswerField("bounds", .box, orNull: true, "the box of the pixels that it changed; null for none"),
      AnswerField("tiles", .number, "how many tiles it wrote"),
      AnswerField("bytes", .number, "what it added to the packs"),
    ]
  }

  private static let number = AnswerField("revision", .number, "the revision's number")
  private static let parent = AnswerField("parent", .number, orNull: true, "the revision before it; null for the start")
  private static let places: [AnswerField] = [.current, .group, .groupName, .branches]

  static var history: Answer {
    Answer(
      "history",
      "History", "`history` prints a list of revisions, the newest last, all of them without a limit.",
      listOf: step([number, parent], []) + places, inScript: "history")
  }

  static var revision: Answer {
    let children = AnswerField("children", .list(.number), "its child revisions, on all branches")
    return Answer(
      "revision",
      "Revision", "`show` prints one revision.",
      step([.line, .pending, number, parent, children], [.width, .height]) + [.fingerprint, .selection] + places)
  }

  static var script: Answer {
    Answer(
      "script",
      "Replay script", "`history --script` prints the script's lines.",
      [
        .line, .pending, AnswerField("new", .text, "the command that makes the document that the script is for"),
        AnswerField("header", .list(.text), "that command, and how to export the pictures that the script needs"),
        AnswerField("script", .list(.text), "the script's lines"),
        AnswerField("files", .list(.text), "the pictures that were written to the folder of `--files`"),
        AnswerField("dry_run", .truth, only: "in a dry run", "true: no picture was written"),
      ])
  }

  static var steps: Answer {
    Answer(
      "steps",
      "Steps as a script", "`rebase` alone prints the line as a script to be edited.",
      [.line, AnswerField("script", .list(.text), "its lines")])
  }

  static var blame: Answer {
    Answer(
      "blame",
      "Blame", "`blame` prints which revisions changed a pixel, the newest first.",
      [
        .line, .pending, AnswerField("revision", .number, "the revision whose picture was examined"),
        AnswerField("x", .number, "the pixel's column"), AnswerField("y", .number, "the pixel's row"),
        AnswerField(
          "changes",
          .list(
            .object([
              AnswerField("revision", .number, orNull: true, "the revision that changed it; null if it is not known"),
              AnswerField(
                "before", .number, orNull: true,
                "the oldest kept revision if the revision is forgotten or not certain; otherwise null"),
              AnswerField("color", .text, "its colour after that revision, as `#rrggbbaa`"),
              AnswerField("name", .text, orNull: true, "the revision's name"), .author,
              AnswerField("command", .text, orNull: true, "the revision's canonical command"),
              AnswerField("time", .text, orNull: true, "when it was made: RFC 3339, UTC"),
            ])), "the changes"),
      ])
  }

  static var comparison: Answer {
    let revision = AnswerField("revision", .number, orNull: true, "the revision; null for a file")
    let file = AnswerField.path("file", orNull: true, "the file; null for a revision")
    let side = [revision] + file + [.width, .height]
    return Answer(
      "comparison",
      "Comparison", "`diff` prints how two pictures differ.",
      [
        .line, .pending, AnswerField("a", .object(side), "the first picture"),
        AnswerField("b", .object(side), "the second one"),
        AnswerField("same_size", .truth, "whether both have the same size"),
        AnswerField("equal", .truth, "whether no pixel differs by more than the tolerance"),
        AnswerField("pixels", .number, "how many pixels differ"), .bounds,
        AnswerField("largest", .number, "the largest difference of two pixels that both have"),
        AnswerField("tolerance", .number, "the tolerance"),
        AnswerField("metric", .text, only: "with `--metric`", "the metric: `psnr`, `ssim` or `rmse`"),
        AnswerField(
          "value", .number, orNull: true, only: "with `--metric`",
          "its value; null for the PSNR of equal pictures, which is infinite"), .warnings,
        // Only in a script, whose words are UTF-8.
        AnswerField("file", .text, only: "in a dry run, with `--out`", "the picture that would be written"),
        AnswerField("dry_run", .truth, only: "in a dry run, with `--out`", "true: it was not written"),
      ])
  }

  static var status: Answer {
    Answer(
      "status",
      "Status", "`status` prints the state of the document.",
      [.line, .pending] + AnswerField.path("document", "the document's path") + [
        .width, .height,
        AnswerField("revision", .number, "the revision that the canvas is at"), .fingerprint, .selection, .canUndo,
        .canRedo, .undoName, .redoName,
        AnswerField("revisions", .number, "how many revisions are kept, on all branches"),
        AnswerField("disk_bytes", .number, "the size of the document's files"), .heldBy(), .settings, .cache,
      ])
  }

  static var selection: Answer {
    Answer(
      "selection",
      "Selection", "`select` alone prints what is selected.",
      [
        .line, .pending, AnswerField("revision", .number, "the revision that the canvas is at"),
        .selection,
      ])
  }

  static var disk: Answer {
    let revisions = AnswerField("revisions", .number, "how many revisions")
    let bytes = AnswerField("bytes", .number, "the space that they take")
    return Answer(
      "disk",
      "Disk", "`status --disk` prints the disk usage.",
      inScript: "disk",
      [
        AnswerField(
          "line", .object([revisions, bytes]), "the current revision, its ancestors, and what redo needs"),
        AnswerField(
          "branches", .list(.object([AnswerField("name", .text, "the branch's name"), revisions, bytes])),
          "what only a branch's name keeps"),
        AnswerField("side_branches", .object([revisions, bytes]), "what no name keeps"),
        AnswerField(
          "packs",
          .object([
            AnswerField("count", .number, "how many packs there are"), AnswerField("bytes", .number, "their size"),
            AnswerField("live_bytes", .number, "the bytes of them that are needed"),
          ]), "the packs of tiles"),
        AnswerField("index_bytes", .number, "the size of the index"),
        AnswerField("file_bytes", .number, "the size of kept files"),
        AnswerField("disk_bytes", .number, "the size of all files"),
        AnswerField("gc_would_free", .number, "about how many bytes `gc` would free"),
      ])
  }

  static var colors: Answer {
    Answer(
      "colors",
      "Colours", "`pick` prints the colour of each pixel.",
      [
        .line, .pending, AnswerField("revision", .number, "the revision whose picture was read"),
        AnswerField(
          "pixels",
          .list(
            .object([
              AnswerField("x", .number, "the pixel's column"), AnswerField("y", .number, "the pixel's row"),
              AnswerField("color", .text, "its colour, as `#rrggbbaa`"),
            ])), "the pixels, in the order of the words"),
      ])
  }

  static var branches: Answer {
    Answer(
      "branches",
      "Branches", "`branch` alone prints the list of branches.",
      listOf: [
        AnswerField("name", .text, "the branch's name"), AnswerField("revision", .number, "the revision that it is on"),
        .current,
      ], inScript: "branches")
  }

  static var check: Answer {
    Answer(
      "check",
      "Check", "`check` prints the problems of a document.",
      [
        AnswerField(
          "problems",
          .list(
            .object([
              AnswerField("code", .text, "the kind of problem, a stable name"),
              AnswerField("message", .text, "the problem in a sentence"),
              AnswerField("revision", .number, orNull: true, "the revision concerned"),
              AnswerField("pack", .number, orNull: true, "the pack concerned"),
            ])), "the problems, before a repair"),
        AnswerField("revisions", .number, orNull: true, "how many revisions were checked"),
        AnswerField("packs", .number, orNull: true, "how many packs"),
        AnswerField("tiles", .number, orNull: true, "how many tiles"),
        AnswerField("repaired", .truth, "whether the index was rebuilt"),
        AnswerField("left", .number, orNull: true, "how many problems are left"),
        AnswerField("remarks", .list(.text), "what a repair could not save, one sentence each"),
      ] + AnswerField.path("kept", orNull: true, "the folder to which the former index was moved") + [
        AnswerField(
          "unconfirmed", .number, orNull: true, "how many packs have steps that are not in the index"),
        AnswerField(
          "leftovers", .number, orNull: true,
          "how many packs are not needed any longer; "
            + "null if another command was writing or the drawing cannot be locked"),
        AnswerField(
          "recovered",
          .list(
            .object([
              AnswerField("branch", .text, "the branch's name"),
              AnswerField("revision", .number, "the revision that it is on"),
            ])), "the branches that `--recover` added"),
        .warnings,
      ])
  }

  static var pictureFile: Answer {
    Answer(
      "pictureFile",
      "Picture file", "`info` prints what the header of a picture file states, a line for each file.",
      AnswerField.path("file", "the file") + [
        AnswerField("format", .text, "its format, such as `JPEG` or `PGM`"),
        AnswerField("width", .number, "the width of the picture turned upright, in pixels"),
        AnswerField("height", .number, "its height, in pixels"),
        AnswerField("depth", .number, "the bits of a sample"),
        AnswerField("color", .text, "how colours are stored: `grey`, `RGB`, `palette`, `CMYK`, `YCbCr` or `Lab`"),
        AnswerField("channels", .number, "the samples of a pixel, alpha included"),
        AnswerField("alpha", .truth, "whether pixels may be transparent"),
        AnswerField(
          "profile",
          .object([
            AnswerField("name", .text, orNull: true, "the profile's name; null if it has none"),
            AnswerField("bytes", .number, "its size"),
          ]), orNull: true, "the colour profile; null for none"),
        AnswerField("orientation", .number, "how the stored picture is turned, 1 to 8 as in EXIF"),
        AnswerField("frames", .number, "how many pages or frames the file has"),
        AnswerField("exif", .truth, "whether it has EXIF"),
        AnswerField("xmp", .truth, "whether it has XMP; that of a PNG is one of its texts"),
        AnswerField("texts", .number, "the texts that a PNG has before its pixels"),
      ])
  }

  private static var filterFields: [AnswerField] {
    let value = AnswerField.Kind.either([.number, .text, .truth, .list(.number)])
    return [
      AnswerField("name", .text, "the filter's name"), AnswerField("aliases", .list(.text), "other names for it"),
      AnswerField("summary", .text, "what it does"),
      AnswerField(
        "parameters",
        .list(
          .object([
            AnswerField("name", .text, "the parameter's name"),
            AnswerField("type", .text, "`number`, `integer`, `angle`, `color`, `point`, `vector` or `boolean`"),
            AnswerField("default", value, "its value if it is not given"),
            AnswerField("identity", value, orNull: true, "the value with which the filter changes nothing"),
            AnswerField("range", .list(.number), orNull: true, "its minimum and its maximum"),
            AnswerField("unit", .text, orNull: true, "its unit"), AnswerField("summary", .text, "what it does"),
          ])), "its parameters"),
    ]
  }

  static var fonts: Answer {
    Answer(
      "fonts",
      "Fonts", "`fonts` prints the list of the installed families that match.",
      listOf: [
        AnswerField("family", .text, "the family's name"),
        AnswerField("styles", .list(.text), "its styles that match, sorted"),
        AnswerField("synthesised", .list(.text), "the properties that text makes artificially of that style"),
      ], inScript: nil)
  }

  static var filters: Answer {
    Answer("filters", "Filters", "`filter` alone prints the list of filters.", listOf: filterFields, inScript: nil)
  }

  static var filter: Answer {
    Answer("filter", "Filter", "`filter NAME --help` prints the named filters, one per line.", filterFields)
  }

  static var file: Answer {
    Answer(
      "file",
      "File", "`export` prints what it wrote, with `--each` one line per file; not for standard output.",
      [.line, .pending] + AnswerField.path("file", "the file") + [
        AnswerField("revision", .number, "the revision that it shows"),
        .width, .height, .dryRun, .warnings,
      ])
  }

  static var animation: Answer {
    Answer(
      "animation",
      "Animation", "`timelapse` prints what it wrote; not for standard output.",
      [.line, .pending] + AnswerField.path("file", "the file") + [
        AnswerField("frames", .number, "how many frames it has"),
        AnswerField("from", .number, "the first revision that it shows"),
        AnswerField("to", .number, "the last revision that it shows"), .width, .height, .dryRun, .warnings,
      ])
  }
}
