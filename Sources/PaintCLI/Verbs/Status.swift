import PaintEditing
import PaintHistory
import PaintRaster

/// `paint status`: the status of the drawing, or with `--disk` its disk usage by kind.
struct StatusCommand: PrintingCommand {
  static let spec = CommandSpec(
    .status, purpose: .look,
    summary: "show size, revision, disk use, and what undo and redo would do",
    examples: {
      [
        Example("paint status", "the size, the revision, and what undo and redo would do"),
        Example("paint status --disk", "what takes how much space on the disk"),
      ]
    },
    answers: { [.status, .disk] },
    details: ["In a script it also shows the cache of tiles: paint help batch."], options: [.disk],
    command: StatusCommand.self)

  init(_ line: ParsedLine, in context: LineContext) {}

  func answer(_ line: ParsedLine, in session: Session) throws {
    if line.has(.disk) { try session.diskStatus() } else { try session.status() }
  }
}

extension Session {
  /// Size, revision, what undo and redo would do, disk, cache.
  fileprivate func status() throws {
    let current = history.current
    let undoName = try history.undoName()
    let redoName = try history.redoName()
    let diskBytes = try history.diskBytes()
    let blockers = try history.limitBlockers()
    let selection = try document.selection()?.summary
    if console.isJSON {
      let warm = isScript ? try history.warmRevisions() : nil
      return writeStatus(undoName: undoName, redoName: redoName, diskBytes: diskBytes, blockers, warm, selection)
    }
    console.print("\(Failure.oneLine(path.string))  \(current.size.width)x\(current.size.height)")
    let revisions = NumberText.counted(history.state.revisions, "revision")
    console.print("r\(current.number), \(revisions), \(current.fingerprint.hex)")
    console.print(undoName.map { "Undo \(Failure.oneLine($0))" } ?? "nothing to undo")
    console.print(redoName.map { "Redo \(Failure.oneLine($0))" } ?? "nothing to redo")
    console.print("disk: \(NumberText.grouped(diskBytes)) bytes")
    for blocker in blockers { console.print(Self.text(of: blocker)) }
    if let selection { console.print(selection.text) }
    if !settings.isEmpty { console.print("settings: \(settings.words)") }
    // The cache of a command by itself is always empty.
    if isScript { console.print(cacheText(try history.warmRevisions())) }
  }

  /// `cache: 12 tiles resident (49,152 bytes), 3 faults, 0 evicted, warm r2 to r9`.
  func cacheText(_ warm: WarmRevisions?) -> String {
    let cache = history.cacheStatus
    return "cache: \(NumberText.counted(cache.resident, "tile")) resident (\(NumberText.grouped(cache.bytes)) bytes), "
      + "\(NumberText.counted(cache.faults, "fault")), \(cache.evicted) evicted, "
      + (warm.map { $0.first == $0.last ? "warm r\($0.first)" : "warm r\($0.first) to r\($0.last)" } ?? "none warm")
  }

  private func writeStatus(
    undoName: String?, redoName: String?, diskBytes: Int, _ blockers: [LimitBlocker], _ warm: WarmRevisions?,
    _ selection: SelectionSummary?
  ) {
    let current = history.current
    var json = beginResult()
    json.field("document", path)
    json.field("width", current.size.width)
    json.field("height", current.size.height)
    json.field("revision", current.number)
    json.field("fingerprint", current.fingerprint.hex)
    json.field("selection", selection)
    json.field("can_undo", history.canUndo)
    json.field("can_redo", history.canRedo)
    json.field("undo_name", undoName)
    json.field("redo_name", redoName)
    json.field("revisions", history.state.revisions)
    json.field("disk_bytes", diskBytes)
    write(blockers, to: &json)
    json.key("settings")
    settings.write(to: &json)
    json.key("cache")
    json.write(history.cacheStatus, warm)
    json.endObject()
    printJSON(json)
  }
}

extension JSONWriter {
  /// Writes the contents and statistics of the fault cache.
  mutating func write(_ cache: CacheStatus, _ warm: WarmRevisions?) {
    beginObject()
    field("resident", cache.resident)
    field("faults", cache.faults)
    field("evicted", cache.evicted)
    field("bytes", cache.bytes)
    key("warm")
    if let warm {
      beginArray()
      value(warm.first)
      value(warm.last)
      endArray()
    } else {
      null()
    }
    endObject()
  }
}

extension OptionSpec {
  static let disk = OptionSpec(.disk, "disk", .flag, "show the disk usage by kind, and what gc would free")
}
