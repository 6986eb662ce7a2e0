import PaintEditing
import PaintHistory
import PaintRaster

extension Session {
  /// Prints what is selected.
  func showSelection() throws {
    let selection = try document.selection()?.summary
    if console.isJSON {
      var json = beginResult()
      json.field("revision", history.current.number)
      json.field("selection", selection)
      json.endObject()
      return printJSON(json)
    }
    console.print(selection?.text ?? "nothing limits edits: there is no selection")
  }

  /// The result of a change of the selection; the revision is nil if the selection was there already.
  func result(_ line: ParsedLine, ofSelection revision: Revision?, named name: String) throws -> CommandResult {
    let selection = try document.selection()?.summary
    if let selection, selection.isEmpty {
      console.warn("nothing is selected, so edits change nothing; paint select none removes the selection")
    }
    var receipt = try receipt(of: history.current, isChanged: revision != nil)
    receipt.unusedName = name
    try writePreview(line, nil)
    let number = history.current.number
    guard revision != nil else {
      return CommandResult(receipt: receipt, text: "the selection is the same, still r\(number)")
    }
    receipt.selection = selection
    let text = (isDryRun ? "would make " : "") + receipt.selectionText
    return CommandResult(receipt: receipt, text: text, isStep: true)
  }

  /// Throws unless a revision has the selection that an export needs; warns if nothing is selected.
  func checkSelection(of snapshot: Snapshot, for content: ExportedContent) throws {
    if content == .picture { return }
    guard let selection = try document.selection(of: snapshot) else {
      let number = snapshot.revision.number
      throw Failure(
        .failed, "r\(number) has no selection",
        hint: number == history.current.number
          ? "paint select all selects the whole picture"
          : "leave out --at for what is selected now; paint history lists the steps that select")
    }
    guard selection.summary.isEmpty else { return }
    console.warn("nothing is selected, so \(content == .mask ? "the mask is black" : "the picture is transparent")")
  }

  /// Warns if the last edit changed nothing because of the selection.
  func warnOfExclusion() {
    guard let exclusion = document.exclusion else { return }
    let reason =
      switch exclusion {
      case .notSelected: "nothing of what this would change is selected, so nothing was changed"
      case .tooFaint: "what this would change is selected too little to change a pixel, so nothing was changed"
      case .restUnknown: "this changes no selected pixel, and no others can change"
      }
    console.warn("\(reason); paint select none removes the selection")
  }

  /// Warns if a step that moved the whole canvas left an empty selection.
  func warnOfLostSelection(_ revision: Revision) throws {
    guard revision.base == revision.number, let selection = try document.selection()?.summary, selection.isEmpty
    else { return }
    console.warn(
      "nothing is selected on the new canvas, so edits change nothing; paint select none removes the selection")
  }
}

extension Receipt {
  /// The words for a step that chose what is selected: `r3 Select, 1,234 px selected in 10,10,50x50`.
  var selectionText: String {
    "r\(revision.number) \(Failure.oneLine(revision.name)), \(selection?.text ?? "no selection")"
  }
}

extension SelectionSummary {
  /// `1,234 px selected in 10,10,50x50`.
  var text: String {
    if isEmpty { return "0 px selected" }
    return "\(NumberText.grouped(area)) px selected in \(bounds.x),\(bounds.y),\(bounds.width)x\(bounds.height)"
  }
}

extension JSONWriter {
  /// Writes a key, and bounds, area and fingerprint of a selection; null if there is none.
  mutating func field(_ name: String, _ selection: SelectionSummary?) {
    key(name)
    guard let selection else { return null() }
    beginObject()
    field("bounds", selection.bounds)
    field("area", selection.area)
    field("fingerprint", selection.fingerprint.hex)
    endObject()
  }
}
