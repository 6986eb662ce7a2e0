import PaintHistory

extension Session {
  /// `paint status --disk`: the disk usage by kind, and what gc would free.
  func diskStatus() throws {
    let usage = try history.diskUsage()
    guard console.isJSON else {
      func row(_ name: String, _ part: DiskUsage.Part) -> String {
        "\(name): \(NumberText.counted(part.revisions, "revision")), \(NumberText.grouped(part.bytes)) bytes"
      }
      console.print(row("line", usage.line))
      for branch in usage.branches { console.print(row("branch \(Failure.oneLine(branch.name))", branch.part)) }
      if usage.sides.revisions > 0 { console.print(row("side branches", usage.sides)) }
      console.print(
        "packs: \(usage.packs), \(NumberText.grouped(usage.packBytes)) bytes, "
          + "\(NumberText.grouped(usage.liveBytes)) of them needed")
      if usage.fileBytes > 0 { console.print("kept files: \(NumberText.grouped(usage.fileBytes)) bytes") }
      console.print("index: \(NumberText.grouped(usage.indexBytes)) bytes")
      console.print("gc would free about \(NumberText.grouped(usage.gain)) bytes")
      return
    }
    // The part of the history that is called line has a script's key for its lines.
    printJSON(inScript: "disk") { json in
      json.beginObject()
      json.key("line")
      write(usage.line, to: &json)
      json.objects("branches", usage.branches) { json, branch in
        json.field("name", branch.name)
        json.field("revisions", branch.part.revisions)
        json.field("bytes", branch.part.bytes)
      }
      json.key("side_branches")
      write(usage.sides, to: &json)
      json.key("packs")
      json.beginObject()
      json.field("count", usage.packs)
      json.field("bytes", usage.packBytes)
      json.field("live_bytes", usage.liveBytes)
      json.endObject()
      json.field("index_bytes", usage.indexBytes)
      json.field("file_bytes", usage.fileBytes)
      json.field("disk_bytes", usage.packBytes + usage.indexBytes + usage.fileBytes)
      json.field("gc_would_free", usage.gain)
      json.endObject()
    }
  }

  private func write(_ part: DiskUsage.Part, to json: inout JSONWriter) {
    json.beginObject()
    json.field("revisions", part.revisions)
    json.field("bytes", part.bytes)
    json.endObject()
  }
}
