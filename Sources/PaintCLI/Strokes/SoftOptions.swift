import PaintRaster

/// What a line's options make of its edge: whether it is soft, made of dabs, or round because its width changes.
struct SoftOptions: Sendable {
  /// How much of the line is solid, 0…1; nil for a brush without soft lines.
  let hardness: Double?
  /// The dabs of the line; nil for a continuous one.
  let dabs: Dabs?
  private let pressure: PressureArgument
  private let isTapered: Bool

  /// The options of a line; `own` are those in the line, and `chosen` also have those of the document.
  init(_ brush: Brush, own: StrokeOptions, chosen: StrokeOptions) throws(Failure) {
    let spec = CommandTable.spec(brush.id)
    hardness = spec.takes(.hardness) ? chosen.settings.hardness ?? brush.defaultHardness : nil
    dabs = spec.takes(.spacing) ? try Self.dabs(own.settings, chosen.settings) : nil
    pressure = own.pressure ?? .width
    isTapered = own.taper != nil
  }

  /// The dabs of a line: it has some if a flow or a spacing is given in the line, or else in the settings.
  private static func dabs(_ own: StrokeSettings, _ chosen: StrokeSettings) throws(Failure) -> Dabs? {
    if own.spacing == SpacingArgument.none {
      guard own.flow == nil else {
        throw Failure(
          .badValue, "--flow cannot be used with --spacing none", hint: "a flow is that of dabs; leave out one of them")
      }
      return nil
    }
    // A line with a flow of its own has dabs, whatever the settings say.
    if own.flow == nil, chosen.spacing == SpacingArgument.none { return nil }
    guard chosen.flow != nil || chosen.spacing != nil else { return nil }
    var dabs = Dabs()
    if let flow = chosen.flow { dabs.flow = flow }
    if case .share(let share) = chosen.spacing { dabs.spacing = share }
    return dabs
  }

  /// Whether the line is soft.
  private var isSoft: Bool { hardness.map { $0 < 1 } ?? false }

  /// Whether the line has round ends and corners, no dashes and no arrow heads.
  var isRound: Bool { isSoft || isTapered || dabs != nil }

  /// Whether pressure changes the opacity.
  var usesOpacity: Bool { pressure != .width }

  /// Whether the line is always anti-aliased; a setting of that does not apply to it.
  var isAlwaysSmooth: Bool { isSoft || usesOpacity || dabs != nil }

  /// Checks the options of a command that draws a line; throws `bad_value` for one that its line cannot have.
  ///
  /// Settings that it cannot have do not apply, except a fill.
  func check(_ own: StrokeSettings, isFilled: Bool) throws(Failure) {
    if usesOpacity, own.paint.antialias == false {
      throw refused("--no-antialias", by: "--pressure \(pressure.rawValue)")
    }
    guard isRound else { return }
    let by =
      isSoft
      ? "a soft line (hardness \(text(hardness ?? 1)))" : dabs != nil ? "a line of dabs" : "a line with --taper"
    if isAlwaysSmooth, own.paint.antialias == false { throw refused("--no-antialias", by: by) }
    if let cap = own.cap, cap != .round { throw refused("--cap \(cap.rawValue)", by: by) }
    if let join = own.join, join != .round { throw refused("--join \(join.rawValue)", by: by) }
    if let dash = own.dash, dash != .none { throw refused("--dash", by: by) }
    if let arrow = own.arrow, arrow != .none { throw refused("--arrow \(arrow.rawValue)", by: by) }
    if isFilled { throw refused("--fill", by: by) }
  }

  private func refused(_ option: String, by line: String) -> Failure {
    let hint =
      isSoft
      ? "--hardness 1 draws the exact area; a soft line is round, solid and smooth"
      : dabs != nil
        ? "--spacing none draws a line without dabs; they are round and smooth"
        : option == "--fill" ? "draw the fill as a stroke of its own" : "leave out one of them"
    return Failure(.badValue, "\(option) cannot be used with \(line)", hint: hint)
  }

  private func text(_ number: Double) -> String {
    var text: [UInt8] = []
    NumberText.append(number, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Throws `bad_value` if a line through a shape has more dabs than are drawn.
  func check(_ shape: @autoclosure () -> Shape, width: Double) throws(Failure) {
    guard let dabs else { return }
    let style = StrokeStyle(width: width, dabs: dabs)
    guard SoftLine.dabCount(along: shape(), style) > Dabs.mostDabs else { return }
    throw Failure(
      .badValue, "the line has more than \(Dabs.mostDabs) dabs",
      hint: "choose a larger --spacing, or draw it in parts")
  }
}
