import PaintEditing
import PaintHistory
import SystemPackage

extension Session {
  /// `paint history --script`: prints a script that repeats the history on a new document.
  func printScript(_ line: ParsedLine) throws {
    let folder = try line.path(.files).map { (folder) throws(Failure) in try pictureFolder(folder) }
    let isWholeTree = line.has(.all)
    let current = history.current.number
    let order = try isWholeTree ? ReplayOrder(wholeTreeOf: history) : ReplayOrder(leadingTo: current, in: history)
    var files: [[UInt8]] = []
    var copied: Set<ContentName> = []
    let start = try history.snapshot(at: order.start)
    // Not the base of the current revision: the canvas may have been replaced since.
    let base =
      order.needsBase ? try history.basePicture(of: start.revision) : nil
    let importsStart = try base.map { try differ($0, start) } ?? false
    var (header, picture) = try scriptHeader(folder, start: base ?? start, isBase: base != nil)
    if let picture { files.append(picture) }
    var lines: [[UInt8]] = []
    var script = ReplayScript(history, startingAt: order.start, hasSelection: hasSelection) { (needed) in
      switch needed {
      case .kept(let content):
        let isNew = copied.insert(content).inserted
        let path = try self.place(of: content, in: folder, copying: isNew)
        if isNew { files.append(path) }
        let isTurned = try self.received[content] ?? self.document.keptPictureStatesOrientation(content)
        return .init(path: path, statesOrientation: isTurned)
      case .revision(let number):
        let (path, isCopied) = try self.place(ofPicture: number, in: folder)
        if isCopied {
          files.append(path)
        } else {
          header.append(try self.exportHint("r\(number)", to: "r\(number).png"))
        }
        return .init(path: path)
      case .mask(let number):
        let (path, isCopied) = try self.place(ofMask: number, in: folder)
        if isCopied {
          files.append(path)
        } else {
          header.append(try self.exportHint("r\(number)", to: "r\(number)-mask.png", options: " --mask"))
        }
        return .init(path: path)
      }
    }
    // With all branches, the tip is restored too.
    let end = isWholeTree ? try revisionsToTip(from: order.numbers) + [current] : [current]
    try script.make(order.numbers, importingStart: importsStart, endingAt: end) { lines.append($0) }

    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    guard console.isJSON else {
      if isDryRun, folder != nil { header += files.map { "would write \(Failure.oneLine(text($0)))" } }
      for line in header { console.print("# \(line)") }
      for line in lines { console.print(text(line)) }
      return
    }
    var json = beginResult()
    json.field("new", header.first)
    json.field("header", header)
    json.field("script", lines.map(text))
    json.field("files", files.map(text))
    if isDryRun { json.field("dry_run", true) }
    json.endObject()
    printJSON(json)
  }

  /// The revisions to go to, after all were made in this order, so that the tip is the same as here.
  private func revisionsToTip(from numbers: [Int]) throws(HistoryError) -> [Int] {
    let tip = history.state.tip
    // The tip stays when going to an ancestor, so it is set from another branch.
    guard let last = numbers.last, try history.distance(from: last, to: tip).redone == 0, last != tip else {
      return [tip]
    }
    for number in numbers {
      let distance = try history.distance(from: number, to: tip)
      if distance.undone > 0, distance.redone > 0 { return [number, tip] }
    }
    return [tip]
  }

  /// The command that creates the document for the script, with hints; and the path of the picture that the document
  /// begins with, if `--files` was given.
  ///
  /// - Parameter isBase: whether the document begins with the picture that erasers restore, whose revision is forgotten.
  private func scriptHeader(
    _ folder: FilePath?, start: Snapshot, isBase: Bool
  ) throws -> (lines: [String], start: [UInt8]?) {
    // The author of the picture may be another one than that of the step whose picture it is.
    let author =
      isBase || start.revision.author.isEmpty ? "" : " --author=\(ShellQuoting.quoted(start.revision.author))"
    let name = "paint new \(ShellQuoting.quoted(path.lastComponent.map { FilePath(root: nil, [$0]) } ?? "art.paint"))"
    if !isBase, let canvas = try Self.blankCanvas(of: start.revision) {
      return (["\(name) \(NewCommand.command(for: canvas).dropFirst("new ".count))\(author)"], nil)
    }
    if let folder {
      let picture = folder.appending("start.png")
      try writeForScript(start, to: picture)
      return (["\(name) --from \(ShellQuoting.quoted(picture))\(author)"], try Self.scriptWord(picture))
    }
    guard isBase else {
      return (["\(name) --from start.png\(author)", try exportHint("start", to: "start.png")], nil)
    }
    let blank = try start.uniformColor()
    guard let blank else {
      throw Failure(
        .missingWord, "the picture that erasers restore belongs to a forgotten revision",
        hint: "--files FOLDER writes it and the other pictures that the script needs")
    }
    let size = "\(start.size.width)x\(start.size.height)"
    return (["\(name) --size \(size) --background \(HexadecimalColor.digits(blank))"], nil)
  }

