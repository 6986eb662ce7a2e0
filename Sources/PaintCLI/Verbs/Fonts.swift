import PaintText

/// `paint fonts [PATTERN]`: the installed families and their styles.
enum FontsCommand {
  static let spec = CommandSpec(
    .fonts, purpose: .look, alsoCalled: ["font", "families", "typefaces", "fc-list"], operands: "[PATTERN]",
    operandCount: 0...1, operandKinds: [.font],
    summary: "list the fonts that text can use, with their styles",
    examples: {
      [
        Example("paint fonts", "all families, one per line, with their styles"),
        Example("paint fonts mono", "the families with mono in their name"),
        Example("paint fonts :bold", "the families that have a bold style, and that style"),
      ]
    },
    answers: { [.fonts] },
    details: [
      "PATTERN is a part of the family's name, in upper or lower case, or a name with properties as --font",
      "takes it. Of a family that lacks a style, the one is listed of which text makes it artificially,",
      "marked as synthesised. If nothing matches, the exit code is 1.",
    ],
    standalone: { (line, console) throws(Failure) in
      let pattern = try line.operands.isEmpty ? "" : line.operand(0, FontWord.parse)
      try list(pattern, console)
      return .done
    })

  private static func list(_ pattern: String, _ console: Console) throws(Failure) {
    let families: [FontLibrary.Family]
    var all: [String] = []
    do throws(TextError) {
      families = try FontLibrary.families(matching: pattern)
      if families.isEmpty { all = try FontLibrary.families() }
    } catch { throw Failure(error) }
    guard !families.isEmpty else {
      if all.isEmpty { throw Failure(.noFonts) }
      throw Failure(
        .failed, "no installed font matches \(Failure.quoted(pattern))",
        hint: NearestName.hint(for: pattern, among: all) ?? "paint fonts lists all of them")
    }
    if console.isJSON {
      var json = JSONWriter()
      json.objects(families) { json, family in
        json.field("family", family.name)
        json.field("styles", family.styles)
        json.field("synthesised", family.synthesised)
      }
      json.endLine()
      return console.json.append(json)
    }
    let names = families.map { Failure.oneLine($0.name) }
    let width = names.map(\.count).max() ?? 0
    for (family, name) in zip(families, names) {
      let gap = String(repeating: " ", count: width + 2 - name.count)
      let made = family.synthesised.isEmpty ? "" : " (synthesised: \(family.synthesised.joined(separator: ", ")))"
      console.print(name + gap + Failure.oneLine(family.styles.joined(separator: ", ") + made))
    }
  }
}
