import SystemPackage

// Revisions, and texts and files.
extension ValueForm {
  static var places: [ValueForm] {
    [
      ValueForm(
        "Revision",
        "\(RevisionForm.text) `stroke eraser --to` also takes `none`.",
        RevisionForm.all.flatMap(\.words) + ["Fill rect"], refused: ["a..b", "--1", "@{noon}", "none"],
        valueName: "REV", completion: .revision
      ) { (word) throws(Failure) in _ = try RevisionArgument.parse(word) },
      ValueForm(
        "Revision or none", "A revision, or `none`: transparent pixels.", ["12", "start", "none"], refused: ["a..b"],
        valueName: "REV|none", completion: .revisionOrNone
      ) { (word) throws(Failure) in
        if String(copying: word) != "none" { _ = try RevisionArgument.parse(word) }
      },
      ValueForm(
        "Revisions", "`A..B`: from a revision to one of its descendants; `start` and `current` if left out.",
        ["r3..r9", "..draft", "12..", ".."], refused: ["12"], completion: .revisions
      ) { (word) throws(Failure) in _ = try RevisionRange.parse(word) },
      ValueForm(
        "State", "A fingerprint, 32 hexadecimal digits, or a revision as `rN`.",
        ["r12", "232175fcd7292b622109d3cd29725c73"], refused: ["12", "current"], completion: .state
      ) { (word) throws(Failure) in _ = try ExpectedState.parse(word) },
      ValueForm(
        "Time",
        "How long ago, in seconds, minutes, hours, days or weeks; a time as in RFC 3339; or a revision: what has a "
          + "greater number.", ["90s", "5m", "2h", "3d", "1w", "2026-03-01T12:00:00Z", "r12"], refused: ["a..b"],
        completion: .revision
      ) { (word) throws(Failure) in _ = try SinceArgument.parse(word) },
      ValueForm(
        "Branch",
        "One word that has no other meaning as a revision: not a number, not `start`, `current`, `latest` or `none`, and "
          + "not `-1`, `r12~3`, `10m` or `@{14:00}`.",
        ["draft", "before-cross"], refused: ["r12", "12", "start", "none", "a..b", "+1", "draft~2", "10m", "@{14:00}"],
        completion: .branch
      ) { (word) throws(Failure) in _ = try BranchName.parse(word) },
    ]
  }

  static var texts: [ValueForm] {
    [
      ValueForm("Name", "Any text that is not empty.", ["Sky", "two words"], refused: [""]) {
        (word) throws(Failure) in _ = try NameArgument.parse(word)
      },
      ValueForm(
        "File",
        "A path; `-` is standard input.", ["points.txt", "-"],
        completion: .file),
      ValueForm(
        "Picture file",
        "A path; `-` is standard input or output. Pictures are read in any known format, which their content decides, and "
          + "written in the format of the name's ending.", ["photo.png", "-"],
        valueName: "FILE", completion: .picture),
      ValueForm(
        "Numbered files",
        "With `--each`: a name with one placeholder for the revision's number, as in printf; `%%` is a percent sign.",
        ["step-%05d.png", "%d.png"], refused: ["step.png", "%d-%d.png"]
      ) { (word) throws(Failure) in _ = try NumberedName(FilePath(String(copying: word))) },
      ValueForm(
        "Shell command", "A line for `sh -c`, with variables of its own.",
        ["echo \"$PAINT_EVENT r$PAINT_REVISION\""]),
      ValueForm("Line", "A command, with the words of a script's line.", ["resize 50%"]),
      ValueForm(
        "Folder", "A path; it is created if it does not exist.", ["pictures"],
        completion: .folder),
      ValueForm(
        "Document", "The path of a document's folder.", ["art.paint"],
        completion: .folder),
      ValueForm(
        "Font",
        "A font's name, with properties of fontconfig after it, or the file of a font: a path with a `/`, or a name that "
          + "ends in `.ttf`, `.otf`, `.ttc`, `.otc`, `.woff`, `.woff2` or `.pfb`.",
        ["sans-serif", "DejaVu Sans:bold", "./face.ttf"], completion: .font),
      ValueForm(
        "Outlines",
        "`WxH;EM PATH@X,Y X,Y;EM PATH@X,Y`: the text's box in pixels, then each glyph once: the units per em, the "
          + "outline in these units, and the positions of its origin from the box' corner.",
        ["20x10;100 M0,0 L50,0 50,70 Z@1,9 11,9"], refused: ["20x10;M0,0"]
      ) { (word) throws(Failure) in _ = try TextOutlinesArgument.parse(word) },
    ]
  }
}