  /// The blank canvas with which a document began; nil if it began with a picture, or the revision is a later one.
  ///
  /// Throws `damaged_document` if its command is none.
  private static func blankCanvas(of start: Revision) throws(Failure) -> BlankCanvas? {
    guard case .creation(let canvas, _) = try start.checkedCommand() else { return nil }
    return canvas
  }

  /// The hint how to export a revision's picture.
  private func exportHint(
    _ revision: String, to picture: String, options: String = ""
  ) throws(Failure) -> String {
    let document = ShellQuoting.quoted(try absolute(path))
    return "\(picture) is made by: paint -d \(document) export \(picture) --at \(revision)\(options)"
  }

  /// Whether two pictures of this document differ.
  private func differ(_ first: Snapshot, _ second: Snapshot) throws -> Bool {
    let compared = try PictureComparison.compare(PictureRows(first), PictureRows(second), tolerance: 0)
    return !compared.difference.isEmpty
  }

  /// The path of a revision's picture for the script: in the folder of `--files`, where it is written, or without it in
  /// the current folder, where the user exports it.
  private func place(
    ofPicture number: Int, in folder: FilePath?
  ) throws -> (path: [UInt8], isCopied: Bool) {
    guard let folder else { return (Array("r\(number).png".utf8), false) }
    let picture = folder.appending("r\(number).png")
    try writeForScript(try history.snapshot(at: number), to: picture)
    return (try Self.scriptWord(picture), true)
  }

  /// The path of the mask of a revision's selection for the script, as that of its picture.
  private func place(
    ofMask number: Int, in folder: FilePath?
  ) throws -> (path: [UInt8], isCopied: Bool) {
    guard let folder else { return (Array("r\(number)-mask.png".utf8), false) }
    let mask = folder.appending("r\(number)-mask.png")
    try writeForScript(try history.snapshot(at: number), showing: .mask, to: mask)
    return (try Self.scriptWord(mask), true)
  }

  private func hasSelection(_ number: Int) throws -> Bool {
    try document.selection(of: history.snapshot(at: number)) != nil
  }

  /// Writes a picture that the script needs, except in a dry run.
  private func writeForScript(
    _ snapshot: Snapshot, showing content: ExportedContent = .picture, to picture: FilePath
  ) throws {
    if !isDryRun { try write(snapshot, showing: content, nil, as: .png, to: picture) }
  }

  /// The path of a kept file for the script: in the document, or in the folder of `--files`, where it is copied.
  private func place(
    of content: ContentName, in folder: FilePath?, copying: Bool
  ) throws -> [UInt8] {
    if let folder {
      let copy = folder.appending(content.fileName)
      if copying, !isDryRun {
        try history.copyKeptFile(content, to: copy, force: forces)
      }
      return try Self.scriptWord(copy)
    }
    guard let kept = try placeAfterDryRun(of: content) ?? history.keptFile(content) else {
      throw Failure(.damagedDocument, "\(path.string) lacks the kept file \(content.fileName)")
    }
    return try Self.scriptWord(absolute(kept))
  }

  /// Where a picture will be that a line of this dry run received, which keeps it elsewhere; nil for all others.
  private func placeAfterDryRun(of content: ContentName) -> FilePath? {
    isDryRun && received[content] != nil ? path.appending("files").appending(content.fileName) : nil
  }

  /// The folder of `--files`, created if necessary.
  private func pictureFolder(_ folder: FilePath) throws(Failure) -> FilePath {
    let disk = history.options.disk
    do throws(DiskError) {
      if try disk.status(of: folder) == nil, !isDryRun { try disk.createDirectory(folder) }
    } catch {
      throw Failure(error)
    }
    return folder
  }

  /// The absolute path, which is valid in every folder.
  func absolute(_ path: FilePath) throws(Failure) -> FilePath {
    if path.isAbsolute { return path }
    guard let folder = Terminal.currentFolder else {
      throw Failure(.readFailed, "the current folder has no path", hint: "name the drawing by its whole path with -d")
    }
    return folder.pushing(path)
  }

  /// The path's bytes, which must be valid in a script.
  private static func scriptWord(_ path: FilePath) throws(Failure) -> [UInt8] {
    let bytes = path.bytes
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Failure(
        .failed, "the path \(Failure.quoted(path.string)) cannot be used in a script",
        hint: "--files FOLDER copies the pictures elsewhere")
    }
    return bytes
  }
}

extension OptionSpec {
  static let script = OptionSpec(
    .script, "script", .flag, "print a script for paint batch that repeats the history on a new drawing")
  static let files = OptionSpec(
    .files, "files", .value("FOLDER"), "with --script: copy the pictures it needs to this folder and use them there",
    forms: "Folder")
}
