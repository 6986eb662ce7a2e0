/// Options of other programs, and what they are called here.
enum OtherOptions {
  /// What an option of another program means.
  enum Meaning {
    /// The option of that name, with the value.
    case option(String)
    /// The option of that name without a value.
    case flag(String)
    /// The option of that name with that value.
    case fixed(String, String)
    /// Its value is the first operand.
    case first
    /// Its value is the last operand.
    case last
    /// Its value is a factor, or percent, of the size, which is the last operand.
    case factor
    /// Nothing: it is so anyway.
    case nothing

    /// The option; nil if there is none.
    fileprivate var name: String? {
      switch self {
      case .option(let name), .flag(let name), .fixed(let name, _): name
      case .first, .last, .factor, .nothing: nil
      }
    }
  }

  private typealias Row = (names: String, commands: [CommandID], meaning: Meaning)

  /// Names, separated by spaces, the commands that they belong to, all if empty, and their meaning.
  ///
  /// The first row counts whose option the command takes; rows of the command come before those of all.
  private static let rows: [Row] = [
    // Lines.
    (
      "thickness stroke-width strokewidth line-width linewidth weight size pen-width pen-size brush-size border-width w",
      [],
      .option("width")
    ),
    (
      "colour col c stroke stroke-color strokecolor stroke-colour outline outline-color line-color pen-color border "
        + "border-color foreground fg ink rgb", brushes, .option("color")
    ),
    ("colour col c foreground fg ink rgb font-color text-color fontcolor", [], .option("color")),
    ("fill", [.text, .fill], .option("color")),
    ("with", [.fill], .option("color")),
    ("fill-color fillcolor fill-colour fillcolour background bg interior", [], .option("fill")),
    ("no-stroke no-outline no-border", [], .nothing),
    ("alpha a", [], .option("opacity")),
    ("mode blend-mode blendmode operator compose", [], .option("blend")),
    ("rounded round corner-radius corner border-radius corners rx r", [], .option("radius")),
    ("dashed dashes dash-array dasharray stroke-dasharray line-style", [], .option("dash")),
    ("linecap line-cap stroke-linecap", [], .option("cap")),
    ("linejoin line-join stroke-linejoin", [], .option("join")),
    ("no-aa no-anti-alias aliased crisp pixelated noaa", [], .flag("no-antialias")),
    ("aa anti-alias antialiasing", [], .flag("antialias")),
    ("arrowhead arrow-head arrows", [], .option("arrow")),
    ("fuzz tol similarity threshold", [], .option("tolerance")),
    ("center centre", [.ellipse], .first),
    ("radius r", [.ellipse], .last),
    ("size", [.rect, .crop], .last),
    ("from", brushes, .first),
    ("to", brushes.filter { $0 != .eraser }, .last),
    ("at pos position xy start location", brushes + [.fill, .crop, .pick, .text], .first),
    // Texts.
    ("font-size fontsize pointsize point-size text-size px s", [], .option("size")),
    ("font-family fontname font-name family typeface f", [], .option("font")),
    ("wrap wrap-width width maxwidth", [.text], .option("max-width")),
    ("bg box highlight background-color", [.text], .option("background")),
    ("text t string message caption", [.text], .last),
    ("bold", [.text], .fixed("font", "sans:bold")),
    ("italic", [.text], .fixed("font", "sans:italic")),
    // Positions.
    ("position pos gravity xy location align anchor", [.place], .option("at")),
    ("gravity", [.crop], .first),
    ("gravity", [.text], .first),
    ("gravity position", [], .option("anchor")),
    ("text-align justify", [.text], .option("align")),
    // The canvas.
    ("canvas dimensions dimension dim geometry resolution s", [.new], .option("size")),
    (
      "color colour fill bg background-color background-colour backdrop", [.new, .canvas, .rotate],
      .option("background")
    ),
    ("bg background-color background-colour backdrop", [], .option("background")),
    ("image input open import i in file picture", [], .option("from")),
    ("interpolation filter resample resampling algorithm kernel scaling", [.resize], .option("method")),
    ("nearest pixelated sharp no-smooth crisp", [.resize], .fixed("method", "nearest")),
    ("scale factor percent by", [.resize], .factor),
    ("angle degrees deg by", [.rotate], .last),
    ("horizontal", [.flip], .fixed("", "horizontal")),
    ("vertical", [.flip], .fixed("", "vertical")),
    // Colours.
    ("color colour c", [.clear, .background], .last),
    ("from", [.replace], .first),
    ("with to by", [.replace], .last),
    // Selections.
    ("all", [.select], .fixed("", "all")),
    ("none", [.select], .fixed("", "none")),
    ("grow", [.select, .fill], .option("expand")),
    ("contract", [.select], .option("shrink")),
    ("rect box area", [.crop], .first),
    ("rect box area", [], .option("region")),
    // Files.
    ("output o out outfile to file", [.export], .first),
    ("output o outfile", [.batch], .option("out")),
    ("overwrite f y yes", [], .flag("force")),
    ("revision rev r", [.export, .restore], .option("at")),
    ("type fmt", [], .option("format")),
    // The history.
    ("n count steps number", [.undo, .redo], .last),
    ("n count number max-count", [.history], .option("limit")),
    ("graph tree branches", [.history], .flag("all")),
    ("oneline short", [.history], .nothing),
    ("message m comment description", [], .option("name")),
  ]

