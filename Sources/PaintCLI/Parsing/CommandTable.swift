/// The commands that there are.
enum CommandTable {
  /// The command with that identity; constant time.
  static func spec(_ id: CommandID) -> CommandSpec { all[id.rawValue] }

  /// The command of that name, within a group or outside of all.
  static func command(named name: String, in group: String?) -> CommandSpec? {
    for spec in all where spec.name == name && spec.group == group { return spec }
    return nil
  }

  /// True if the word begins the names of several commands, as `stroke` does.
  static func isGroup(_ name: String) -> Bool { name == "stroke" }

  /// What to say to a word that names no command, or nil if nothing comes near.
  static func hint(for word: String, in group: String?) -> String? {
    let candidates = all.filter { $0.group == group }
    if let known = candidates.first(where: { $0.alsoCalled.contains(word) }) { return "did you mean \(known.title)?" }
    if group == nil {
      if let brush = all.first(where: { $0.group == "stroke" && ($0.name == word || $0.alsoCalled.contains(word)) }) {
        return "did you mean \(brush.title)?"
      }
      if word.hasSuffix(".paint") { return "a document is named with -d: paint -d \(ShellQuoting.quoted(word)) …" }
    }
    return NearestName.hint(for: word, among: candidates.map(\.name) + (group == nil ? ["stroke", "help"] : []))
  }

  /// All commands, in the order of their identities.
  static let all: [CommandSpec] = CommandID.allCases.map(define)

  private static let anyNumber = 0...Int.max
  private static let boxDetails = [
    "A box is X,Y,WxH, or two opposite corners in any order. Numbers are pixels; 50% is half",
    "of the canvas, 100%-60 sixty pixels less than all of it.",
  ]
  private static let arrowDetails = [
    "An arrow head is 3.5 widths long and 3 broad. Heads that the line is too short for share its length."
  ]
  private static let revisionDetail = "REV is 12, r12, start, current, latest (where redo ends) or a branch's name."
  private static let styleOptions: [OptionID] = [.color, .width, .opacity]
  private static let edgeOptions: [OptionID] = [.antialias, .snap, .pointsFrom]
  private static let dashOptions: [OptionID] = [.cap, .join, .dash, .dashOffset]

