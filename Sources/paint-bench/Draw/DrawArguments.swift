import Glibc
import PaintRaster

/// The arguments of `paint-bench draw`.
struct DrawArguments {
  /// The script's path, or `-`.
  let script: String
  /// The canvas's size.
  let size: CanvasSize
  /// The path of the picture to write, if any.
  let picture: String?

  /// Parses the arguments; ends the program if they are invalid.
  init(_ words: [String]) {
    var script: String?
    var size: CanvasSize?
    var picture: String?
    var rest = words[...]
    while let word = rest.popFirst() {
      let (name, joined) = Self.split(word)
      switch name {
      case "--help", "-h":
        print(usage)
        exit(0)
      case "--size": size = Self.size(Self.value(of: name, joined, &rest))
      case "--out":
        let path = Self.value(of: name, joined, &rest)
        guard path.lowercased().hasSuffix(".png") else { Self.refuse("--out: '\(path)' does not end in .png") }
        picture = path
      case _ where word.hasPrefix("-") && word != "-": Self.refuse("'\(word)' is not an option of draw")
      case _ where script != nil: Self.refuse("draw takes only one script: unexpected '\(word)'")
      default: script = word
      }
    }
    guard let script else { Self.refuse("draw needs a script") }
    guard let size else { Self.refuse("draw needs --size WxH, the canvas to draw on") }
    self.script = script
    self.size = size
    self.picture = picture
  }

  /// Splits `--name=value`.
  private static func split(_ word: String) -> (name: String, value: String?) {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private static func value(of name: String, _ joined: String?, _ rest: inout ArraySlice<String>) -> String {
    if let value = joined ?? rest.popFirst() { return value }
    refuse("\(name) needs a value")
  }

  private static func size(_ word: String) -> CanvasSize {
    let sides = word.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      let size = CanvasSize(width: width, height: height)
    else { refuse("--size: '\(word)' is not a size: WxH, 1 to \(CanvasSize.maximumSide) each") }
    return size
  }

  private static func refuse(_ message: String) -> Never {
    fail(message, hint: "paint-bench --help", exitCode: EX_USAGE)
  }
}
