// The identities of all commands and options; each is declared next to the code that reads it.

/// Every command by its name; the brushes of `stroke` are one each.
enum CommandID: String, CaseIterable, Sendable {
  case new
  case pencil, line, rect, ellipse, polygon, path, curve, spray, eraser, clone, blur, smudge
  case undo, redo, goto
  case history, show, diff, blame
  case status, pick, export, view, info, watch
  case batch, set
  case group, ungroup, name, branch
  // Areas of colour and whole pictures.
  case fill, clear, background, replace, filter, select
  case text
  // The canvas as a whole.
  case crop, canvas, resize, rotate, flip, trim
  // Pictures and programs from outside.
  case place, importPicture = "import", run
  // Older revisions and what they contain.
  case revert, amend, rebase, repeatSteps = "repeat", restore, timelapse
  case check
  case limit, gc, forget
  // For the shell.
  case fonts, completion, schema
}

extension CommandID {
  /// The declaration of the command.
  var declaration: CommandSpec {
    switch self {
    case .new: NewCommand.spec
    case .pencil: Brush.pencilSpec
    case .line: Brush.lineSpec
    case .rect: Brush.rectSpec
    case .ellipse: Brush.ellipseSpec
    case .polygon: Brush.polygonSpec
    case .path: Brush.pathSpec
    case .curve: Brush.curveSpec
    case .eraser: Brush.eraserSpec
    case .spray: Brush.spraySpec
    case .clone: Brush.cloneSpec
    case .blur: Brush.blurSpec
    case .smudge: Brush.smudgeSpec
    case .undo: UndoCommand.spec
    case .redo: RedoCommand.spec
    case .goto: GoToCommand.spec
    case .history: HistoryCommand.spec
    case .show: ShowCommand.spec
    case .diff: DiffCommand.spec
    case .blame: BlameCommand.spec
    case .status: StatusCommand.spec
    case .pick: PickCommand.spec
    case .export: ExportCommand.spec
    case .view: ViewCommand.spec
    case .info: InfoCommand.spec
    case .watch: WatchCommand.spec
    case .batch: BatchCommand.spec
    case .set: SetCommand.spec
    case .group: GroupCommand.spec
    case .ungroup: UngroupCommand.spec
    case .name: NameCommand.spec
    case .branch: BranchCommand.spec
    case .fill: FillCommand.spec
    case .clear: ClearCommand.spec
    case .background: BackgroundCommand.spec
    case .replace: ReplaceCommand.spec
    case .filter: FilterCommand.spec
    case .select: SelectCommand.spec
    case .text: TextCommand.spec
    case .crop: CropCommand.spec
    case .canvas: CanvasCommand.spec
    case .resize: ResizeCommand.spec
    case .rotate: RotateCommand.spec
    case .flip: FlipCommand.spec
    case .trim: TrimCommand.spec
    case .place: PlaceCommand.spec
    case .importPicture: ImportCommand.spec
    case .run: RunCommand.spec
    case .revert: RevertCommand.spec
    case .amend: AmendCommand.spec
    case .rebase: RebaseCommand.spec
    case .repeatSteps: RepeatCommand.spec
    case .restore: RestoreCommand.spec
    case .timelapse: TimelapseCommand.spec
    case .check: CheckCommand.spec
    case .limit: LimitCommand.spec
    case .gc: CollectCommand.spec
    case .forget: ForgetCommand.spec
    case .fonts: FontsCommand.spec
    case .completion: CompletionCommand.spec
    case .schema: SchemaCommand.spec
    }
  }
}