  private static func define(_ id: CommandID) -> CommandSpec {
    switch id {
    case .new:
      CommandSpec(
        id, "new", alsoCalled: ["create", "init", "open"], operands: "FILE.paint --size WxH | --from FILE.png",
        operandCount: 1...1, summary: "make a drawing, blank or from a picture",
        options: [.size, .background, .from, .replace])
    case .pencil:
      CommandSpec(
        id, "pencil", group: "stroke", alsoCalled: ["brush", "freehand", "polyline", "pen"],
        operands: "X,Y[,PRESSURE] …", operandCount: anyNumber, summary: "draw freehand through points",
        details: ["One point draws a dot. PRESSURE, 0 to 1, scales the width. A pencil is always round."]
          + arrowDetails,
        options: styleOptions + [.arrow] + edgeOptions, ignoredOptions: dashOptions, isEdit: true)
    case .line:
      CommandSpec(
        id, "line", group: "stroke", operands: "X,Y X,Y", operandCount: 0...2, summary: "draw a straight line",
        details: arrowDetails, options: styleOptions + [.arrow] + dashOptions + edgeOptions, isEdit: true)
    case .rect:
      CommandSpec(
        id, "rect", group: "stroke", alsoCalled: ["rectangle", "box", "square"], operands: "X,Y,WxH | X,Y X,Y",
        operandCount: 0...2, summary: "draw a rectangle, outlined, filled or both",
        details: boxDetails + ["Dashes run clockwise from the top left corner, behind its rounding."],
        options: styleOptions + [.fill, .radius] + dashOptions + edgeOptions, isEdit: true)
    case .ellipse:
      CommandSpec(
        id, "ellipse", group: "stroke", alsoCalled: ["circle", "oval"], operands: "X,Y,WxH | X,Y X,Y",
        operandCount: 0...2, summary: "draw the ellipse inscribed in a box",
        details: boxDetails + ["Dashes run clockwise from 3 o'clock."],
        options: styleOptions + [.fill] + dashOptions + edgeOptions, isEdit: true)
    case .polygon:
      CommandSpec(
        id, "polygon", group: "stroke", alsoCalled: ["triangle", "shape"], operands: "X,Y X,Y X,Y …",
        operandCount: anyNumber, summary: "draw a closed shape with straight sides",
        details: [
          "Three points or more; the last is joined to the first. Numbers are as for rect.",
          "Dashes run from the first point through the others.",
        ],
        options: styleOptions + [.fill, .fillRule] + dashOptions + edgeOptions, isEdit: true)
    case .path:
      CommandSpec(
        id, "path", group: "stroke", alsoCalled: ["svg", "curve", "bezier", "arc"], operands: "'M X Y …'",
        operandCount: anyNumber, summary: "draw lines and curves given as SVG path data",
        details: [
          "Path data is made of M L H V C S Q T A Z, small letters counting from the current point.",
          "Several words are one text. Numbers are pixels, without percentages. A fill closes what is",
          "open; a point that nothing but itself follows is a dot; blank data draws nothing.",
          "Dashes run along each part from its own beginning.",
        ] + arrowDetails,
        options: styleOptions + [.fill, .fillRule, .arrow] + dashOptions + [.antialias, .snap], isEdit: true)
    case .eraser:
      CommandSpec(
        id, "eraser", group: "stroke", alsoCalled: ["erase", "rubber"], operands: "X,Y[,PRESSURE] …",
        operandCount: anyNumber, summary: "bring back what the canvas began with",
        details: ["An eraser is always round and has no colour."],
        options: [.width, .opacity, .to] + edgeOptions, ignoredOptions: dashOptions,
        optionHelp: [.width: "the eraser's width in pixels, over 0 to 65,536 (default 1)"], isEdit: true)
    case .undo:
      CommandSpec(
        id, "undo", operands: "[N]", operandCount: 0...1, summary: "go N steps back, one if not given", isEdit: true)
    case .redo:
      CommandSpec(
        id, "redo", operands: "[N]", operandCount: 0...1, summary: "go N steps forward again, one if not given",
        isEdit: true)
    case .goto:
      CommandSpec(
        id, "goto", alsoCalled: ["checkout", "jump", "switch"], operands: "REV", operandCount: 1...1,
        summary: "go to any revision",
        details: [revisionDetail], isEdit: true)
    case .history:
      CommandSpec(
        id, "history", alsoCalled: ["log"], summary: "list the revisions, the newest last",
        details: [
          "The line that leads to where redo ends, * marking where the canvas is; with --all the other",
          "branches too. The last 30, with --json all. The script of --script leads to where the canvas",
          "is, with --all through all branches; it begins with the paint new that it is meant for.",
        ],
        options: [.limit, .all, .since, .grep, .script, .files])
    case .show:
      CommandSpec(
        id, "show", operands: "[REV]", operandCount: 0...1,
        summary: "tell all about a revision, the current one if not given",
        details: [revisionDetail])
    case .diff:
      CommandSpec(
        id, "diff", alsoCalled: ["compare", "cmp"], operands: "A [B]", operandCount: 1...2,
        summary: "count the pixels in which two pictures differ",
        details: [
          "A and B are revisions or PNG files; B is the current one if not given. A word with a / in it",
          "or .png at its end is a file, - standard input.", revisionDetail,
          "Pixels are compared by their four bytes, hidden colours under alpha 0 too. Where the sizes",
          "differ, what lies in one picture alone differs.",
        ],
        options: [.tolerance, .out, .exitCode],
        optionHelp: [.out: "write a picture that shows where: equal pixels pale grey, others yellow to red"])
    case .blame:
      CommandSpec(
        id, "blame", alsoCalled: ["annotate"], operands: "X,Y", operandCount: 1...1,
        summary: "list the revisions that changed a pixel, newest first, each with the colour it left",
        options: [.at], optionHelp: [.at: "begin with this revision and its ancestors"])
    case .status:
      CommandSpec(
        id, "status", alsoCalled: ["info", "identify"],
        summary: "show size, revision, what undo and redo would do, disk and cache", options: [.disk])
    case .pick:
      CommandSpec(
        id, "pick", alsoCalled: ["color", "colour"], operands: "X,Y …", operandCount: 1...Int.max,
        summary: "print the colour of pixels, one #rrggbbaa a line", options: [.at])
    case .export:
      CommandSpec(
        id, "export", alsoCalled: ["save", "write", "convert"], operands: "FILE.png | -", operandCount: 1...1,
        summary: "write the picture to a PNG file or to standard output",
        options: [.at, .region, .each])
    case .batch:
      CommandSpec(
        id, "batch", alsoCalled: ["script", "source"], operands: "SCRIPT | -", operandCount: 1...1,
        summary: "run the commands of a script, one a line",
        options: [.check, .keepGoing, .fromLine, .single, .from],
        optionHelp: [
          .name: "label the steps that have no name of their own; with --single the one step",
          .from: "run over this picture and keep no document; needs --out",
          .out: "where the picture made with --from goes",
          .dryRun: "run all of it and keep nothing",
        ],
        isEdit: true)
    case .set:
      CommandSpec(
        id, "set", alsoCalled: ["config", "settings"], operands: "[--OPTION VALUE …]",
        summary: "choose what strokes of this document use from now on; alone: show it",
        options: styleOptions + [.fill] + dashOptions + [.antialias, .snap, .reset])
    case .group:
      CommandSpec(
        id, "group", alsoCalled: ["join", "squash"], operands: "N [NAME]", operandCount: 1...2,
        summary: "join the last N steps into one",
        details: [
          "Undo and redo then take them at once; groups among them are taken into the new one. In a",
          "script also: group begin [NAME] … group end.",
        ], options: [.dryRun, .expect])
    case .ungroup:
      CommandSpec(
        id, "ungroup", alsoCalled: ["split"], summary: "part the group that undo would undo",
        options: [.dryRun, .expect])
    case .name:
      CommandSpec(
        id, "name", alsoCalled: ["rename", "label", "tag"], operands: "REV TEXT", operandCount: 2...2,
        summary: "give a revision another name", options: [.wholeGroup, .dryRun, .expect])
    case .branch:
      CommandSpec(
        id, "branch", alsoCalled: ["branches", "bookmark"], operands: "[NAME [REV]]", operandCount: 0...2,
        summary: "list the branches, or name a revision (the current one if REV is not given)",
        details: [
          "A name stands on its revision until it is moved; edits do not take it along. It is good",
          "wherever a REV is.",
        ], options: [.move, .delete, .dryRun, .expect])
    case .fill:
      CommandSpec(
        id, "fill", alsoCalled: ["bucket", "flood", "floodfill"], operands: "X,Y", operandCount: 1...1,
        summary: "fill the connected area of pixels that are like one pixel",
        details: [
          "It spreads to the left, right, top and bottom, not across corners. Two pixels are alike if no",
          "channel differs by more than the tolerance, or if both are fully transparent.",
        ],
        options: [.color, .opacity, .tolerance, .expand],
        optionHelp: [.color: "what is laid over it (default black)"], isEdit: true)
    case .clear:
      CommandSpec(
        id, "clear", alsoCalled: ["reset", "wipe"], operands: "[COLOR]", operandCount: 0...1,
        summary: "make the canvas blank: of that colour, or of the one it began with",
        details: ["The eraser then brings back the blank canvas."], isEdit: true)
    case .replace:
      CommandSpec(
        id, "replace", alsoCalled: ["recolor", "recolour", "substitute"], operands: "FROM TO", operandCount: 2...2,
        summary: "put a colour in the place of another, wherever it is",
        details: ["What is like FROM, as for fill, becomes exactly TO, its alpha too."],
        options: [.tolerance], isEdit: true)
    case .text:
      CommandSpec(
        id, "text", alsoCalled: ["caption", "lettering", "font", "string", "title"], operands: "X,Y TEXT … --size N",
        operandCount: 2...Int.max, summary: "write text, in any script and direction",
        details: [
          "Each TEXT is a line; so is what line ends in it part. X,Y is where the top left corner of the",
          "text's box comes to stand, its background included; --anchor names another place of it, or of",
          "the first baseline: baseline-left, baseline-center or baseline-right. Characters that the font",
          "lacks come from others. A TEXT that begins with - goes behind --. The history keeps the",
          "outlines, so that the text is the same where its fonts are not.",
        ],
        options: [
          .size, .font, .color, .opacity, .anchor, .align, .maxWidth, .background, .padding, .antialias, .outlines,
        ],
        optionHelp: [
          .size: "the text's size: pixels to the em, over 0 to 65,536",
          .color: "the text's colour (default black)",
          .opacity: "how much of text and background covers what is there (default 1)",
          .background: "the colour of the box behind the text, whose sides lie on whole pixels",
          .anchor: "the part of the text that stands at X,Y (default top-left)",
        ], optionValues: [.size: "N"], isEdit: true)
    case .crop:
      CommandSpec(
        id, "crop", alsoCalled: ["cut"], operands: "X,Y,WxH", operandCount: 1...1,
        summary: "keep a box of the picture and no more",
        details: ["As far as it lies on the canvas, in whole pixels. Undo brings the old size back."], isEdit: true)
    case .canvas:
      CommandSpec(
        id, "canvas", alsoCalled: ["extent", "extend", "pad"], operands: "WxH", operandCount: 1...1,
        summary: "give the canvas another size; the picture keeps its own",
        options: [.anchor, .background],
        optionHelp: [
          .anchor: "what stays in its place: center (default), top-left, top, … bottom-right",
          .background: "what is shown where the picture is not (default: as the canvas began)",
        ], isEdit: true)
    case .resize:
      CommandSpec(
        id, "resize", alsoCalled: ["scale", "thumbnail", "resample"], operands: "WxH | Wx | xH | N%",
        operandCount: 1...1, summary: "make the picture larger or smaller",
        details: ["Wx and xH keep the proportions. Colours are weighed by alpha, so that edges do not bleed."],
        options: [.method], isEdit: true)
    case .rotate:
      CommandSpec(
        id, "rotate", alsoCalled: ["turn"], operands: "DEGREES", operandCount: 1...1,
        summary: "turn the picture clockwise",
        details: ["Quarter turns are exact; at other angles the canvas grows to hold all of it."],
        options: [.background],
        optionHelp: [.background: "what is shown where the picture is not (default: as the canvas began)"],
        isEdit: true)
    case .flip:
      CommandSpec(
        id, "flip", alsoCalled: ["mirror", "flop"], operands: "horizontal|vertical", operandCount: 1...1,
        summary: "swap left and right (horizontal), or top and bottom", isEdit: true)
    case .trim:
      CommandSpec(
        id, "trim", alsoCalled: ["autocrop", "shave"], summary: "cut away borders that are all of one colour",
        details: ["That of the pixel in the top left corner."], options: [.tolerance], isEdit: true)
    case .place:
      CommandSpec(
        id, "place", alsoCalled: ["overlay", "composite", "watermark", "draw"], operands: "FILE | -",
        operandCount: 1...1, summary: "lay a picture over the canvas",
        details: [
          "A PNG, PAM, PPM or PGM file. --at says where its anchor goes: X,Y, or words as in center or",
          "right-20,bottom-20, which also choose the anchor. The file's bytes are kept with the drawing.",
        ],
        options: [.at, .anchor, .size, .scale, .method, .opacity],
        optionHelp: [
          .at: "where the anchor goes (default: where it lies on the canvas)",
          .anchor: "the place of the picture that goes there: top-left (default), center, …",
          .size: "make it this large", .opacity: "how much of it covers what is there (default 1)",
        ], optionValues: [.at: "X,Y"], isEdit: true)
    case .filter:
      CommandSpec(
        id, "filter", alsoCalled: ["effect", "adjust"], operands: "[NAME --PARAMETER VALUE … [+ NAME …]]",
        operandCount: anyNumber, summary: "change the colours of a region by a filter, or list the filters",
        details: [
          "paint filter alone lists them, paint filter NAME --help tells a filter's parameters. Filters",
          "with + between them work one after the other and are one step.",
        ],
        options: [.region],
        optionHelp: [.region: "change this box alone, in whole pixels; filters see what lies around it"],
        isEdit: true)
    case .importPicture:
      CommandSpec(
        id, "import", alsoCalled: ["load", "paste"], operands: "FILE.png | -", operandCount: 1...1,
        summary: "take a whole picture in as one step",
        details: [
          "It must have the canvas' size; only what differs is written. The file's bytes are kept with",
          "the drawing, under the name content:HASH that the history shows and import takes too.",
        ], isEdit: true)
    case .run:
      CommandSpec(
        id, "run", alsoCalled: ["pipe", "exec"], operands: "-- COMMAND {} …", operandCount: anyNumber,
        summary: "have another program change the picture, as one step",
        details: [
          "{} becomes the name of a PNG file with the picture, which the program is to change in place;",
          "without {} the name comes last. Nothing is done if the program fails or the size changes. The",
          "program may use paint on the same drawing; if that moves it, the result is not taken in.",
        ], optionHelp: [.name: "the step's label in the history (default: the command)"], isEdit: true)
    case .revert:
      CommandSpec(
        id, "revert", alsoCalled: ["backout"], operands: "REV", operandCount: 1...1,
        summary: "take one old step's change back, as a new step",
        details: [
          "That is possible as long as no later step changed any of its pixels; otherwise the steps that",
          "stand in the way are named (exit 1).",
        ], isEdit: true)
    case .timelapse:
      CommandSpec(
        id, "timelapse", alsoCalled: ["animate", "replay", "movie", "video"], operands: "FILE.png | -",
        operandCount: 1...1, summary: "write the history as an animated PNG, a frame a revision",
        details: [
          "A frame holds only the box that its revision changed. Made smaller, a pixel is the average of",
          "the area that it covers, with colours weighted by their alpha.",
        ], options: [.fps, .max, .from, .to],
        optionHelp: [.from: "the first revision (default start)", .to: "the last revision (default current)"],
        optionValues: [.from: "REV"])
    case .check:
      CommandSpec(
        id, "check", alsoCalled: ["verify", "fsck"], summary: "read the whole drawing and tell what is wrong with it",
        details: [
          "Every row, pack, checksum and fingerprint. Exit 65 when something is wrong and not repaired;",
          "a repair cannot restore lost files of imported pictures.",
          "What was damaged is kept in a folder of the drawing. Steps that the index does not know, as after",
          "a lost log, are a warning: --recover adds the complete ones, forget --unconfirmed deletes them.",
        ], options: [.repair, .recover])
    case .limit:
      CommandSpec(
        id, "limit", alsoCalled: ["limits", "keep"], operands: "[--steps N] [--bytes SIZE] [--side-age DURATION]",
        summary: "choose how much of the history is kept; alone: show it",
        details: [
          "Steps that are more than a limit allows are dropped when the next one is made, and at once when",
          "it is lowered. At least 5 steps are kept, and whatever redo or a branch's name needs.",
        ],
        options: [.steps, .bytes, .sideAge, .dryRun, .expect])
    case .gc:
      CommandSpec(
        id, "gc", alsoCalled: ["clean", "prune", "compact"],
        summary: "drop what the limits no longer keep, and free unused space",
        details: ["It also runs by itself, a little at a time, when there is enough to gain."],
        options: [.dryRun, .expect])
    case .forget:
      CommandSpec(
        id, "forget", alsoCalled: ["purge"], operands: "--before REV | --branch NAME | --all | --unconfirmed",
        summary: "drop a part of the history for ever; the picture stays",
        details: [revisionDetail], options: [.before, .branch, .all, .unconfirmed, .dryRun, .expect],
        optionHelp: [.all: "everything but the picture: nothing can be undone then; unconfirmed packs stay"])
    case .completion:
      CommandSpec(
        id, "completion", operands: "bash", operandCount: 1...1,
        summary: "print a script that has bash complete paint's commands and options",
        details: ["In ~/.bashrc: source <(paint completion bash)"])
    }
  }
}
