import PaintHistory
import PaintRaster

/// The output of a command about the step that it made or moved to.
struct Receipt {
  /// The current revision.
  var revision: Revision
  /// Whether the canvas changed.
  var isChanged: Bool
  /// The name of an edit that changed nothing.
  var unusedName: String?
  /// Whether it is a dry run, of which nothing is kept.
  var isDryRun = false
  /// The name of the step that undo would take; nil if there is none.
  var undoName: String?
  /// The name of the step that redo would take; nil if there is none.
  var redoName: String?
  /// The number of steps of undo, redo or goto; nil for edits.
  var steps: Int?
  /// The counterparts of the steps of a line that was made again, in the output of `watch`; nil otherwise.
  var remade: [RemadeLine.Step]?
  /// What changing an old step did; nil otherwise.
  var amendment: Amendment?
  /// The number of revisions of a group; nil otherwise.
  var edits: Int?
  /// The number of old revisions that the limits dropped with the step; in a script the summary has it.
  var dropped = 0
  /// The selection; nil without one.
  var selection: SelectionSummary?
  /// The number of the script's line.
  var line: Int?
  /// Whether the line is in an open group, of which nothing is kept before it ends.
  var isPending = false
  /// The kind of event, in the output of `watch`; nil otherwise.
  var event: HistoryEvent.Kind?

  /// Writes the receipt as an object on a line.
  func write(to json: inout JSONWriter, warnings: [String]) {
    json.beginObject()
    if let line { json.field("line", line) }
    if isPending { json.field("pending", true) }
    if let event { json.field("event", event.rawValue) }
    json.field("revision", revision.number)
    json.field("parent", revision.parent)
    // An edit without effect made no revision; name and pixels of the current one are not its own.
    let isOwn = isChanged || steps != nil
    json.field("name", isOwn ? revision.name : unusedName ?? revision.name)
    json.field("author", isOwn ? revision.namedAuthor : nil)
    json.field("changed", isChanged)
    json.field("dry_run", isDryRun)
    json.field("bounds", isOwn ? revision.bounds : .empty)
    json.field("pixels", isOwn ? revision.pixels : 0)
    json.field("tiles", isOwn ? revision.tileCount : 0)
    json.field("bytes", isOwn ? revision.bytes : 0)
    json.field("fingerprint", revision.fingerprint.hex)
    json.field("selection", selection)
    json.field("can_undo", undoName != nil)
    json.field("can_redo", redoName != nil)
    json.field("undo_name", undoName)
    json.field("redo_name", redoName)
    json.field("group", isOwn ? revision.group : nil)
    if let edits { json.field("edits", edits) }
    if let steps { json.field("steps", steps) }
    if let remade { json.field(ofMap: remade) }
    amendment?.write(to: &json)
    json.field("dropped", dropped)
    json.field("warnings", warnings)
    json.endObject()
    json.endLine()
  }

  /// The clause about revisions dropped by the limits; empty if there are none.
  static func clause(ofDropped count: Int) -> String {
    count == 0 ? "" : "; dropped \(NumberText.counted(count, "old revision")) by the limits"
  }

  /// `r42 Pencil, 212 px in 14,9,80x33`; of a dry run `would make r42 Pencil, …`.
  var text: String {
    guard isChanged else { return "no pixel \(isDryRun ? "would change" : "changed"), still r\(revision.number)" }
    return isDryRun ? "would make \(change)" : change
  }

  private var change: String {
    let box = revision.bounds
    // A group whose edits cancel out is still a step.
    if box.isEmpty { return "r\(revision.number) \(Failure.oneLine(revision.name)), 0 px" }
    return "r\(revision.number) \(Failure.oneLine(revision.name)), \(revision.pixels) px in "
      + "\(box.x),\(box.y),\(box.width)x\(box.height)"
  }
}

extension JSONWriter {
  /// Writes old and new numbers of steps.
  mutating func field(ofMap steps: [RemadeLine.Step]) {
    array("map", steps) { json, step in
      json.beginArray()
      json.value(step.old)
      json.value(step.new)
      json.endArray()
    }
  }

  /// Writes a box as `[x,y,width,height]`, an empty one as null.
  mutating func write(_ box: PixelBox) {
    if box.isEmpty { return null() }
    beginArray()
    value(box.x)
    value(box.y)
    value(box.width)
    value(box.height)
    endArray()
  }

  /// Writes key and box.
  mutating func field(_ name: String, _ box: PixelBox) {
    key(name)
    write(box)
  }

  /// Writes an array of texts.
  mutating func write(_ texts: [String]) { array(texts) { json, text in json.value(text) } }

  /// Writes key and array of texts.
  mutating func field(_ name: String, _ texts: [String]) {
    key(name)
    write(texts)
  }
}
