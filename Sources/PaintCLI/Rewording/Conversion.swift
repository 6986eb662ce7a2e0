/// A command of ImageMagick from one picture to another, as a batch: `convert in.jpg -resize 50% out.png`.
enum Conversion {
  /// Options of ImageMagick that are options of the batch, not edits.
  private static let ofBatch: Set<String> = ["quality", "strip"]

  /// The words of the batch; nil if the line has not two pictures, or an edit that has no meaning here.
  static func batch(for words: [String]) -> [String]? {
    var rest = words[...]
    if let first = rest.first?.lowercased(), ["convert", "magick"].contains(first) { rest.removeFirst() }
    let pictures = rest.filter { TypedLine.isPictureName($0) }
    guard pictures.count == 2, rest.first == pictures[0], rest.count > 2 else { return nil }
    var edits: [[String]] = []
    for word in rest where !pictures.contains(word) {
      if LineParser.isOption(word) || CommandTable.command(named: word, in: nil) != nil || edits.isEmpty {
        edits.append([String(word.drop { $0 == "-" })])
      } else {
        edits[edits.endIndex - 1].append(word)
      }
    }
    var (lines, options): ([String], [String]) = ([], [])
    for edit in edits {
      if ofBatch.contains(edit[0]) {
        options += ["--\(edit[0])"] + edit.dropFirst()
      } else {
        guard let line = line(edit) else { return nil }
        lines += ["-e", line]
      }
    }
    if lines.isEmpty { lines = ["/dev/null"] }
    return ["batch"] + lines + ["--from", pictures[0], "--out", pictures[1]] + options
  }

  /// A line of a script; nil if it has no meaning here, or another one.
  private static func line(_ edit: [String]) -> String? {
    // Elsewhere such a size is that of a box, in which the picture keeps its shape.
    if edit.count == 2, ["resize", "scale", "thumbnail"].contains(edit[0]), TypedWord.isSize(edit[1]) { return nil }
    return Rewording.meant(by: edit)?.map { ShellQuoting.quoted($0) }.joined(separator: " ")
  }
}
