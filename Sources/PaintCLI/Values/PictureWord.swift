import PaintFormats
import SystemPackage

/// A picture as typed for `diff`: a file, or a revision of the document.
enum PictureWord: Equatable {
  /// A picture file; `-` is standard input.
  case file(FilePath)
  /// A revision.
  case revision(RevisionArgument)

  /// Whether the word is a file: it ends as a picture's name does, contains a `/`, is `-`, or contains a `.` and there is a
  /// file of that name.
  static func isFile(_ text: String) -> Bool {
    if text == "-" || text.utf8.contains(UInt8(ascii: "/")) || PictureFormat.ending(of: text) != nil { return true }
    return text.utf8.contains(UInt8(ascii: ".")) && ViewWord.exists(FilePath(text))
  }

  /// The picture of an operand, by default the current one; throws `bad_value`.
  static func operand(_ place: Int, of line: ParsedLine) throws(Failure) -> PictureWord {
    guard let text = line.operandText(place) else { return .revision(.current) }
    if isFile(text) { return .file(line.operandPath(place)) }
    do throws(Failure) {
      return .revision(try line.operand(place, RevisionArgument.parse))
    } catch {
      throw Failure(
        error.code, error.message, hint: "a file's name has an ending such as .png, or a / in it: put ./ before it")
    }
  }

  /// Whether `diff` compares at least one revision.
  static func needDocument(_ line: ParsedLine) -> Bool {
    line.operands.count < 2 || !(0...1).allSatisfy { line.operandText($0).map(isFile) ?? false }
  }
}