  private static let brushes: [CommandID] = [
    .pencil, .line, .rect, .ellipse, .polygon, .path, .curve, .spray, .eraser, .clone, .blur, .smudge,
  ]

  /// What an option means that a command does not take; nil if no row has it.
  ///
  /// - Parameter name: the option with its dashes.
  static func meaning(of name: String, in spec: CommandSpec) -> Meaning? {
    let bare = name.drop { $0 == "-" }.lowercased()
    func fits(_ row: Row) -> Bool {
      if let option = row.meaning.name, !option.isEmpty {
        guard let match = OptionTable.match(option), spec.takes(match.id) else { return false }
      }
      return row.names.split(separator: " ").contains { $0 == bare }
    }
    let row = rows.first { $0.commands.contains(spec.id) && fits($0) } ?? rows.first { $0.commands.isEmpty && fits($0) }
    return row?.meaning
  }

  /// Whether the word after such an option is its value.
  static func takes(_ next: String, asValueOf name: String, in spec: CommandSpec) -> Bool {
    if TypedLine.sides.contains(name), TypedLine.sized.contains(spec.id) { return true }
    switch meaning(of: name, in: spec) {
    case .option(let option):
      guard let match = OptionTable.match(option) else { return false }
      if case .optionalValue(_, let isValue) = OptionSpec.spec(match.id).form { return isValue(Array(next.utf8).span) }
      return true
    case .first, .last, .factor: return true
    case .flag, .fixed, .nothing: return false
    case nil:
      // Of a misspelled option.
      guard let near = TypedLine.nearest(name, in: spec).flatMap(TypedLine.known) else { return false }
      return OptionSpec.spec(near.id).takesValue
    }
  }
}

extension TypedLine {
  /// The options of two sides, which are one size here.
  static let sides = ["--width", "-w", "--height", "-h"]
  /// The commands that have a size.
  static let sized: [CommandID] = [.new, .resize, .canvas, .place]

  /// The option of a command that a misspelled one is most similar to.
  ///
  /// A wrong option is worse than none, so it begins with the same letter, and is none of those of all commands.
  static func nearest(_ name: String, in spec: CommandSpec) -> String? {
    let names = OptionTable.names { spec.takes($0) && !CommandSpec.commonOptions.contains($0) }
    return NearestName.nearest(
      to: name, among: names.filter { $0.utf8.dropFirst(2).first == name.utf8.dropFirst(2).first })
  }

  /// Gives options their names here; false if one has no meaning.
  mutating func rewordOptions() -> Bool {
    joinSides()
    fill()
    let typed = options
    options = []
    for option in typed {
      if let match = Self.known(option.name), spec.takes(match.id) {
        guard case .reversible = OptionSpec.spec(match.id).form, let choice = option.value.flatMap({ Self.choices[$0] })
        else {
          options.append(option)
          continue
        }
        options.append(
          Option(
            name: choice != match.isReversed
              ? "--\(OptionSpec.spec(match.id).name)" : "--no-\(OptionSpec.spec(match.id).name)"))
        continue
      }
      if let meaning = OtherOptions.meaning(of: option.name, in: spec) {
        guard take(option, as: meaning) else { return false }
      } else if let near = Self.nearest(option.name, in: spec) {
        isCertain = false
        options.append(Option(name: near, value: option.value))
      } else {
        return false
      }
    }
    return true
  }

  private mutating func take(_ option: Option, as meaning: OtherOptions.Meaning) -> Bool {
    switch meaning {
    case .option("color") where option.value == "none" && spec.brush?.isBox ?? false:
      // A filled shape has no outline by itself.
      break
    case .option(let name):
      add("--\(name)", option.value ?? (name == "arrow" ? "end" : nil))
    case .flag(let name): add("--\(name)", nil)
    case .fixed("", let word): operands.append(word)
    case .fixed(let name, let value):
      add("--\(name)", value)
      // Another font may be set, of which this is not the bold one.
      if name == "font" { isCertain = false }
    case .first, .last:
      guard let value = option.value else { return false }
      if case .first = meaning { operands.insert(value, at: 0) } else { operands.append(value) }
      isMeasured = true
    case .factor:
      guard let value = option.value else { return false }
      let size = share(value, isPercent: option.name == "--percent")
      operands.append(size)
    case .nothing: break
    }
    return true
  }

  /// A factor in percent: 0.5 is 50%, 50 is 50%, and 2 is probably 200%.
  private mutating func share(_ value: String, isPercent: Bool) -> String {
    guard let number = TypedWord.number(value), number > 0 else { return value }
    if isPercent { return "\(value)%" }
    isCertain = isCertain && number < 1
    return "\(NumberText.text(number < 10 ? number * 100 : number))%"
  }

  /// `--filled` fills with the colour of the line.
  private mutating func fill() {
    guard spec.takes(.fill),
      let place = options.firstIndex(where: { ["--filled", "--fill"].contains($0.name) && $0.value == nil })
    else { return }
    options.remove(at: place)
    options.append(Option(name: "--fill", value: remove("--color") ?? "black"))
  }

  /// `--width W` and `--height H` of a canvas are a size.
  private mutating func joinSides() {
    guard Self.sized.contains(spec.id) else { return }
    let width = remove("--width") ?? remove("-w")
    let height = remove("--height") ?? remove("-h")
    guard width != nil || height != nil else { return }
    let size = "\(width ?? "")x\(height ?? "")"
    if spec.takes(.size) { add("--size", size) } else { operands.append(size) }
  }
}
