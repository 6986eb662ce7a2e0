import PaintEditing
import PaintRaster
import PaintTestSupport

@testable import PaintCLI

extension PlainPaint {
  /// The line as the program's own parser reads it; a stroke's words are tested elsewhere.
  private func parsed(_ words: [String]) throws(Failure) -> ParsedLine {
    var line = ParsedLine(words)
    var parser = LineParser()
    try parser.parse(&line)
    return line
  }

  mutating func stroke(_ words: [String]) throws -> JSON {
    let document = document
    let line = try parsed(words)
    let plain = self
    let context = LineContext(settings: settings, canvas: document.here.picture.size)
    let stroke: StrokeCommand
    do throws(Failure) {
      stroke = try StrokeCommand(line, in: context)
    } catch {
      // A soft line in the settings refuses options of the line.
      if error.code == .badValue { throw Refusal(.badValue) }
      throw error
    }
    let (edit, command) = try stroke.edit { (argument) throws(Failure) in
      switch argument {
      case .number(let number): return number
      case .start: return plain.document.root
      case .current: return plain.document.current
      case .latest: return plain.document.tip
      case .named(let name): return plain.document.branches[name] ?? .max
      // No session has such words.
      case .undone, .redone, .before, .moment: return .max
      }
    }
    var picture = document.here.picture
    switch edit.erasing {
    case _ where edit.retouching != nil: try picture.retouch(edit)
    case .revision(let number):
      guard document.revisions[number] != nil else { throw Refusal(.noRevision) }
      guard let target = document.movedPicture(of: number) else { throw Refusal(.badValue) }
      picture.draw(edit, base: target)
    case .base: picture.draw(edit, base: document.here.basePicture)
    default: picture.draw(edit, base: nil)
    }
    let name = line.text(.name) ?? label ?? stroke.defaultName
    // An eraser that needs no revision is recorded without --follow, and the history names what that means.
    return finish(self.document.add(picture, name: name, command: command))
  }

  mutating func set(_ words: [String]) throws -> JSON {
    let line = try parsed(words)
    if line.has(.reset) { settings = StrokeSettings() }
    settings = settings.overridden(by: try StrokeSettings(line))
    if !isScript { document.settings = settings }
    return .fields(["settings": try settings.told()])
  }

  mutating func importPicture(_ file: String, named name: String?) throws(Refusal) -> JSON {
    guard let picture = files[file] else { throw Refusal(.noInput) }
    guard picture.size == document.here.picture.size else { throw Refusal(.failed) }
    return finish(document.add(picture, name: name ?? label ?? "Import", command: nil))
  }

  mutating func move(_ words: [String]) throws(Refusal) -> JSON {
    let count = words.count > 1 ? Int(words[1]) ?? 0 : 1
    let (target, taken): (Int, Int)
    if words[0] == "undo" {
      let way = document.back(count)
      (target, taken) = (way.target, way.steps)
    } else {
      (target, taken) = document.forth(count)
    }
    guard taken > 0 else { throw Refusal(words[0] == "undo" ? .nothingToUndo : .nothingToRedo) }
    document.current = target
    steps += 1
    return receipt(changed: true, steps: taken)
  }

  mutating func goTo(_ target: Int) throws(Refusal) -> JSON {
    let (from, to) = (Set(document.line(to: document.current)), Set(document.line(to: target)))
    let distance = from.symmetricDifference(to).count
    if !document.line(to: document.tip).contains(target) { document.tip = target }
    document.current = target
    if distance > 0 { steps += 1 }
    return receipt(changed: distance > 0, steps: distance)
  }
}

extension StrokeSettings {
  /// The settings as in JSON.
  func told() throws -> JSON {
    var json = JSONWriter()
    write(to: &json)
    return try JSON(String(decoding: json.bytes, as: UTF8.self))
  }
}