/// Every option that any command has; one name means one option, whichever command takes it.
enum OptionID: Int, CaseIterable, Sendable {
  // Of every command.
  case document, json, quiet, wait, help, version
  // Of every edit.
  case name, author, dryRun, out, expect
  // Of strokes and of `set`.
  case color, width, opacity, blend, linear, paintBox, fill, cap, join, dash, dashOffset, follow, antialias, snap
  case pointsFrom, to, reset
  // Of some brushes, never of `set`.
  case radius, fillRule, arrow, arrowSize, arrowShape, closed, offset
  case density, dot, seed, strength
  // Of freehand lines, lines and curves.
  case hardness, flow, spacing, pressure, taper, smooth
  // Of single commands.
  case size, background, from, fromList, skipExisting, replace, limit, at, region, edit, check, keepGoing, fromLine,
    single
  // Of picture files that are written.
  case force, format, quality, subsampling, progressive, lossless
  case compression, rgba, strip, colors, dither
  // Of picture files that are read.
  case page, orientation, lenient, range, maxPixels
  // Of areas of colour and the canvas as a whole.
  case expand, shrink, feather, add, subtract, intersect, everywhere
  case anchor, method, scale
  // Of text.
  case font, maxWidth, align, padding, outlines
  // For commands that only read.
  case all, since, grep, tolerance, metric, exitCode
  // For scripts and pictures of the history.
  case script, files, fps, max, each
  case mask, masked
  case wholeGroup, move, delete
  // Of checking.
  case replay, repair
  case recover
  case unconfirmed
  // Of limits and forgetting.
  case steps, bytes, sideAge, before, branch, disk
  // Of steps that are made again.
  case last, drop, after, by, texts, points, file, onto, interactive, asTyped, skipFailing, keepBranches, descendants
  case rerun, yes
  // Of watching.
  case exec, count
  // Of pictures on the terminal.
  case pictureProtocol, zoom, grid, diff, view, thumbnails
}

extension OptionTable {
  /// All options, in the order of their identities.
  static let all: [OptionSpec] = [
    // Of every command.
    .document, .json, .quiet, .wait, .help, .version,
    // Of every edit.
    .name, .author, .dryRun, .out, .expect,
    // Of strokes and of `set`.
    .color, .width, .opacity, .blend, .linear, .paintBox, .fill, .cap, .join, .dash, .dashOffset, .follow,
    .antialias, .snap, .pointsFrom, .to, .reset,
    // Of some brushes, never of `set`.
    .radius, .fillRule, .arrow, .arrowSize, .arrowShape, .closed, .offset, .density, .dot, .seed, .strength,
    // Of freehand lines, lines and curves.
    .hardness, .flow, .spacing, .pressure, .taper, .smooth,
    // Of single commands.
    .size, .background, .from, .fromList, .skipExisting, .replace, .limit, .at, .region, .edit, .check, .keepGoing,
    .fromLine, .single,
    // Of picture files that are written.
    .force, .format, .quality, .subsampling, .progressive, .lossless, .compression, .rgba, .strip, .colors, .dither,
    // Of picture files that are read.
    .page, .orientation, .lenient, .range, .maxPixels,
    // Of areas of colour and the canvas as a whole.
    .expand, .shrink, .feather, .add, .subtract, .intersect, .everywhere, .anchor, .method, .scale,
    // Of text.
    .font, .maxWidth, .align, .padding, .outlines,
    // For commands that only read.
    .all, .since, .grep, .tolerance, .metric, .exitCode,
    // For scripts and pictures of the history.
    .script, .files, .fps, .max, .each, .mask, .masked, .wholeGroup, .move, .delete,
    // Of checking.
    .replay, .repair, .recover, .unconfirmed,
    // Of limits and forgetting.
    .steps, .bytes, .sideAge, .before, .branch, .disk,
    // Of steps that are made again.
    .last, .drop, .after, .by, .texts, .points, .file, .onto, .interactive, .asTyped, .skipFailing, .keepBranches,
    .descendants, .rerun, .yes,
    // Of watching.
    .exec, .count,
    // Of pictures on the terminal.
    .pictureProtocol, .zoom, .grid, .diff, .view, .thumbnails,
  ]
}
